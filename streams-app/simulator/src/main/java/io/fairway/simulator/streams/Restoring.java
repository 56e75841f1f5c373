package io.fairway.simulator.streams;

import io.fairway.simulator.broker.LogEntry;
import io.fairway.simulator.broker.PartitionLog;
import io.fairway.simulator.broker.SimulatedBroker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Fills the stores of a task from their changelogs. */
record Restoring(SimulatedBroker broker, Wiring wiring) {
    static String changelog(String store) {
        return store + "-changelog";
    }

    /** The ends of the changelogs of a task, up to which everything is committed or rolled back. */
    Map<String, Long> ends(TaskKey task, TaskStores stores) {
        Map<String, Long> ends = new HashMap<>();
        for (String store : stores.names()) {
            ends.put(store, broker.log(changelog(store), task.partition()).stableEnd());
        }
        return ends;
    }

    /**
     * Whether nobody writes to the changelogs of a task. Kafka Streams restores up to the last record, not to the last that
     * is committed (KAFKA-10167): it waits for whoever had the task before and has not ended its transaction.
     */
    boolean isStable(TaskKey task) {
        return TaskStores.namesOf(task).stream()
                .map(store -> broker.log(changelog(store), task.partition()))
                .allMatch(log -> log.stableEnd() == log.end());
    }

    /**
     * Fills a store.
     *
     * @param from the offset of its changelog up to which it has it already
     * @param most so many records at most
     * @return the offset up to which it has it now
     */
    long restore(TaskKey task, TaskStores stores, String store, long from, int most) {
        boolean committed = wiring.restoresCommittedOnly();
        PartitionLog log = broker.log(changelog(store), task.partition());
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
            broker.log(changelog(store), task.partition()).committed().forEach(entry -> restored.restore(store, entry));
            String difference = stores.difference(restored, store);
            if (difference != null) {
                lost.add(difference);
            }
        }
        return lost;
    }
}
