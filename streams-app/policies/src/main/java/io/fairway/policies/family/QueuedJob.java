package io.fairway.policies.family;

import io.fairway.core.ledger.JobView;
import io.fairway.core.model.JobKey;

/**
 * A job as it stands in its queue.
 *
 * @param ready whether it waits and may start as far as its own conditions go
 */
public record QueuedJob(JobKey key, JobView view, boolean ready) {}
