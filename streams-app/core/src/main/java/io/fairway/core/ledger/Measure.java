package io.fairway.core.ledger;

import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.DecayLaws;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A way to count usage: how it decays, and the things it charges. Immutable. */
public final class Measure {
    private final String name;
    private final DecayLaws laws;
    private final Kind kind;
    private final boolean keepsBypassed;
    private final NavigableMap<Long, ChargingRules> history;
    /** The only rules there are; null if they changed. Each event asks for rules, and most measures never change. */
    private final @Nullable ChargingRules only;

    /** The kind of use that is charged. */
    public enum Kind {
        /** Allocated TRES by billing weights, for as long as a run has them. */
        BILLING_TRES,
        /** CPU time used, spread evenly over the run. */
        CPU_TIME,
        /** CPU time used: each increment from its report on, and the rest at the end of the run (LSF). */
        REPORTED_CPU_TIME,
        /** TRES of unfinished runs; the end of a run removes its part of the usage. */
        UNFINISHED_RUN,
        /**
         * TRES in use by unfinished runs: the memory of the newest sample of each host, and what is allocated of everything
         * else. Without a sample of memory, all that is allocated. Only the present rate has a meaning: it holds from the
         * start of the run on (LSF's memory adjustment).
         */
        USED_RUN,
        /** The whole use of a run, as one amount at its end (LSF's historical run time). */
        FINISHED_RUN,
        /**
         * The use of a run over the time in which it ran, counted once the run has ended (the same with
         * RUN_TIME_DECAY=Y).
         */
        FINISHED_RUN_SPREAD,
        /** The use of an ended run, extended to its time limit, as one amount at its end; nothing without a limit. */
        REQUESTED_RUN,
        /** The remaining run time of an unfinished run; the rate is that time in seconds (LSF). */
        COMMITTED_RUN_TIME,
        /** TRES reserved for a waiting job. */
        RESERVED,
        /** TRES of a job that went to another cluster; they count for the length of the lease. */
        FORWARDED;

        /** Whether it charges runs, rather than jobs that do not run here. */
        public boolean isOfRuns() {
            return this != RESERVED && this != FORWARDED;
        }

        /** Whether it accumulates usage, so that a refund or a credit has a meaning. */
        public boolean accumulates() {
            return this == BILLING_TRES || this == CPU_TIME || this == REPORTED_CPU_TIME;
        }
    }

    /** A measure whose law never changes, and that does not count how often jobs were overtaken. */
    public Measure(String name, DecayLaw law, Kind kind, NavigableMap<Long, ChargingRules> history) {
        this(name, DecayLaws.of(law), kind, false, history);
    }

    /**
     * A measure.
     *
     * @param name unique within a domain
     * @param laws how usage decays, law by law
     * @param kind the kind of use that is charged
     * @param keepsBypassed whether jobs keep the number of times they were overtaken, which stores one fact each time
     * @param history the charging rules by the instant from which they hold, at least one; the first also holds before it
     */
    public Measure(
            String name, DecayLaws laws, Kind kind, boolean keepsBypassed, NavigableMap<Long, ChargingRules> history) {
        if (history.isEmpty()) {
            throw new IllegalArgumentException("measure " + name + ": must have charging rules");
        }
        this.name = name;
        this.laws = laws;
        this.kind = kind;
        this.keepsBypassed = keepsBypassed;
        this.history = Collections.unmodifiableNavigableMap(new TreeMap<>(history));
        only = history.size() == 1 ? history.firstEntry().getValue() : null;
    }

    /** Unique within a domain. */
    public String name() {
        return name;
    }

    /** How usage decays, law by law. */
    public DecayLaws laws() {
        return laws;
    }

    /** The kind of use that is charged. */
    public Kind kind() {
        return kind;
    }

    /** Whether jobs keep the number of times they were overtaken. */
    public boolean keepsBypassed() {
        return keepsBypassed;
    }

    /** The charging rules by the instant from which they hold; the first also holds before it. */
    public NavigableMap<Long, ChargingRules> history() {
        return history;
    }

    /** The rules in force at {@code time}. */
    public ChargingRules at(long time) {
        if (only != null) {
            return only;
        }
        Map.Entry<Long, ChargingRules> entry = history.floorEntry(time);
        return (entry == null ? history.firstEntry() : entry).getValue();
    }
}
