package io.fairway.simulator.streams;

import io.fairway.simulator.broker.LogEntry;
import io.fairway.simulator.broker.PartitionLog;
import io.fairway.simulator.broker.SimulatedBroker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Fills the stores of a task from their changelogs. */
final class Restoring {
    private static final Map<String, String> CHANGELOGS = new ConcurrentHashMap<>();

    private final SimulatedBroker broker;
    private final Wiring wiring;
    /** The changelogs of each task, by store and in the order of the topology. */
    private final Map<TaskKey, Map<String, PartitionLog>> logs = new HashMap<>();

    Restoring(SimulatedBroker broker, Wiring wiring) {
        this.broker = broker;
        this.wiring = wiring;
    }

    static String changelog(String store) {
        return CHANGELOGS.computeIfAbsent(store, name -> name + "-changelog");
    }

    private Map<String, PartitionLog> logs(TaskKey task) {
        return logs.computeIfAbsent(task, key -> {
            Map<String, PartitionLog> own = new LinkedHashMap<>();
            TaskStores.namesOf(key).forEach(store -> own.put(store, broker.log(changelog(store), key.partition())));
            return own;
        });
    }

    /** The ends of the changelogs of a task, up to which everything is committed or rolled back. */
    Map<String, Long> ends(TaskKey task) {
        Map<String, Long> ends = new HashMap<>();
        logs(task).forEach((store, log) -> ends.put(store, log.stableEnd()));
        return ends;
    }

    /**
     * Whether nobody writes to the changelogs of a task. Kafka Streams restores up to the last record, not to the last that
     * is committed (KAFKA-10167): it waits for whoever had the task before and has not ended its transaction.
     */
    boolean isStable(TaskKey task) {
        for (PartitionLog log : logs(task).values()) {
            if (log.stableEnd() != log.end()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Fills the stores of a task.
     *
     * @param positions the offset of each store's changelog up to which it has it; moved on
     * @param most so many records of each changelog at most
     */
    void restore(TaskKey task, TaskStores stores, Map<String, Long> positions, int most) {
        logs(task).forEach((store, log) -> {
            long from = positions.getOrDefault(store, 0L);
            if (from < log.end()) {
                positions.put(store, restore(stores, store, log, from, most));
            }
        });
    }

    private long restore(TaskStores stores, String store, PartitionLog log, long from, int most) {
        boolean committed = wiring.restoresCommittedOnly();
        long next = from;
        int left = most;
        LogEntry entry = committed ? log.next(next) : log.nextUncommitted(next);
        while (entry != null && left > 0) {
            if (wiring.restores(store, entry)) {
                stores.restore(store, entry);
            }
            left--;
            next = entry.offset() + 1;
            entry = committed ? log.next(next) : log.nextUncommitted(next);
        }
        return entry == null && committed ? Math.max(next, log.stableEnd()) : next;
    }

    /** The stores that differ from what their changelogs have. */
    List<String> lost(TaskKey task, TaskStores stores) {
        TaskStores restored = new TaskStores(task, Wiring.SOUND, Changelog.NONE, List.of(), () -> false);
        List<String> lost = new ArrayList<>();
        for (String store : stores.names()) {
            Objects.requireNonNull(logs(task).get(store)).committed().forEach(entry -> restored.restore(store, entry));
            stores.differences(restored, store).forEach(key -> lost.add(store + " " + key));
        }
        return lost;
    }
}
