package io.fairway.simulator.schedule;

/** What is wrong in the world around the application, of what it trusts ({@code docs/trust.md}). */
public enum Wrong {
    /** Clocks of instances step and drift, by minutes to years. */
    MACHINES_CLOCKS,
    /** Brokers stamp records with times that are minutes to years off. */
    BROKERS_CLOCKS,
    /** A topic has CreateTime for a while, and somebody copies old records into it. */
    TIMESTAMP_TYPE,
    /** Tables are compacted, tombstones included, and somebody begins anew on what is left. */
    COMPACTION,
    /** Sources that see which jobs run stop, and begin anew. */
    SOURCES
}
