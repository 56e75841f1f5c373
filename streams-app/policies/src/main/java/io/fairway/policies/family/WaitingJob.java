package io.fairway.policies.family;

import io.fairway.core.ledger.JobView;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A job that waits, runs or asks for a resize, as policies read it.
 *
 * @param facts of its latest life, in order
 * @param association the association whose fairshare counts for it under the policy; null = none
 * @param fairshare factor of the association as it was last sent; NaN before that
 * @param activity its user's active jobs, without history; empty unless the policy reads it
 * @param lastPriorities by request, the priority that the job has by its record that was sent last; only of records that
 *     are {@link Ranked#neverFalls}
 */
public record WaitingJob(
        JobKey key,
        JobView view,
        List<JobFact> facts,
        @Nullable NodeId association,
        double fairshare,
        UserActivities.OfUser activity,
        Map<String, Double> lastPriorities) {}
