/**
 * The rules of Moab and Maui as pure functions: fairshare windows, targets and caps, and the job priority by
 * components. It holds no state and reads no file. Start with {@link MoabFairshare} for fairshare and
 * {@link MoabJobPriority} for jobs.
 */
package io.fairway.schedulers.moab;
