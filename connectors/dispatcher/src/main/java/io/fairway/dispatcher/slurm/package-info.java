/**
 * The order of Fairway for a Slurm that starts the jobs itself: numbers with gaps between them, told to slurmctld as
 * SiteFactor, Priority or Nice, and taken back at the end. It never starts a job, and it never reads what Slurm has
 * queued. Start with {@link WriteBack}; {@link Numbering} decides which jobs get another number.
 */
package io.fairway.dispatcher.slurm;
