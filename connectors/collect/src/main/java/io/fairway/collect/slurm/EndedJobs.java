package io.fairway.collect.slurm;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.collect.ask.Notices;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decides when accounting is asked, and how far back. The span reaches back to the first job that left the queue and of
 * which accounting has said nothing yet: slurmdbd may have been away when it ended.
 */
final class EndedJobs {
    private final Question question;
    private final Duration interval;
    private final Duration lookback;
    private final Duration overlap;
    private final Notices notices;
    private final Map<String, Instant> expected = new HashMap<>();
    private Set<Told> answered = Set.of();
    private Set<Told> answer = Set.of();
    private @Nullable Instant asked;

    /** Asks who ended in a span. */
    interface Question {
        void endedBetween(Instant from, Instant until, Consumer<JobEvent> to) throws IOException, InterruptedException;
    }

    /** An event that was told, without its content: a day of a large site has hundreds of thousands. */
    private record Told(String job, Instant time, JobEventType type, int content) {
        static Told of(JobEvent event) {
            return new Told(event.getJob(), event.getTime(), event.getType(), event.hashCode());
        }
    }

    /**
     * @param interval time between two questions
     * @param lookback how far back the first question goes, and how long a job is waited for
     * @param overlap how far the spans of two questions overlap
     */
    EndedJobs(Question question, Duration interval, Duration lookback, Duration overlap, Notices notices) {
        this.question = question;
        this.interval = interval;
        this.lookback = lookback;
        this.overlap = overlap;
        this.notices = notices;
    }

    /** Jobs that were in the queue at an instant, and soon after were not. */
    void expect(List<SlurmJob> jobs, Instant since) {
        jobs.forEach(job -> expected.putIfAbsent(job.id(), since));
    }

    /** Whether the interval has passed. */
    boolean isDue(Instant now) {
        return asked == null || !now.isBefore(asked.plus(interval));
    }

    /** Asks, and hands on the events that the last answer did not have: spans overlap. */
    void ask(Instant now, Consumer<JobEvent> events) throws IOException, InterruptedException {
        Set<Told> heard = new HashSet<>();
        question.endedBetween(from(now), now.plusSeconds(1), event -> {
            Told told = Told.of(event);
            if (heard.add(told) && !answered.contains(told)) {
                events.accept(event);
            }
        });
        answer = heard;
    }

    private Instant from(Instant now) {
        Instant earliest = now.minus(lookback);
        if (asked == null) {
            return earliest;
        }
        Instant from = asked.minus(overlap);
        for (Instant missing : expected.values()) {
            from = missing.minus(overlap).isBefore(from) ? missing.minus(overlap) : from;
        }
        return from.isBefore(earliest) ? earliest : from;
    }

    /** The brokers have what the last question brought. */
    void sent(Instant now) {
        asked = now;
        answered = answer;
        answered.forEach(told -> expected.remove(told.job()));
        Instant earliest = now.minus(lookback);
        expected.entrySet().removeIf(entry -> {
            boolean late = entry.getValue().isBefore(earliest);
            if (late) {
                notices.once(
                        "job " + entry.getKey(),
                        "job " + entry.getKey() + " left the queue after " + entry.getValue()
                                + ", and accounting knows no end of it; Fairway goes on without one");
            }
            return late;
        });
    }
}
