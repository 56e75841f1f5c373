/**
 * The job priority of Moab by components, and which jobs its limits let queue. Pure functions. They count no usage.
 * Start with {@link MoabJobPriority}, then {@link MoabFairshare}.
 */
package io.fairway.schedulers.moab.priority;
