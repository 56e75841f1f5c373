package io.fairway.dispatcher;

import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.priority.Standing;
import io.fairway.schemas.Keys;
import java.util.Map;

/**
 * A chosen job: one that may start, or a running one whose resize request may be granted.
 *
 * @param key domain, cluster and job
 * @param policy the policy of the order
 * @param request partition of the start, if the job requested several; {@link Keys#RESIZE} for a resize request; else
 *     empty
 * @param queue the queue of the job; else empty
 * @param queuePlace position of the queue among all, the least is served first; 0 if the policy does not order queues
 * @param association the association that pays
 * @param submitted epoch milliseconds
 * @param requestedTres requested resources, by TRES name; for a resize request, the whole new size
 * @param priority at the instant of the choice
 * @param then the number that orders jobs of equal priority
 * @param fairshare factor or rank in the priority; not a number without one
 */
public record ChosenJob(
        JobKey key,
        String policy,
        String request,
        String queue,
        int queuePlace,
        NodeId association,
        long submitted,
        Map<String, Double> requestedTres,
        double priority,
        double then,
        double fairshare)
        implements Standing {
    @Override
    public String jobId() {
        return key.job();
    }

    /** Requested processors; 1 without a request. */
    public double processors() {
        return requestedTres.getOrDefault("cpu", 1.0);
    }

    /** Whether this is a running job that requests another size. */
    public boolean isResize() {
        return request.equals(Keys.RESIZE);
    }
}
