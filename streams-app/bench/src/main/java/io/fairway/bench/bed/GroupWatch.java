package io.fairway.bench.bed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Follows a program through a backlog from outside: how far its group has committed, and what its process and that of
 * the broker have used by then. Floors and Fairway are measured by the same watch.
 */
public final class GroupWatch {
    /** The compiler has done most of its work in the first part of a backlog, which therefore does not count. */
    public static final double WARM = 0.4;

    private static final Duration STEP = Duration.ofMillis(50);

    /**
     * A look.
     *
     * @param nanos when, on the clock of {@link System#nanoTime}
     * @param done records of the backlog that are committed
     * @param process seconds that the program has used
     * @param broker seconds that the broker and the bench have used
     */
    public record Reading(long nanos, long done, double process, double broker) {}

    private final List<Reading> marks;
    private final long events;

    private GroupWatch(List<Reading> marks, long events) {
        this.marks = marks;
        this.events = events;
    }

    /**
     * Watches until the group has committed so many records, or the time is over.
     *
     * @throws IllegalStateException if the program ends before
     */
    public static GroupWatch follow(
            Testbed bed, BenchChild child, String group, Collection<String> topics, long events, Duration limit)
            throws InterruptedException {
        return follow(bed, child, group, topics, events, limit, done -> {});
    }

    /** As above. {@code looked} is told with each look how many records are committed. */
    public static GroupWatch follow(
            Testbed bed,
            BenchChild child,
            String group,
            Collection<String> topics,
            long events,
            Duration limit,
            LongConsumer looked)
            throws InterruptedException {
        List<Reading> marks = new ArrayList<>();
        long own = ProcessHandle.current().pid();
        long begun = System.nanoTime();
        while (true) {
            child.requireAlive();
            long done = bed.committed(group, topics);
            marks.add(new Reading(
                    System.nanoTime(), done, ProcessorTime.seconds(child.pid()), ProcessorTime.wholeSeconds(own)));
            looked.accept(done);
            if (done >= events || System.nanoTime() - begun >= limit.toNanos()) {
                return new GroupWatch(List.copyOf(marks), events);
            }
            Thread.sleep(STEP.toMillis());
        }
    }

    /** A watch that somebody else kept. */
    public static GroupWatch of(List<Reading> marks, long events) {
        return new GroupWatch(marks, events);
    }

    /** Whether it came to the end of the backlog. */
    public boolean isComplete() {
        return done() >= events;
    }

    /** How many records are committed. */
    public long done() {
        return marks.get(marks.size() - 1).done();
    }

    /** Seconds from the first look to the last one. */
    public double seconds() {
        return (marks.get(marks.size() - 1).nanos() - marks.get(0).nanos()) / 1e9;
    }

    /** The cost of an event after the first {@link #WARM} of what was done. */
    public Cost cost() {
        return cost(WARM);
    }

    /** @param from the part of what was done that does not count, 0 to 1 */
    public Cost cost(double from) {
        Reading last = marks.get(marks.size() - 1);
        Reading first = marks.get(0);
        for (Reading mark : marks) {
            // With a tiny backlog, the first look after the warm part is the last one.
            if (mark.done() < last.done() && first.done() < last.done() * from) {
                first = mark;
            }
        }
        double n = last.done() - first.done();
        if (n <= 0) {
            return new Cost(Double.NaN, Double.NaN, Double.NaN);
        }
        return new Cost(
                (last.process() - first.process()) * 1e6 / n,
                (last.broker() - first.broker()) * 1e6 / n,
                n / ((last.nanos() - first.nanos()) / 1e9));
    }
}
