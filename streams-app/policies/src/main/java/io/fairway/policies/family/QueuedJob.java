package io.fairway.policies.family;

import io.fairway.core.ledger.JobView;
import io.fairway.core.model.JobKey;

/**
 * A job in its queue.
 *
 * @param ready whether it waits and meets its own conditions for a start
 */
public record QueuedJob(JobKey key, JobView view, boolean ready) {}
