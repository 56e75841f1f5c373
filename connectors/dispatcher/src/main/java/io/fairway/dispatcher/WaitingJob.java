package io.fairway.dispatcher;

import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.priority.Standing;
import java.util.Map;

/**
 * A job that may start, as it was chosen.
 *
 * @param key domain, cluster and job
 * @param policy whose order was followed
 * @param request partition that it would start in, where it asked for several; else empty
 * @param queue that it waits in, where the policy orders queues; else empty
 * @param association who is charged
 * @param submitted epoch milliseconds
 * @param requestedTres resources asked for, by TRES name
 * @param priority at the instant of the choice
 * @param then what decided between equal priorities
 * @param fairshare factor or rank that went into the priority; not a number where there is none
 */
public record WaitingJob(
        JobKey key,
        String policy,
        String request,
        String queue,
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
}
