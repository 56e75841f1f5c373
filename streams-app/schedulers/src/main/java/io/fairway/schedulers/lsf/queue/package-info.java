/**
 * LSF's elections, chunks, and slots of queues in pools. Pure functions. Start with {@link Election}, then {@link
 * PoolAllocation}.
 */
package io.fairway.schedulers.lsf.queue;
