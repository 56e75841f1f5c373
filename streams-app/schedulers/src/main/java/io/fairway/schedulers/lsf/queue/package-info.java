/**
 * LSF's chunks, and slots of queues in pools. Pure functions. They start no job. Start with {@link PoolAllocation}.
 */
package io.fairway.schedulers.lsf.queue;
