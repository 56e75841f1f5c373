package io.fairway.simulator.streams;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** The stores of a task on an instance, and what they know of it: they stay when a standby becomes active, or the reverse. */
final class TaskRoom {
    private final TaskStores stores;
    private final TaskContext context;
    /** Up to where each store has its changelog, as long as nothing writes to it. */
    private final Map<String, Long> positions = new HashMap<>();

    /**
     * Empty stores.
     *
     * @param full whether a cache finds no room left for what is put into it
     */
    TaskRoom(
            TaskKey key,
            Wiring wiring,
            ProcessParts program,
            Changelog changelog,
            TaskContext.Output outlet,
            BooleanSupplier full) {
        stores = new TaskStores(key, wiring, changelog, program.underCaches(key), full);
        context = new TaskContext(key, stores, outlet);
        stores.open(context);
    }

    TaskStores stores() {
        return stores;
    }

    TaskContext context() {
        return context;
    }

    /** Closes the stores in order. Returns what stays on disk. */
    TaskStores.OnDisk close(long now) {
        stores.close();
        Map<String, Long> ends = new HashMap<>(positions);
        ends.keySet().retainAll(TaskStores.ON_DISK);
        return stores.keep(ends, now);
    }

    /** Takes what was found on disk. */
    void take(TaskStores.OnDisk disk) {
        stores.take(disk);
        positions.putAll(disk.ends());
    }

    /**
     * Opens the closed stores again.
     *
     * @param empty whether they are emptied
     */
    void reopen(boolean empty) {
        positions.clear();
        stores.reopen(context, empty);
    }

    /** Follows the changelogs to their ends, or for a few records each. */
    void follow(Restoring restoring, TaskKey key, int most) {
        restoring.restore(key, stores, positions, most);
        stores.forgetTouched();
    }

    /** The stores have everything up to here: their task wrote it. */
    void wrote(Map<String, Long> ends) {
        positions.clear();
        positions.putAll(ends);
    }
}
