package io.fairway.simulator.streams;

import io.fairway.simulator.broker.SimulatedBroker;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** The stream thread of a process: its tasks, from their restoring to their commits. */
final class StreamThread {
    private static final int RECORDS_A_TURN = 20;

    private final Application application;
    private final SimulatedBroker broker;
    private final Group group;
    private final Instance.Watch watch;
    private final Mishaps mishaps;
    private final BooleanSupplier full;
    private final LongSupplier nanos;
    private final Producer producer;
    private final Map<TaskKey, StreamTask> running = new TreeMap<>();
    private final Map<TaskKey, TaskStores.OnDisk> disk = new HashMap<>();
    private Program program;

    /**
     * A thread without tasks.
     *
     * @param full whether a cache finds no room left for what is put into it
     * @param nanos the clock by which its processors measure their work
     */
    StreamThread(
            Application application,
            SimulatedBroker broker,
            Group group,
            Instance.Watch watch,
            Mishaps mishaps,
            BooleanSupplier full,
            LongSupplier nanos) {
        this.application = application;
        this.broker = broker;
        this.group = group;
        this.watch = watch;
        this.mishaps = mishaps;
        this.full = full;
        this.nanos = nanos;
        producer = new Producer(broker, application.wiring());
        program = application.program();
    }

    /** Its process died: nothing of what it had in memory is left, but what it wrote is still there. */
    void died() {
        running.clear();
        program = application.program();
    }

    /** A new process has the same transactional id: what the one before it left open is rolled back. */
    void fenceLast() {
        producer.abort();
    }

    boolean hasTasks() {
        return !running.isEmpty();
    }

    /** Whether it has read everything that there is. */
    boolean isAtEnd() {
        return running.values().stream().allMatch(StreamTask::isAtEnd);
    }

    boolean isCommitted() {
        for (StreamTask task : running.values()) {
            if (task.needsCommit()) {
                return false;
            }
        }
        return !producer.hasTransaction();
    }

    /** Takes and gives up tasks until it has those that the group wants it to have. */
    void takeTasks(String member, long clock) {
        List<TaskKey> assigned = group.assigned(member);
        if (running.size() == assigned.size() && running.keySet().containsAll(assigned)) {
            return;
        }
        giveUp(
                member,
                running.keySet().stream()
                        .filter(task -> !assigned.contains(task))
                        .toList());
        for (TaskKey task : assigned) {
            if (!running.containsKey(task) && group.acquire(member, task)) {
                running.put(task, open(task, clock));
            }
        }
    }

    private StreamTask open(TaskKey key, long clock) {
        StreamTask task = new StreamTask(
                key,
                application,
                program,
                (store, entry, value) -> logged(key, store, entry, value),
                (node, record) -> forwarded(key, node, record),
                full,
                nanos);
        TaskStores.OnDisk kept = disk.remove(key);
        if (kept != null) {
            task.stores().take(kept);
            watch.happened("restored from disk and changelog");
        }
        new Restoring(broker, application.wiring()).restore(key, task.stores(), kept == null ? Map.of() : kept.ends());
        task.stores().takeTouched();
        task.seek(broker);
        task.begin(clock);
        return task;
    }

    /** One round: records, then timers. Returns whether a processor asks for a commit. */
    boolean work(long clock) {
        for (StreamTask task : running.values()) {
            int taken = 0;
            while (taken < RECORDS_A_TURN && task.take(broker, clock)) {
                taken++;
            }
        }
        boolean asked = false;
        for (StreamTask task : running.values()) {
            task.punctuate(clock);
            asked |= task.takeCommitAsked();
        }
        return asked;
    }

    private void logged(TaskKey task, String store, Object key, byte @Nullable [] value) {
        mishaps.before(Effect.PUT);
        if (application.wiring().logs(store, key)) {
            producer.change(Restoring.changelog(store), task.partition(), key, value);
        }
    }

    private void forwarded(TaskKey task, String node, Record<?, ?> record) {
        mishaps.before(Effect.FORWARD);
        producer.result(application.target(node, record, task.partition()), record);
    }

    /** Flushes the caches into the transaction, and commits it. */
    void commit(String member) {
        if (isCommitted()) {
            return;
        }
        mishaps.before(Effect.FLUSH);
        for (StreamTask task : running.values()) {
            if (task.needsCommit()) {
                task.stores().flush();
            }
        }
        mishaps.before(Effect.COMMIT);
        boolean isOwner = group.isMember(member);
        for (TaskKey task : running.keySet()) {
            isOwner &= group.owns(member, task);
        }
        Map<TopicPartition, Long> read = new HashMap<>();
        running.values().forEach(task -> task.offsets(read));
        producer.commit(isOwner, read);
        running.values().forEach(task -> {
            watch.committed(task.key(), List.copyOf(task.done()), task.stores());
            task.done().clear();
        });
        mishaps.before(Effect.AFTER_COMMIT);
        mishaps.committed();
    }

    /** Takes all tasks away and gives them back: the same processors begin again on the same stores. */
    void suspendAndResume(String member, long clock) {
        commit(member);
        for (StreamTask task : running.values()) {
            task.suspend();
            task.begin(clock);
        }
    }

    /** Gives all tasks up in order. */
    void giveUpAll(String member) {
        giveUp(member, List.copyOf(running.keySet()));
    }

    private void giveUp(String member, Collection<TaskKey> tasks) {
        if (tasks.isEmpty()) {
            return;
        }
        commit(member);
        for (TaskKey key : tasks) {
            StreamTask task = running.remove(key);
            if (task != null) {
                task.close();
                Map<String, Long> ends = new HashMap<>();
                for (String store : TaskStores.ON_DISK) {
                    ends.put(
                            store,
                            broker.log(Restoring.changelog(store), key.partition())
                                    .stableEnd());
                }
                disk.put(key, task.stores().keep(ends));
                group.release(key);
            }
        }
    }

    /** Loses everything that is not committed. */
    void loseAll() {
        try {
            new ArrayList<>(running.values()).forEach(StreamTask::closeDirty);
        } finally {
            running.clear();
        }
        producer.abort();
    }

    /** The stores of its tasks as their changelogs have them. They differ from the real ones only by a fault. */
    Map<TaskKey, List<String>> lostByRestore() {
        Map<TaskKey, List<String>> lost = new TreeMap<>();
        Restoring restoring = new Restoring(broker, application.wiring());
        running.forEach((key, task) -> lost.put(key, restoring.lost(key, task.stores())));
        lost.values().removeIf(List::isEmpty);
        return lost;
    }
}
