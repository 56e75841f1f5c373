/** Slurm's own files: slurm.conf, sacctmgr dump, and the tables of sacctmgr show. */
package io.fairway.importers.slurm;
