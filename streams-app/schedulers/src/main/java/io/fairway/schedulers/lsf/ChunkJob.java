package io.fairway.schedulers.lsf;

import java.util.ArrayList;
import java.util.List;

/**
 * The properties that the members of a chunk of jobs have in common.
 *
 * <p>The first member is the first job by absolute priority. The others follow in that order, if they have the same
 * user, resource and host requirements, job priority, and queue or application profile.
 *
 * <p>Source: IBM Spectrum LSF 10.1, Job priority behavior (Chunk jobs).
 *
 * @param application profile; empty without one
 */
public record ChunkJob(
        String id,
        String user,
        String resourceRequirement,
        String hostRequirement,
        String queue,
        String application,
        double jobPriority) {
    /** Whether a job can be in one chunk with this one. */
    public boolean fits(ChunkJob other) {
        boolean sameProfile = !application.isEmpty() && application.equals(other.application);
        return user.equals(other.user)
                && resourceRequirement.equals(other.resourceRequirement)
                && hostRequirement.equals(other.hostRequirement)
                && jobPriority == other.jobPriority
                && (queue.equals(other.queue) || sameProfile);
    }

    /**
     * The members of the next chunk.
     *
     * @param ordered pending jobs in the order of their absolute priorities
     * @param size the largest number of jobs in a chunk, at least 1
     */
    public static List<ChunkJob> next(List<ChunkJob> ordered, int size) {
        List<ChunkJob> chunk = new ArrayList<>();
        for (ChunkJob job : ordered) {
            if (chunk.isEmpty() || (chunk.size() < size && chunk.get(0).fits(job))) {
                chunk.add(job);
            }
        }
        return chunk;
    }
}
