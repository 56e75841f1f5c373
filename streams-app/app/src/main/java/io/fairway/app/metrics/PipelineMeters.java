package io.fairway.app.metrics;

import io.fairway.core.model.JobEventType;
import io.fairway.engine.EvaluatedDomain;
import io.fairway.engine.ProcessorWatch;
import io.fairway.schemas.Topic;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Counts the events of the processors, and keeps what they last published of each domain. All counters exist from the start. */
final class PipelineMeters implements ProcessorWatch {
    /** The kinds of dead letters, as in the documents. */
    private static final List<String> KINDS =
            List.of("undecodable", "impossible", "cluster", "time", "refused", "misrouted");

    private static final List<Topic> SENT = List.of(
            Topic.USAGE,
            Topic.FAIRSHARE,
            Topic.RANKS,
            Topic.PRIORITIES,
            Topic.ORDERS,
            Topic.HEARTBEATS,
            Topic.MISROUTED,
            Topic.DEAD_LETTERS);

    private final MeterRegistry registry;
    private final Map<JobEventType, Counter> events = new EnumMap<>(JobEventType.class);
    private final Map<Topic, Counter> sent = new EnumMap<>(Topic.class);
    private final Map<String, Counter> deadLetters = new ConcurrentHashMap<>();
    private final Counter duplicates;
    private final Counter reread;
    private final Counter wrongAppendTimes;
    private final Timer evaluations;
    private final Map<String, EvaluatedDomain> domains = new ConcurrentHashMap<>();

    PipelineMeters(MeterRegistry registry) {
        this.registry = registry;
        for (JobEventType type : JobEventType.values()) {
            String name = type.name().toLowerCase(Locale.ROOT);
            events.put(type, counter("fairway.events", "Job events and samples that came in.", "type", name));
        }
        for (Topic topic : SENT) {
            sent.put(topic, counter("fairway.records.sent", "Records and tombstones sent.", "topic", topic.suffix()));
        }
        KINDS.forEach(this::deadLetters);
        duplicates = Counter.builder("fairway.duplicates")
                .description("Events and adjustments that changed nothing.")
                .register(registry);
        reread = Counter.builder("fairway.reread")
                .description("Records that were read again although they are applied, and skipped.")
                .register(registry);
        wrongAppendTimes = Counter.builder("fairway.wrong.append.times")
                .description("Events whose append time contradicts those before it: the clock of a broker is off.")
                .register(registry);
        evaluations = Timer.builder("fairway.evaluation")
                .description("Time to evaluate one share tree under one policy.")
                .register(registry);
    }

    private Counter counter(String name, String help, String label, String value) {
        return Counter.builder(name).description(help).tag(label, value).register(registry);
    }

    private Counter deadLetters(String kind) {
        return deadLetters.computeIfAbsent(
                kind,
                k -> counter("fairway.dead.letters", "Dead letters sent; those of kind time were late.", "kind", k));
    }

    /** How many dead letters of each kind were sent since this instance started. */
    SortedMap<String, Long> deadLetters() {
        SortedMap<String, Long> counts = new TreeMap<>();
        deadLetters.forEach((kind, counter) -> counts.put(kind, (long) counter.count()));
        return counts;
    }

    /** The last publication of each domain of this instance. */
    Collection<EvaluatedDomain> domains() {
        return domains.values();
    }

    @Override
    public void event(JobEventType type) {
        increment(events.get(type));
    }

    @Override
    public void duplicate() {
        duplicates.increment();
    }

    @Override
    public void reread() {
        reread.increment();
    }

    @Override
    public void wrongAppendTime() {
        wrongAppendTimes.increment();
    }

    @Override
    public void deadLetter(String kind) {
        deadLetters(kind).increment();
    }

    @Override
    public void sent(Topic topic) {
        increment(sent.get(topic));
    }

    private static void increment(@Nullable Counter counter) {
        if (counter != null) {
            counter.increment();
        }
    }

    @Override
    public void evaluated(long nanos) {
        evaluations.record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void publish(EvaluatedDomain snapshot) {
        domains.put(snapshot.domain(), snapshot);
    }

    /** Another thread may have taken the task over, and published before this one ended. */
    @Override
    public void withdraw(EvaluatedDomain snapshot) {
        domains.computeIfPresent(snapshot.domain(), (domain, last) -> isSame(last, snapshot) ? null : last);
    }

    @SuppressWarnings("ReferenceEquality") // what this task published, not what looks like it
    private static boolean isSame(EvaluatedDomain one, EvaluatedDomain other) {
        return one == other;
    }
}
