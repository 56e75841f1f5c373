/**
 * What Slurm writes about jobs: {@code sacct --parsable2} and {@code --json}, the job completion plug-ins filetxt and kafka,
 * and Sonar, which asks {@code sacct}. It opens no file. Start with {@link SacctParser}; {@link SlurmRecord} knows what the values mean.
 */
package io.fairway.readers.slurm;
