package io.fairway.agent.job;

import io.fairway.agent.metrics.AgentCounters;
import io.fairway.agent.outbox.AgentOutbox;
import io.fairway.agent.outbox.AgentOutbox.Kept;
import io.fairway.agent.record.AgentIdentity;
import io.fairway.agent.record.StoredForm;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.schemas.Bounds;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns what prologs, epilogs and the sampler say into events of the outbox.
 *
 * <ol>
 *   <li>A job is reported by the host that its message names as the batch host, or by the host of the message if it
 *       names none. The other hosts sample it.
 *   <li>The run is the scheduler's start time if the message has it. Then reports of several hosts name one run, and
 *       the ledger counts it once. Otherwise it is the time of the message.
 *   <li>The same report twice is one event.
 * </ol>
 */
public final class JobDesk {
    private static final Logger LOG = LoggerFactory.getLogger(JobDesk.class);
    private static final long REMEMBERED = Duration.ofHours(1).toMillis();
    /** A control group may outlive the end of its job. */
    private static final long LINGERING = Duration.ofMinutes(2).toMillis();

    private final AgentIdentity identity;
    private final EventsFrom events;
    private final AgentOutbox outbox;
    private final KnownJobs jobs;
    private final AgentCounters counters;
    private Consumer<String> ending = job -> {};

    /** Of which jobs the agent reports starts and ends. */
    public enum EventsFrom {
        /** Of those that prolog and epilog report. */
        TOLD,
        /** Of those, and of those that it finds itself. */
        FOUND,
        /** Of none: it only samples. */
        NONE
    }

    /** @param jobs the jobs that were known when the agent ended */
    public JobDesk(
            AgentIdentity identity, EventsFrom events, AgentOutbox outbox, KnownJobs jobs, AgentCounters counters) {
        this.identity = identity;
        this.events = events;
        this.outbox = outbox;
        this.jobs = jobs;
        this.counters = counters;
    }

    /** Lets somebody sample a job before its end is noted; to be called before the first message. */
    public void onEnding(Consumer<String> sampler) {
        ending = sampler;
    }

    /** The jobs that it knows. */
    public KnownJobs jobs() {
        return jobs;
    }

    /**
     * Carries out a message. When it returns {@link Kept#ON_DISK}, the report is not lost any more.
     *
     * @param nowMillis when it came; counts if the message has no time
     * @throws IllegalArgumentException if the event would exceed a bound; names the field and the rule
     */
    public synchronized Kept tell(JobMessage message, long nowMillis) {
        Long told = message.millis(JobMessage.TIME);
        long time = told == null ? nowMillis : told;
        return switch (message.verb()) {
            case START -> start(message, time, nowMillis);
            case FINISH -> finish(message, time, nowMillis);
        };
    }

    private Kept start(JobMessage message, long time, long nowMillis) {
        Long told = message.millis(JobMessage.RUN);
        long run = told == null ? time : told;
        KnownJob recorded = jobs.get(message.job());
        boolean isThatRun = recorded != null && recorded.run() == run;
        if (isThatRun && recorded != null && recorded.isStarted() && !recorded.isFound()) {
            return Kept.ON_DISK;
        }
        // A spool may give the end first.
        Long ended = isThatRun && recorded != null ? recorded.ended() : null;
        String batchHost = message.text(JobMessage.BATCH_HOST);
        Kept kept = report(batchHost, JobEventType.STARTED, message, run, run, nowMillis);
        if (kept == Kept.ON_DISK) {
            jobs.put(new KnownJob(message.job(), run, true, false, batchHost, message.pid(), ended));
        }
        return kept;
    }

    private Kept finish(JobMessage message, long time, long nowMillis) {
        Long run = message.millis(JobMessage.RUN);
        KnownJob recorded = jobs.get(message.job());
        String batchHost = message.text(JobMessage.BATCH_HOST);
        boolean isThatRun = recorded != null && (run == null || run == recorded.run());
        if (isThatRun && recorded != null && recorded.ended() == null) {
            run = recorded.run();
            batchHost = batchHost == null ? recorded.batchHost() : batchHost;
            ending.accept(message.job());
        } else if (isThatRun && recorded != null && Long.valueOf(time).equals(recorded.ended())) {
            return Kept.ON_DISK;
        }
        Kept kept = report(batchHost, JobEventType.FINISHED, message, time, run, nowMillis);
        if (kept == Kept.ON_DISK) {
            long start = run == null ? time : run;
            boolean isStarted = isThatRun && recorded != null && recorded.isStarted();
            jobs.put(new KnownJob(message.job(), start, isStarted, false, batchHost, null, time));
        }
        return kept;
    }

    private Kept report(
            @Nullable String batchHost,
            JobEventType type,
            JobMessage message,
            long time,
            @Nullable Long run,
            long nowMillis) {
        JobEvent event = identity.event(type, message.job(), time, run, message::text, message.tres());
        String problem = Bounds.problem(event);
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
        boolean isReported = events != EventsFrom.NONE && (batchHost == null || identity.isHost(batchHost));
        return isReported ? outbox.event(nowMillis, StoredForm.EVENTS.encode(event)) : Kept.ON_DISK;
    }

    /**
     * Compares the jobs that have control groups with those that are known.
     *
     * @param present their ids
     * @param isComplete whether all directories could be listed; else no job is taken as ended
     * @param time of the grid point
     */
    public synchronized void present(Set<String> present, boolean isComplete, long time) {
        if (events != EventsFrom.FOUND) {
            return;
        }
        for (String job : new TreeSet<>(present)) {
            KnownJob recorded = jobs.get(job);
            Long ended = recorded == null ? null : recorded.ended();
            if (recorded == null || (ended != null && time - ended > LINGERING)) {
                found(job, time);
            } else if (recorded.isFound()) {
                jobs.seen(job, time);
            }
        }
        for (KnownJob recorded : jobs.running()) {
            if (isComplete && recorded.isFound() && !present.contains(recorded.job())) {
                gone(recorded, time);
            }
        }
    }

    private void found(String job, long time) {
        JobMessage message = new JobMessage(JobMessage.Verb.START, Map.of(JobMessage.JOB, job));
        if (report(null, JobEventType.STARTED, message, time, time, time) != Kept.REFUSED) {
            jobs.put(new KnownJob(job, time, true, true, null, null, null));
            jobs.seen(job, time);
        }
    }

    private void gone(KnownJob recorded, long time) {
        JobMessage message = new JobMessage(JobMessage.Verb.FINISH, Map.of(JobMessage.JOB, recorded.job()));
        long end = jobs.lastSeen(recorded);
        if (report(null, JobEventType.FINISHED, message, end, recorded.run(), time) != Kept.REFUSED) {
            jobs.put(recorded.endedAt(end));
        }
    }

    /** Forgets jobs that ended long ago. To be called now and then. */
    public synchronized void tend(long nowMillis) {
        jobs.forgetBefore(nowMillis - REMEMBERED);
    }

    /**
     * Carries out the line of a message.
     *
     * @param line bytes, of which the first {@code length} are the line
     * @return the answer: {@code ok}, {@code memory} and the reason, or {@code error} and what is wrong
     */
    String answer(byte[] line, int length, long nowMillis) {
        try {
            return switch (tell(JobMessage.parse(line, length), nowMillis)) {
                case ON_DISK -> "ok";
                case IN_MEMORY -> "memory: the disk of the outbox takes no more";
                case REFUSED -> "away: the outbox takes no more";
            };
        } catch (IllegalArgumentException e) {
            counters.add(AgentCounters.Name.BAD_MESSAGES, 1);
            String problem = String.valueOf(e.getMessage()).replaceAll("\\p{Cc}", " ");
            LOG.warn("a message is refused: {}", problem);
            return "error " + problem;
        }
    }
}
