package io.fairway.dispatcher.order;

import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.priority.Standing;
import io.fairway.schemas.Keys;
import java.util.List;
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
 * @param chunk who may be in one chunk with it
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
        double fairshare,
        Chunk chunk)
        implements Standing {
    /**
     * The chunk of a job (LSF).
     *
     * @param size most jobs of a chunk that begins with this one; 0 or 1 = it begins none
     * @param keys jobs may be in one chunk if they have one of these in common
     */
    public record Chunk(long size, List<String> keys) {
        /** No chunk. */
        public static final Chunk NONE = new Chunk(0, List.of());
    }

    /** A job that is in no chunk, and begins none. */
    public ChosenJob(
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
            double fairshare) {
        this(
                key,
                policy,
                request,
                queue,
                queuePlace,
                association,
                submitted,
                requestedTres,
                priority,
                then,
                fairshare,
                Chunk.NONE);
    }

    @Override
    public String jobId() {
        return key.job();
    }

    /** Requested processors; 1 without a request. */
    public double processors() {
        return requestedTres.getOrDefault("cpu", 1.0);
    }

    /** Whether a job may be in the chunk that this one begins. */
    boolean takesAlong(ChosenJob other) {
        return !other.isResize()
                && !other.key.equals(key)
                && other.key.cluster().equals(key.cluster())
                && other.chunk.keys().stream().anyMatch(chunk.keys()::contains);
    }

    /** Whether this is a running job that requests another size. */
    public boolean isResize() {
        return request.equals(Keys.RESIZE);
    }
}
