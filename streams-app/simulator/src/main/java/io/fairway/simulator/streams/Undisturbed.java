package io.fairway.simulator.streams;

import io.fairway.core.stored.OpenRows;
import io.fairway.core.stored.StateCodec;
import io.fairway.core.stored.StoredLine;
import io.fairway.core.time.BrokerTime;
import io.fairway.engine.store.Stores;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * A domain task to which nothing happens. It does what was committed elsewhere, each record once, in the same order and at
 * the same times, and is never interrupted, restored or short of time. It evaluates trees only as it begins: what the laws
 * compare does not depend on that.
 */
public final class Undisturbed {
    /** The brokers' time before any record has shown it, epoch milliseconds: a clock that it bounds goes nowhere. */
    private static final long NOT_YET = -1;

    private final Application application;
    private final BrokerTime brokerTime;
    private final StreamTask task;
    private final Map<String, Long> next = new TreeMap<>();
    private final List<Sent> sent = new ArrayList<>();
    private final LateJobs lateJobs = new LateJobs();
    private boolean begun;

    /** A record that it sent. */
    public record Sent(
            String topic, @Nullable Object key, @Nullable Object value, Headers headers) {}

    public Undisturbed(TaskKey key, Application disturbed) {
        application = disturbed.withoutResults();
        brokerTime = application.brokerTime(() -> 0);
        ProcessParts program = application.program(brokerTime);
        TaskRoom room = new TaskRoom(key, application.wiring(), program, Changelog.NONE, this::send, () -> false);
        task = new StreamTask(key, application, program, brokerTime, room, () -> 0);
    }

    private void send(String node, Record<?, ?> record) {
        sent.add(new Sent(
                application.target(node, record, task.key().partition()).topic(),
                record.key(),
                record.value(),
                record.headers()));
    }

    /** Does the same. */
    public void follow(List<Done> steps) {
        for (Done step : steps) {
            long clock = step.at().clock();
            long brokers = step.at().brokers();
            brokerTime.acknowledged(task.key().partition(), brokers == BrokerTime.UNTOLD ? NOT_YET : brokers);
            if (!begun) {
                begun = true;
                task.begin(clock);
            }
            switch (step) {
                case Done.Took took -> {
                    if (took.entry().offset() >= next.getOrDefault(took.topic(), 0L)) {
                        next.put(took.topic(), took.entry().offset() + 1);
                        task.process(took.topic(), took.entry(), clock);
                    }
                }
                case Done.Punctuated punctuated -> {
                    // As long as nobody knows the time, a turn does nothing.
                    if (punctuated.turn() && brokers != BrokerTime.UNTOLD) {
                        task.turnNow(clock);
                    }
                }
            }
        }
        task.stores().flush();
        task.done().clear();
    }

    /** What it sent since this was last asked. */
    public List<Sent> takeSent() {
        List<Sent> taken = List.copyOf(sent);
        sent.clear();
        return taken;
    }

    public TaskStores stores() {
        return task.stores();
    }

    /**
     * The entries in which the stores of a task differ from its own, of those that changed in either since this was last
     * asked.
     *
     * @param names of the stores to compare
     * @param late whether jobs may have changed before the other task knew the time: see {@link LateJobs}
     */
    public List<String> differences(TaskStores other, List<String> names, boolean late) {
        Map<String, Set<String>> touched = new HashMap<>(task.stores().takeTouched());
        other.takeTouched()
                .forEach((store, keys) ->
                        touched.computeIfAbsent(store, name -> new HashSet<>()).addAll(keys));
        List<String> differences = new ArrayList<>();
        for (String store : names) {
            Map<String, String> ofStore = new TreeMap<>();
            for (String key : touched.getOrDefault(store, Set.of())) {
                byte[] own = task.stores().value(store, key);
                byte[] others = other.value(store, key);
                if (!TaskStores.same(unsent(store, own), unsent(store, others))
                        && !isLate(store, key, own, others, late)) {
                    ofStore.put(key, store + " " + key + ": " + size(others) + ", undisturbed " + size(own));
                }
            }
            differences.addAll(ofStore.values());
        }
        return differences;
    }

    /** The entries of a store that differ in the stores of a task. */
    public List<String> differences(TaskStores other, String store) {
        return other.differences(task.stores(), store).stream()
                .filter(key -> !isLate(store, key, task.stores().value(store, key), other.value(store, key), false))
                .map(key -> store + " " + key)
                .toList();
    }

    private boolean isLate(
            String store, String key, byte @Nullable [] own, byte @Nullable [] others, boolean changedLate) {
        return store.equals(Stores.ACTIVE_JOBS.name())
                && (changedLate ? lateJobs.changed(key, own, others) : lateJobs.isSame(key, own, others));
    }

    /**
     * Usage by itself: when it is sent depends on slices, and other laws judge that. A line that holds nothing is none: whether a run
     * was ever open on it depends on when the task looked, between a renewed lease and its end.
     */
    private static byte @Nullable [] unsent(String store, byte @Nullable [] value) {
        if (store.equals(Stores.LINES.name()) && value != null && holdsNothing(StoredLine.read(value))) {
            return null;
        }
        boolean usage = store.equals(Stores.LINES.name()) || store.equals(Stores.RINGS.name());
        return usage && value != null ? StateCodec.unsent(value) : value;
    }

    private static boolean holdsNothing(StoredLine stored) {
        return stored.line().isEmpty()
                && stored.line().since() == 0
                && stored.rows().equals(OpenRows.NONE);
    }

    private static String size(byte @Nullable [] value) {
        return value == null ? "nothing" : value.length + " bytes";
    }
}
