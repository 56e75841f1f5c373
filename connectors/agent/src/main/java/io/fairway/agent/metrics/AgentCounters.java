package io.fairway.agent.metrics;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** What the agent counts, from its start on, and gauges that are asked when somebody reads them. */
public final class AgentCounters {
    /** A counter; its name in lower case is that of the metric. */
    public enum Name {
        /** Events written to the outbox. */
        EVENTS("Events written to the outbox."),
        /** Events that neither disk nor memory took. */
        EVENTS_REFUSED("Events that neither disk nor memory took; their senders were told."),
        /** Events that a broker has. */
        EVENTS_SENT("Events that a broker has."),
        /** Samples written to the outbox. */
        SAMPLES("Samples written to the outbox."),
        /** Samples that a broker has. */
        SAMPLES_SENT("Samples that a broker has."),
        /** Samples dropped unsent. */
        SAMPLES_DROPPED("Samples dropped unsent: the outbox was full, or the disk."),
        /** Grid points without a sample, because the agent or the host stood still. */
        POINTS_MISSED("Points of the clock grid that passed without samples."),
        /** Writes to the outbox that failed. */
        DISK_FAILURES("Writes to the outbox that failed."),
        /** Attempts to send that failed. */
        SEND_FAILURES("Attempts to send that failed; each is repeated."),
        /** Counter files that could not be read. */
        UNREADABLE_FILES("Counter files that could not be read."),
        /** Messages from prologs and epilogs that were refused. */
        BAD_MESSAGES("Messages of prologs and epilogs that were refused."),
        /** Nanoseconds of sampling. */
        SAMPLING_NANOS("Nanoseconds spent on sampling.");

        private final String help;

        Name(String help) {
            this.help = help;
        }
    }

    private record Gauge(String help, LongSupplier value) {}

    private final Map<Name, AtomicLong> counts = new EnumMap<>(Name.class);
    private final Map<String, Gauge> gauges = new TreeMap<>();

    /** All counters at 0, and no gauge. */
    public AgentCounters() {
        for (Name name : Name.values()) {
            counts.put(name, new AtomicLong());
        }
    }

    /** Adds to a counter. */
    public void add(Name name, long more) {
        count(name).addAndGet(more);
    }

    /** The value of a counter. */
    public long get(Name name) {
        return count(name).get();
    }

    private AtomicLong count(Name name) {
        return counts.computeIfAbsent(name, missing -> new AtomicLong());
    }

    /** Adds a gauge; to be called before the first reading. */
    public void gauge(String name, String help, LongSupplier value) {
        gauges.put(name, new Gauge(help, value));
    }

    /** All of it in Prometheus' text format, version 0.0.4. */
    public String text() {
        StringBuilder text = new StringBuilder(2_048);
        counts.forEach((name, count) -> metric(
                text,
                "fairway_agent_" + name.name().toLowerCase(Locale.ROOT) + "_total",
                "counter",
                name.help,
                count.get()));
        gauges.forEach((name, gauge) -> metric(
                text,
                "fairway_agent_" + name,
                "gauge",
                gauge.help(),
                gauge.value().getAsLong()));
        return text.toString();
    }

    private static void metric(StringBuilder text, String name, String type, String help, long value) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
        text.append(name).append(' ').append(value).append('\n');
    }
}
