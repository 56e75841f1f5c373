package io.fairway.core.ledger;

import io.fairway.core.usage.DecayLaw;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A way to count usage: a decay law with what is charged.
 *
 * @param name unique within a domain
 * @param law how usage is forgotten; it never changes under one name
 * @param kind what is charged
 * @param keepsBypassed whether it is known of jobs how often they were overtaken, which costs a fact each time
 * @param history the charging rules by the instant from which they hold, at least one; the first also holds before it
 */
public record Measure(
        String name, DecayLaw law, Kind kind, boolean keepsBypassed, NavigableMap<Long, ChargingRules> history) {
    /** What is charged. */
    public enum Kind {
        /** Allocated TRES by billing weights, for as long as they are held. */
        BILLING_TRES,
        /** CPU time used, spread evenly over the run. */
        CPU_TIME,
        /** CPU time used, each increment from when it was reported, and what is left at the end of the run (LSF). */
        REPORTED_CPU_TIME,
        /** TRES that runs hold as long as they have not ended; when a run ends its share of the usage goes. */
        UNFINISHED_RUN,
        /** What a run held, as one amount at its end (LSF's historical run time). */
        FINISHED_RUN,
        /** What a run held, from when it held it, but not before the run has ended (the same with RUN_TIME_DECAY=Y). */
        FINISHED_RUN_SPREAD,
        /** What a run that has ended could have held until its time limit, as one amount at its end; nothing without a limit. */
        REQUESTED_RUN,
        /** What is left of the run time that an unfinished run may take; the rate is that time in seconds (LSF). */
        COMMITTED_RUN_TIME,
        /** TRES that are held for a waiting job. */
        RESERVED,
        /** TRES of a job that went to another cluster; the lease is how long they count. */
        FORWARDED;

        /** Whether it is about runs, and not about jobs that do not run here. */
        public boolean isOfRuns() {
            return this != RESERVED && this != FORWARDED;
        }

        /** Whether it adds up what was used, so that a refund or a credit means something. */
        public boolean accumulates() {
            return this == BILLING_TRES || this == CPU_TIME || this == REPORTED_CPU_TIME;
        }
    }

    /** A measure for which it is not known how often jobs were overtaken. */
    public Measure(String name, DecayLaw law, Kind kind, NavigableMap<Long, ChargingRules> history) {
        this(name, law, kind, false, history);
    }

    public Measure {
        if (history.isEmpty()) {
            throw new IllegalArgumentException("measure " + name + " has no charging rules");
        }
        history = java.util.Collections.unmodifiableNavigableMap(new TreeMap<>(history));
    }

    /** The rules in force at {@code time}. */
    public ChargingRules at(long time) {
        Map.Entry<Long, ChargingRules> entry = history.floorEntry(time);
        return (entry == null ? history.firstEntry() : entry).getValue();
    }
}
