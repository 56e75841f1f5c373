package io.fairway.simulator.streams;

import io.fairway.simulator.broker.LogEntry;
import io.fairway.simulator.broker.PartitionLog;
import io.fairway.simulator.broker.SimulatedBroker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Fills the stores of a task from their changelogs. */
record Restoring(SimulatedBroker broker, Wiring wiring) {
    static String changelog(String store) {
        return store + "-changelog";
    }

    /**
     * Fills stores.
     *
     * @param from the offset of each changelog up to which its store has it already
     */
    void restore(TaskKey task, TaskStores stores, Map<String, Long> from) {
        boolean committed = wiring.restoresCommittedOnly();
        for (String store : stores.names()) {
            PartitionLog log = broker.log(changelog(store), task.partition());
            long offset = from.getOrDefault(store, 0L);
            LogEntry entry = committed ? log.next(offset) : log.nextUncommitted(offset);
            while (entry != null) {
                if (wiring.restores(store, entry)) {
                    stores.restore(store, entry);
                }
                long next = entry.offset() + 1;
                entry = committed ? log.next(next) : log.nextUncommitted(next);
            }
        }
    }

    /** The stores that differ from what their changelogs have. */
    List<String> lost(TaskKey task, TaskStores stores) {
        TaskStores restored = new TaskStores(task, Wiring.SOUND, Changelog.NONE, List.of(), () -> false);
        List<String> lost = new ArrayList<>();
        for (String store : stores.names()) {
            broker.log(changelog(store), task.partition())
                    .committed()
                    .forEach(entry -> restored.restore(store, entry));
            String difference = stores.difference(restored, store);
            if (difference != null) {
                lost.add(difference);
            }
        }
        return lost;
    }
}
