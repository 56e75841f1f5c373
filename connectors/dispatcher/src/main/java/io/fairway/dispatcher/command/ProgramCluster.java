package io.fairway.dispatcher.command;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.core.model.JobKey;
import io.fairway.dispatcher.cluster.SlotCluster;
import io.fairway.dispatcher.order.ChosenJob;
import io.fairway.dispatcher.order.Cluster;
import io.fairway.dispatcher.order.SiteHosts;
import io.fairway.dispatcher.running.RunningJobs;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clusters whose jobs a program of the site starts. Their processors are counted as {@link SlotCluster} does; the program
 * gets a line for each start that is on record, and answers with a line.
 *
 * <p>A start that it refuses, or does not answer again and again, is taken back by a REQUEUED event, and the job is offered
 * again later. A program that ends or stands still is started again, and gets the unanswered lines once more, see
 * {@link StartQueue}: it must take a start with the same cluster, job and start time only once.
 *
 * <p>When the dispatcher ends, what was not asked for is taken back, and what is not answered soon.
 */
public final class ProgramCluster implements Cluster, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ProgramCluster.class);
    private static final int MAX_UNANSWERED = 1_000;
    /** The process has half a minute to end, in which the ends of starts must get on record too. */
    private static final long MAX_ENDING_MILLIS = 10_000;

    private final Cluster slots;
    private final Program program;
    private final long answerMillis;
    private final long againMillis;
    private final Consumer<String> listener;
    private final StartQueue lines = new StartQueue();
    private final List<JobEvent> undone = new ArrayList<>();
    private final Map<JobKey, Long> refusedUntil = new HashMap<>();
    private long lastId;
    private long endsAt = Long.MAX_VALUE;

    /**
     * Starts the program at the first job.
     *
     * @param slots counts the processors, or the slots of the hosts
     * @param command the program and its arguments
     * @param answer how long to wait for an answer
     * @param again how long a refused job is left alone
     * @param listener gets what the program answers, a line at a time
     */
    public ProgramCluster(
            Cluster slots, List<String> command, Duration answer, Duration again, Consumer<String> listener) {
        this.slots = slots;
        this.program = new Program(command);
        answerMillis = answer.toMillis();
        againMillis = again.toMillis();
        this.listener = listener;
    }

    @Override
    public boolean hasRoom() {
        return lines.size() < MAX_UNANSWERED;
    }

    @Override
    public boolean fits(ChosenJob job) {
        return slots.fits(job);
    }

    @Override
    public String whyNot(ChosenJob job) {
        return refusedUntil.containsKey(job.key())
                ? "the program did not start it, and is asked again later"
                : slots.whyNot(job);
    }

    @Override
    public double wouldHold(ChosenJob job) {
        return slots.wouldHold(job);
    }

    @Override
    public @Nullable JobEvent start(ChosenJob job, long now) {
        return refusedUntil.getOrDefault(job.key(), Long.MIN_VALUE) > now ? null : slots.start(job, now);
    }

    @Override
    public void carryOut(ChosenJob job, JobEvent event) {
        lines.add(StartLine.first(++lastId, job, event));
    }

    @Override
    public List<JobKey> again(long now) {
        List<JobKey> over = refusedUntil.entrySet().stream()
                .filter(each -> each.getValue() <= now)
                .map(Map.Entry::getKey)
                .toList();
        over.forEach(refusedUntil::remove);
        return Stream.concat(over.stream(), slots.again(now).stream()).toList();
    }

    @Override
    public List<JobEvent> reports(String domain, long now) {
        talk(now);
        return undone.stream().filter(event -> event.getDomain().equals(domain)).toList();
    }

    @Override
    public void reported(List<JobEvent> events) {
        // They were signed meanwhile: the run tells them.
        undone.removeIf(mine -> events.stream().anyMatch(event -> isSame(mine, event)));
    }

    private static boolean isSame(JobEvent one, JobEvent other) {
        return one.getDomain().equals(other.getDomain())
                && one.getCluster().equals(other.getCluster())
                && one.getJob().equals(other.getJob())
                && one.getTime().equals(other.getTime());
    }

    @Override
    public boolean isSettled() {
        return lines.size() == 0 && undone.isEmpty();
    }

    @Override
    public void end(long now) {
        endsAt = Math.min(endsAt, now + Math.min(answerMillis, MAX_ENDING_MILLIS));
        lines.drainUnsent().forEach(line -> undo(line, "the dispatcher ends", now));
        if (now >= endsAt && lines.waits()) {
            program.kill();
            lines.drain().forEach(line -> undo(line, "it did not answer, and the dispatcher ends", now));
        }
    }

    @Override
    public @Nullable SiteHosts hosts() {
        return slots.hosts();
    }

    @Override
    public void follow(RunningJobs jobs) {
        slots.follow(jobs);
    }

    /** Reads answers, writes lines, and looks after the program. */
    private void talk(long now) {
        for (String line = program.read(now); line != null; line = program.read(now)) {
            read(line, now);
        }
        StartLine late = lines.late(now, answerMillis);
        if (late != null) {
            program.failed(now, "no answer to the start of " + name(late) + " within " + answerMillis + " ms");
        }
        boolean isDue = lines.size() > 0;
        if (isDue && !program.isRunning()) {
            repeat(late, now);
        }
        if (isDue && endsAt == Long.MAX_VALUE && program.isUp(now)) {
            write(now);
        }
    }

    private void write(long now) {
        StartLine line = lines.next();
        while (line != null && program.write(line.text(), now)) {
            lines.written(now);
            line = lines.next();
        }
    }

    /** The program is new, or will be: it knows nothing of what was asked. */
    private void repeat(@Nullable StartLine late, long now) {
        StartLine given = lines.failed(late);
        if (given != null) {
            undo(given, "it was asked " + given.attempt() + " times and did not answer", now);
        }
    }

    private void read(String text, long now) {
        if (text.isBlank()) {
            return;
        }
        AnswerLine answer;
        try {
            answer = AnswerLine.parse(text);
        } catch (IllegalArgumentException e) {
            log.warn("a line of the program is skipped: {}", e.getMessage());
            return;
        }
        StartLine line = lines.answered(answer.id(), now);
        if (line == null) {
            log.warn("a line of the program is skipped: no start with id {} waits for an answer", answer.id());
            return;
        }
        switch (answer.answer()) {
            case STARTED -> listener.accept("started " + name(line));
            case REFUSED -> undo(line, answer.reason(), now);
            case ERROR -> afterError(line, answer.reason(), now);
        }
    }

    private void afterError(StartLine line, String why, long now) {
        if (line.tries() + 1 < StartQueue.MAX_TRIES) {
            lines.add(line.afterError());
        } else {
            undo(line, why, now);
        }
    }

    private void undo(StartLine line, String why, long now) {
        JobKey job = line.job().key();
        long start = line.event().getTime().toEpochMilli();
        refusedUntil.put(job, now + againMillis);
        undone.add(JobEvent.newBuilder()
                .setDomain(job.domain())
                .setCluster(job.cluster())
                .setJob(job.job())
                .setType(JobEventType.REQUEUED)
                .setTime(Instant.ofEpochMilli(start + 1))
                .setRun(line.event().getTime())
                .build());
        listener.accept("not started " + name(line) + (why.isEmpty() ? "" : ": " + why));
    }

    private static String name(StartLine line) {
        return line.job().key().cluster() + "/" + line.job().key().job();
    }

    @Override
    public void close() {
        program.close();
    }
}
