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
import java.util.function.BiConsumer;
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
    private final Map<String, Left> expected = new HashMap<>();
    private Set<Told> answered = Set.of();
    private Set<Told> answer = Set.of();
    private @Nullable Instant asked;

    /** Asks who ended in a span. */
    interface Question {
        void endedBetween(Instant from, Instant until, Consumer<JobEvent> to) throws IOException, InterruptedException;
    }

    /** A job that left the queue after an instant. */
    private record Left(SlurmJob job, Instant after) {}

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

    /** Jobs that are in the queue have not left it. */
    void present(Set<String> jobs) {
        expected.keySet().removeAll(jobs);
    }

    /** Jobs that were in the queue at an instant, and soon after were not. */
    void expect(List<SlurmJob> jobs, Instant since) {
        jobs.forEach(job -> expected.putIfAbsent(job.id(), new Left(job, since)));
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
        for (Left missing : expected.values()) {
            Instant earlier = missing.after().minus(overlap);
            from = earlier.isBefore(from) ? earlier : from;
        }
        return from.isBefore(earliest) ? earliest : from;
    }

    /** The brokers have what the last question brought. */
    void sent(Instant now) {
        asked = now;
        answered = answer;
        answered.forEach(told -> expected.remove(told.job()));
        expected.values().removeIf(job -> isOverdue(job, now));
    }

    /**
     * Hands on the jobs that are waited for no longer. They have ended, and nobody else will say so: the source that saw them
     * go says that it still sees the others.
     *
     * @param gone hears of a job and when it was last in the queue
     */
    void giveUp(Instant now, BiConsumer<SlurmJob, Instant> gone) {
        for (Left left : expected.values()) {
            String job = left.job().id();
            if (isOverdue(left, now)
                    && answer.stream().noneMatch(told -> told.job().equals(job))) {
                notices.once(
                        "job " + job,
                        "job " + job + " left the queue after " + left.after()
                                + ", and accounting knows no end of it; Fairway takes that instant for its end");
                gone.accept(left.job(), left.after());
            }
        }
    }

    private boolean isOverdue(Left left, Instant now) {
        return left.after().isBefore(now.minus(lookback));
    }
}
