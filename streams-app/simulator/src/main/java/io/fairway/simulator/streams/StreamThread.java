package io.fairway.simulator.streams;

import io.fairway.core.time.BrokerTime;
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

    /** An instance that runs deletes stores of others' tasks after so many milliseconds: {@code state.cleanup.delay.ms}. */
    private static final long KEPT_ON_DISK = 600_000;

    /**
     * One that was down deletes all stores that lay there for longer before it begins: {@code state.cleanup.dir.max.age.ms}, as
     * Fairway sets it. It is less than the changelogs keep tombstones.
     */
    private static final long KEPT_WHILE_DOWN = 20 * 3_600_000;

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
    /** The copies of tasks that other instances run. */
    private final Map<TaskKey, TaskRoom> standbys = new TreeMap<>();

    private final boolean copies;
    private final Restoring restoring;
    private ProcessParts program;
    private BrokerTime brokerTime;

    /**
     * A thread without tasks.
     *
     * @param copies whether it keeps copies of tasks that others run
     * @param full whether a cache finds no room left for what is put into it
     * @param nanos the clock by which its processors measure their work
     */
    StreamThread(
            Application application,
            SimulatedBroker broker,
            Group group,
            Instance.Watch watch,
            Mishaps mishaps,
            boolean copies,
            BooleanSupplier full,
            LongSupplier nanos) {
        this.application = application;
        this.broker = broker;
        this.group = group;
        this.watch = watch;
        this.mishaps = mishaps;
        this.copies = copies;
        this.full = full;
        this.nanos = nanos;
        producer = new Producer(broker, application.wiring());
        restoring = new Restoring(broker, application.wiring());
        brokerTime = application.brokerTime(broker::now);
        program = application.program(brokerTime);
        producer.tell(brokerTime);
    }

    /** Nothing of what a process has in memory is known to the next one. */
    private void newProgram() {
        brokerTime = application.brokerTime(broker::now);
        program = application.program(brokerTime);
        producer.tell(brokerTime);
    }

    /** Its process died: nothing of what it had in memory is left, but what it wrote is still there. */
    void died() {
        running.clear();
        standbys.clear();
    }

    /** Its process stopped in order: its stores stay on disk. */
    void stopped(String member) {
        giveUpAll(member);
        standbys.forEach((key, room) -> disk.put(key, room.close(broker.now())));
        standbys.clear();
    }

    /** A new process uses the stores on disk that are not too old. */
    void started() {
        newProgram();
        if (application.wiring().deletesOldStores()) {
            disk.values().removeIf(kept -> broker.now() - kept.since() >= KEPT_WHILE_DOWN);
        }
        disk.replaceAll((key, kept) -> new TaskStores.OnDisk(kept.content(), kept.ends(), broker.now()));
    }

    /** A new process has the same transactional id: what the one before it left open is rolled back. */
    void fenceLast() {
        producer.abort();
    }

    /** Hears of what brokers have acknowledged. */
    void hear() {
        producer.hear();
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

    /** Takes and gives up tasks until it has those that the group wants it to have, and copies likewise. */
    void takeTasks(String member, long clock) {
        List<TaskKey> assigned = group.assigned(member);
        if (running.size() != assigned.size() || !running.keySet().containsAll(assigned)) {
            giveUp(
                    member,
                    running.keySet().stream()
                            .filter(task -> !assigned.contains(task))
                            .toList());
            for (TaskKey task : assigned) {
                if (!running.containsKey(task) && restoring.isStable(task) && group.acquire(member, task)) {
                    running.put(task, open(task, clock));
                }
            }
        }
        if (copies) {
            List<TaskKey> wanted = group.copies(member);
            standbys.keySet().removeIf(task -> !wanted.contains(task));
            for (TaskKey task : wanted) {
                if (!running.containsKey(task)) {
                    standbys.computeIfAbsent(task, this::room);
                }
            }
        }
    }

    private TaskRoom room(TaskKey key) {
        TaskRoom room = new TaskRoom(
                key,
                application.wiring(),
                program,
                (store, entry, value) -> logged(key, store, entry, value),
                (node, record) -> forwarded(key, node, record),
                full);
        TaskStores.OnDisk kept = disk.remove(key);
        if (kept != null && broker.now() - kept.since() >= KEPT_ON_DISK) {
            kept = null;
        }
        if (kept != null) {
            room.take(kept);
            watch.happened("restored from disk and changelog");
        }
        return room;
    }

    private StreamTask open(TaskKey key, long clock) {
        TaskRoom copy = standbys.remove(key);
        if (copy != null) {
            copy.stores().clearCaches();
            watch.happened("standby became active");
        }
        StreamTask task = new StreamTask(key, application, program, brokerTime, copy == null ? room(key) : copy, nanos);
        if (copy == null || application.wiring().standbysCatchUp()) {
            task.room().follow(restoring, key, Integer.MAX_VALUE);
        }
        task.seek(broker);
        task.begin(clock);
        return task;
    }

    /** After a commit that took too long: the same objects begin again on empty stores, filled from the changelogs. */
    void revive(long clock) {
        running.values().forEach(StreamTask::closeDirty);
        producer.abort();
        if (!running.keySet().stream().allMatch(restoring::isStable)) {
            throw ThreadLoss.failed("whoever had a task before has not ended its transaction");
        }
        running.forEach((key, task) -> {
            task.room().reopen(application.wiring().emptiesStores());
            task.room().follow(restoring, key, Integer.MAX_VALUE);
            task.seek(broker);
            task.begin(clock);
        });
    }

    /** Lets standby tasks read on to the ends of their changelogs. */
    void followUp() {
        standbys.forEach((key, room) -> room.follow(restoring, key, Integer.MAX_VALUE));
    }

    /** One round: records, then timers. Returns whether a processor asks for a commit. */
    boolean work(long clock) {
        for (StreamTask task : running.values()) {
            int taken = 0;
            while (taken < RECORDS_A_TURN && task.take(broker, clock)) {
                taken++;
                producer.hear();
            }
        }
        standbys.forEach((key, room) -> room.follow(restoring, key, RECORDS_A_TURN));
        boolean asked = false;
        for (StreamTask task : running.values()) {
            task.punctuate(clock);
            producer.hear();
            asked |= task.takeCommitAsked();
        }
        return asked;
    }

    private void logged(TaskKey task, String store, Object key, byte @Nullable [] value) {
        if (standbys.containsKey(task)) {
            throw new UnsupportedOperationException("a standby of " + task + " writes to " + store);
        }
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
            if (task.needsCommit() && application.wiring().flushesCaches()) {
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
        Mishaps.TimeOut timeOut = mishaps.takeTimeOut();
        if (timeOut == Mishaps.TimeOut.ABORTED) {
            throw ThreadLoss.corrupted("commit timed out and was rolled back");
        }
        producer.commit(isOwner, read);
        running.values().forEach(task -> {
            watch.committed(task.key(), List.copyOf(task.done()), task.stores());
            task.done().clear();
        });
        if (timeOut == Mishaps.TimeOut.COMMITTED) {
            throw ThreadLoss.corrupted("commit timed out and was done");
        }
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
                task.suspend();
                Map<String, Long> ends = restoring.ends(key);
                if (copies && group.copies(member).contains(key)) {
                    task.stores().clearCaches();
                    task.room().wrote(ends);
                    standbys.put(key, task.room());
                    watch.happened("active became standby");
                } else {
                    task.room().wrote(ends);
                    disk.put(key, task.room().close(broker.now()));
                }
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
            standbys.clear();
        }
        producer.abort();
    }

    /** The stores of its tasks as their changelogs have them. They differ from the real ones only by a fault. */
    Map<TaskKey, List<String>> lostByRestore() {
        Map<TaskKey, List<String>> lost = new TreeMap<>();
        running.forEach((key, task) -> lost.put(key, restoring.lost(key, task.stores())));
        lost.values().removeIf(List::isEmpty);
        return lost;
    }
}
