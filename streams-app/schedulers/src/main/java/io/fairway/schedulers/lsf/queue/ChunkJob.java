package io.fairway.schedulers.lsf.queue;

import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobFact;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The properties that the members of a chunk of jobs have in common.
 *
 * <p>The first member is the first job by absolute priority. The others follow in that order, if they have the same
 * user, resource and host requirements, job priority, and queue or application profile.
 *
 * <p>Source: IBM Spectrum LSF 10.1, Job priority behavior (Chunk jobs); Chunk job scheduling (application profiles).
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
    /**
     * A job by its attributes. The resource requirement is bsub -R with all that the job requests; the host requirement is
     * bsub -m with the node features. A count of 1 slot and none are different requests.
     *
     * @param jobPriority as submitted or last modified, without escalation
     */
    public static ChunkJob of(String id, JobAttributes job, double jobPriority) {
        StringBuilder resources = new StringBuilder();
        part(resources, job.text(Attribute.RESOURCE_REQUIREMENT, ""));
        part(resources, job.text(Attribute.TASKS, ""));
        part(resources, job.text(Attribute.NODES, ""));
        part(resources, job.text(Attribute.GENERIC_RESOURCES, ""));
        part(resources, job.text(Attribute.GPU_MODE, ""));
        new TreeMap<>(job.requested().counts()).forEach((name, count) -> {
            part(resources, name);
            part(resources, count.stripTrailingZeros().toPlainString());
        });
        StringBuilder hosts = new StringBuilder();
        part(hosts, job.text(Attribute.REQUESTED_HOSTS, ""));
        part(hosts, job.text(Attribute.FEATURES, ""));
        return new ChunkJob(
                id,
                job.text(Attribute.USER, ""),
                resources.toString(),
                hosts.toString(),
                job.text(Attribute.QUEUE, ""),
                job.text(Attribute.APPLICATION, ""),
                jobPriority);
    }

    /**
     * The largest number of jobs in a chunk that begins with a job; below 2 it is in no chunk. That of the application
     * profile goes over that of the queue.
     *
     * @param ofApplication CHUNK_JOB_SIZE of the job's application profile; null = not defined
     * @param ofQueue CHUNK_JOB_SIZE of its queue; null = not defined
     */
    public static long size(@Nullable Long ofApplication, @Nullable Long ofQueue) {
        return ofApplication != null ? ofApplication : ofQueue != null ? ofQueue : 0;
    }

    /**
     * The chunk that a pending job waits in, by the id of its first job; empty for none. The end of a run takes the job out
     * of its chunk.
     *
     * @param facts of one life of the job, in their order
     */
    public static String waitsIn(List<JobFact> facts) {
        String chunk = "";
        for (JobFact fact : facts) {
            chunk = fact.type().endsRun() ? "" : fact.attributes().text(Attribute.CHUNK, chunk);
        }
        return chunk;
    }

    /** Texts of any length for comparison elsewhere: two jobs have one of them in common if they {@link #fits fit}, and only then. */
    public List<String> keys() {
        StringBuilder common = new StringBuilder();
        part(common, user);
        part(common, resourceRequirement);
        part(common, hostRequirement);
        part(common, Double.toString(jobPriority + 0.0));
        String ofQueue = key("queue", common, queue);
        return application.isEmpty() ? List.of(ofQueue) : List.of(ofQueue, key("application", common, application));
    }

    private static String key(String kind, CharSequence common, String name) {
        StringBuilder text = new StringBuilder();
        part(text, kind);
        part(text, name);
        return text.append(common).toString();
    }

    /** Adds a text with its length, so that different lists of texts are different. */
    private static void part(StringBuilder to, String text) {
        to.append(text.length()).append(':').append(text);
    }

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
     * The chunks in which jobs are dispatched if all of them start now, in turn.
     *
     * @param ordered pending jobs in their order
     * @param size the largest number of jobs in a chunk that begins with a job, at least 1
     */
    public static List<List<ChunkJob>> all(List<ChunkJob> ordered, ToIntFunction<ChunkJob> size) {
        List<List<ChunkJob>> chunks = new ArrayList<>();
        List<ChunkJob> left = new ArrayList<>(ordered);
        while (!left.isEmpty()) {
            List<ChunkJob> chunk = next(left, size.applyAsInt(left.get(0)));
            left.removeAll(chunk);
            chunks.add(chunk);
        }
        return chunks;
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
