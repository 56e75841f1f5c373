/**
 * A program that runs beside the dispatcher and is spoken to by lines. It knows nothing of jobs, of Slurm or of Kafka.
 * Start with {@link ChildProgram}.
 */
package io.fairway.dispatcher.process;
