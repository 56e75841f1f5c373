/** LSF's chunks, and slots of queues in pools. Pure functions. Start with {@link PoolAllocation}. */
package io.fairway.schedulers.lsf.queue;
