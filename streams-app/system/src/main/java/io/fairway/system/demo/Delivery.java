package io.fairway.system.demo;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * What the cluster delivered to each user, looked at over two spans: the one that the verdict judges, from the end of the
 * warm-up on, and the last seconds. Pure: it is told what was delivered by when.
 */
final class Delivery {
    private final long recentMillis;
    private final ArrayDeque<Reading> recent = new ArrayDeque<>();
    private Reading first;
    private Reading last;

    /** What each user got from the start of the cluster to an instant, in processor-milliseconds. */
    record Reading(long time, Map<SimulatedJob.Owner, Long> delivered) {
        Reading {
            delivered = Map.copyOf(delivered);
        }
    }

    /**
     * Nothing delivered yet.
     *
     * @param start of the cluster
     * @param recentMillis how long the last seconds are
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
        // The oldest is the newest one that is not within the span, so that the span is covered.
        while (recent.size() > 2 && second(recent).time() <= reading.time() - recentMillis) {
            recent.remove();
        }
    }

    private static Reading second(ArrayDeque<Reading> readings) {
        var each = readings.iterator();
        each.next();
        return each.next();
    }

    /** Says that the warm-up is over: what was delivered up to the last reading does not count. */
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
