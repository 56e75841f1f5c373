/**
 * What Slurm writes about jobs: {@code sacct --parsable2}, the job completion plug-ins filetxt and kafka, and Sonar, which
 * asks {@code sacct}. Each parser reads its own form into a {@link SlurmRecord}, which knows what the values mean.
 */
package io.fairway.readers.slurm;
