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
 * @param history the charging rules by the instant from which they hold, at least one; the first also holds before it
 */
public record Measure(String name, DecayLaw law, Kind kind, NavigableMap<Long, ChargingRules> history) {
    /** What is charged. */
    public enum Kind {
        /** Allocated TRES by billing weights, for as long as they are held. */
        BILLING_TRES,
        /** CPU time used, spread evenly over the run. */
        CPU_TIME
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
