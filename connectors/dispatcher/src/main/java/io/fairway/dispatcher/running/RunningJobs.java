package io.fairway.dispatcher.running;

import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.core.hosts.HostSlots;
import io.fairway.core.model.JobKey;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The running jobs from the job events: the processors that each job holds, and with it each cluster and each queue. A
 * run holds its processors from its start to its end, suspended or not, for the latest queue of the job.
 *
 * <p>Events that are applied again, from any one on to the last, leave the same runs and ends. Not safe for several
 * threads.
 */
public final class RunningJobs {
    /** Number of ended jobs to remember, so that a start reported after its end holds no processors. */
    private static final int REMEMBERED = 100_000;

    /**
     * A run.
     *
     * @param since its start, epoch milliseconds
     * @param hosts as {@link HostSlots} has them; empty = not known
     */
    public record Run(long since, double processors, String hosts) {
        /** Slots by host; empty if they are not known. */
        public Map<String, Long> slots() {
            return HostSlots.of(hosts, (long) Math.ceil(processors));
        }
    }

    /** The end of the last run, epoch milliseconds, and whether the job ended with it. */
    record End(long at, boolean forGood) {}

    /** All that is known of a job; the end is null while it runs. */
    public record Observed(
            @Nullable Run run,
            @Nullable String queue,
            @Nullable String chunk,
            @Nullable End end) {}

    private final Map<JobKey, Run> running = new HashMap<>();
    private final Map<JobKey, String> queues = new HashMap<>();
    private final Map<JobKey, String> chunks = new HashMap<>();
    private final BusyProcessors busy = new BusyProcessors();
    /** Running members by the first job of their chunk. */
    private final Map<JobKey, Integer> inChunks = new HashMap<>();

    private final Map<JobKey, End> ended = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.@Nullable Entry<JobKey, End> eldest) {
            return size() > REMEMBERED;
        }
    };

    /** The run of a job; null if it does not run. */
    public @Nullable Run of(JobKey job) {
        return running.get(job);
    }

    /** What the runs hold. */
    public BusyProcessors busy() {
        return busy;
    }

    /** The chunk that a job waits in or runs in, by the id of its first job; null for none. */
    public @Nullable String chunkOf(JobKey job) {
        return chunks.get(job);
    }

    /** Whether a job that waits in a chunk has to wait for another member that runs. */
    public boolean waitsForItsChunk(JobKey job) {
        String chunk = chunks.get(job);
        return chunk != null && !running.containsKey(job) && inChunks.containsKey(chunk(job, chunk));
    }

    private static JobKey chunk(JobKey member, String first) {
        return new JobKey(member.domain(), member.cluster(), first);
    }

    /**
     * Whether a job with a priority record waits: it does not run, and it did not end. After a start the record stays
     * until the application has seen the start, so a record alone says too little.
     */
    public boolean mayStart(JobKey job) {
        End end = ended.get(job);
        return !running.containsKey(job) && (end == null || !end.forGood());
    }

    /** The last priority record of a job is withdrawn: a later record is a job that waits. */
    public void withdrawn(JobKey job) {
        ended.computeIfPresent(job, (key, end) -> new End(end.at(), false));
    }

    /** The time to give to a start: now, or after the end of the last run if another clock is ahead of this one. */
    public long startTime(JobKey job, long now) {
        End end = ended.get(job);
        return end == null ? now : Math.max(now, end.at() + 1);
    }

    /** All that is known of a job. */
    public Observed observed(JobKey job) {
        Run run = running.get(job);
        return new Observed(run, queues.get(job), chunks.get(job), run == null ? ended.get(job) : null);
    }

    /** All that is known, by domain. */
    public Map<String, Map<JobKey, Observed>> observed() {
        Map<String, Map<JobKey, Observed>> observed = new HashMap<>();
        Stream.of(running.keySet(), queues.keySet(), chunks.keySet(), ended.keySet())
                .flatMap(Set::stream)
                .forEach(job -> observed.computeIfAbsent(job.domain(), name -> new HashMap<>())
                        .computeIfAbsent(job, this::observed));
        return observed;
    }

    /** Takes back the event of a start or a resize that was applied after {@link #observed(JobKey)} was asked. */
    public void restore(JobKey job, Observed before) {
        release(job);
        if (before.queue() == null) {
            queues.remove(job);
        } else {
            queues.put(job, before.queue());
        }
        if (before.chunk() == null) {
            chunks.remove(job);
        } else {
            chunks.put(job, before.chunk());
        }
        if (before.run() != null) {
            hold(job, before.run());
        }
    }

    /** Applies a job event, of any source. */
    public void observe(JobEvent event) {
        JobKey job = new JobKey(event.getDomain(), event.getCluster(), event.getJob());
        enqueued(job, event);
        if (event.getType() == JobEventType.SUBMITTED) {
            withdrawn(job); // an id that is used again
        }
        switch (event.getType()) {
            case STARTED -> {
                joined(job, event);
                began(job, event);
            }
            case RESIZED -> resized(job, event);
            case REQUEUED, RERUN, MIGRATED, FORWARDED, FINISHED, CANCELLED -> over(job, event);
            case SUBMITTED,
                    ELIGIBLE,
                    INELIGIBLE,
                    HELD,
                    RELEASED,
                    MODIFIED,
                    RESERVED,
                    RESIZE_REQUESTED,
                    SUSPENDED,
                    RESUMED,
                    BYPASSED,
                    UNKNOWN -> joined(job, event);
        }
    }

    /** Any event may carry the queue of the job, which may change. */
    private void enqueued(JobKey job, JobEvent event) {
        JobAttributes attributes = event.getAttributes();
        String queue = attributes == null ? null : attributes.getQueue();
        End over = ended.get(job);
        if (queue == null || (over != null && event.getTime().toEpochMilli() <= over.at())) {
            return;
        }
        enqueued(job, queue);
    }

    /** Moves the job, and the processors that it holds, to this queue. */
    private void enqueued(JobKey job, String queue) {
        Run run = running.get(job);
        release(job);
        queues.put(job, queue);
        if (run != null) {
            hold(job, run);
        }
    }

    /** An event may make the job a member of a chunk, for one run. The start of a member names the chunk again. */
    private void joined(JobKey job, JobEvent event) {
        String chunk = chunkIn(event);
        End over = ended.get(job);
        Run run = running.get(job);
        long time = event.getTime().toEpochMilli();
        boolean late = (over != null && time <= over.at()) || (run != null && time < run.since());
        boolean gone = run == null && over != null && over.forGood() && event.getType() != JobEventType.STARTED;
        if (chunk == null || late || gone) {
            return;
        }
        release(job);
        chunks.put(job, chunk);
        if (run != null) {
            hold(job, run);
        }
    }

    private static @Nullable String chunkIn(JobEvent event) {
        JobAttributes attributes = event.getAttributes();
        String chunk = attributes == null ? null : attributes.getChunk();
        return chunk == null || chunk.isEmpty() ? null : chunk;
    }

    private void began(JobKey job, JobEvent event) {
        long since = event.getTime().toEpochMilli();
        End over = ended.get(job);
        Run run = running.get(job);
        // A late event of an older run.
        if ((over != null && since <= over.at()) || (run != null && since < run.since())) {
            return;
        }
        hold(
                job,
                new Run(
                        since,
                        allocated(event, run == null ? 1 : run.processors()),
                        hosts(event, run == null || run.since() < since ? "" : run.hosts())));
    }

    private void resized(JobKey job, JobEvent event) {
        Run run = running.get(job);
        if (run != null && event.getTime().toEpochMilli() >= run.since()) {
            hold(job, new Run(run.since(), allocated(event, run.processors()), hosts(event, run.hosts())));
        }
    }

    private void over(JobKey job, JobEvent event) {
        // An event that names its run ends that run, however late it arrives; any other event ends the run at its time.
        long at = (event.getRun() == null ? event.getTime() : event.getRun()).toEpochMilli();
        Run run = running.get(job);
        if (run == null || at >= run.since()) {
            boolean forGood = !waitsAgain(event.getType());
            End before = ended.get(job);
            ended.merge(job, new End(at, forGood), (earlier, end) -> end.at() >= earlier.at() ? end : earlier);
            release(job);
            if (before == null || at >= before.at()) {
                chunks.remove(job);
                String next = chunkIn(event);
                if (next != null && !forGood) {
                    chunks.put(job, next); // what is stored of a job that was put back, and is in a chunk again
                }
            }
            if (forGood && (before == null || at >= before.at())) {
                queues.remove(job);
            }
        }
    }

    private static boolean waitsAgain(JobEventType type) {
        return type == JobEventType.REQUEUED || type == JobEventType.RERUN || type == JobEventType.MIGRATED;
    }

    private static String hosts(JobEvent event, String otherwise) {
        JobAttributes attributes = event.getAttributes();
        String hosts =
                attributes == null ? null : HostSlots.text(attributes.getExecutionHosts(), attributes.getHostSlots());
        return hosts == null ? otherwise : hosts;
    }

    private static double allocated(JobEvent event, double otherwise) {
        Map<String, Double> allocated = event.getAllocatedTres();
        Double processors = allocated == null ? null : allocated.get("cpu");
        // One number that is none would make all sums none.
        return processors == null || !(processors >= 0) || processors.isInfinite() ? otherwise : processors;
    }

    /** Makes this run hold its processors, and releases those that the job busy before. */
    private void hold(JobKey job, Run run) {
        release(job);
        running.put(job, run);
        busy.hold(job, queues.get(job), run);
        count(job, 1);
    }

    private void release(JobKey job) {
        Run run = running.remove(job);
        if (run != null) {
            busy.release(job, queues.get(job), run);
            count(job, -1);
        }
    }

    private void count(JobKey job, int more) {
        String chunk = chunks.get(job);
        if (chunk != null) {
            inChunks.merge(chunk(job, chunk), more, (one, other) -> one + other == 0 ? null : one + other);
        }
    }
}
