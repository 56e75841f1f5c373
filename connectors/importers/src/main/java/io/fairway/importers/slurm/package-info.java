/**
 * Reads Slurm's own files: slurm.conf, sacctmgr dump, and the tables of sacctmgr show. It computes no priorities. Start
 * with {@link SlurmImporter}.
 */
package io.fairway.importers.slurm;
