package io.fairway.trial.demo;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * The time that the cluster delivered to each user, over two spans: the judged one, from the end of the warm-up, and the last
 * seconds. It has no clock: the caller gives the readings.
 */
final class Delivery {
    private final long recentMillis;
    private final ArrayDeque<Reading> recent = new ArrayDeque<>();
    private Reading first;
    private Reading last;

    /** The time that each user got from the start of the cluster to an instant, in processor-milliseconds. */
    record Reading(long time, Map<SimulatedJob.Owner, Long> delivered) {
        Reading {
            delivered = Map.copyOf(delivered);
        }
    }

    /**
     * A delivery of nothing yet.
     *
     * @param start the start of the cluster
     * @param recentMillis the length of the last seconds
     */
    Delivery(long start, long recentMillis) {
        this.recentMillis = recentMillis;
        first = new Reading(start, Map.of());
        last = first;
        recent.add(first);
    }

    /** Takes a reading; later than the one before. */
    void read(Reading reading) {
        last = reading;
        recent.add(reading);
        // The oldest reading to keep is the newest one before the span, so that the readings cover the span.
        while (recent.size() > 2 && second(recent).time() <= reading.time() - recentMillis) {
            recent.remove();
        }
    }

    private static Reading second(ArrayDeque<Reading> readings) {
        var each = readings.iterator();
        each.next();
        return each.next();
    }

    /** Ends the warm-up: the time delivered up to the last reading does not count. */
    void judgeFromHere() {
        first = last;
    }

    /** Processor-milliseconds in the judged span, by user. */
    Map<SimulatedJob.Owner, Long> judged() {
        return between(first, last);
    }

    /** Length of the judged span so far. */
    long judgedMillis() {
        return last.time() - first.time();
    }

    /** Processor-milliseconds in the last seconds, by user. */
    Map<SimulatedJob.Owner, Long> recent() {
        return between(recent.getFirst(), last);
    }

    private static Map<SimulatedJob.Owner, Long> between(Reading from, Reading to) {
        Map<SimulatedJob.Owner, Long> difference = new HashMap<>();
        to.delivered()
                .forEach((owner, millis) ->
                        difference.put(owner, millis - from.delivered().getOrDefault(owner, 0L)));
        return difference;
    }
}
