package io.fairway.dispatcher;

import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.priority.Standing;
import io.fairway.schemas.Keys;
import java.util.Map;

/**
 * A job that may start, or a running one whose resize request may be granted, as it was chosen.
 *
 * @param key domain, cluster and job
 * @param policy whose order was followed
 * @param request partition that it would start in, where it asked for several; {@link Keys#RESIZE} of a resize request;
 *     else empty
 * @param queue that it waits in; else empty
 * @param queuePlace of the queue among all, the least is served first; 0 where the policy does not order queues
 * @param association who is charged
 * @param submitted epoch milliseconds
 * @param requestedTres resources asked for, by TRES name; of a resize request, all that the job would then have
 * @param priority at the instant of the choice
 * @param then what decided between equal priorities
 * @param fairshare factor or rank that went into the priority; not a number where there is none
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

    /** Processors asked for; 1 where the job does not say. */
    public double processors() {
        return requestedTres.getOrDefault("cpu", 1.0);
    }

    /** Whether this is a running job that asks for another size. */
    public boolean isResize() {
        return request.equals(Keys.RESIZE);
    }
}
