/**
 * The order of LSF's queues, elections, chunks, and slots of queues in pools. Pure functions. Start with {@link
 * QueueOrder}, then {@link PoolAllocation}.
 */
package io.fairway.schedulers.lsf.queue;
