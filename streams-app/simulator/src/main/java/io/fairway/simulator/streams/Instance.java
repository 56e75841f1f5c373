package io.fairway.simulator.streams;

import io.fairway.simulator.broker.BrokerTransaction;
import io.fairway.simulator.broker.LogEntry;
import io.fairway.simulator.broker.PartitionLog;
import io.fairway.simulator.broker.SimulatedBroker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * One process of the application, with one stream thread: under exactly-once, one producer and one transaction for all its
 * tasks.
 */
public final class Instance {
    /** Milliseconds: {@code commit.interval.ms}. */
    public static final long COMMIT_INTERVAL = 100;

    /** After so many milliseconds, a failed thread is replaced. */
    private static final long REPLACED_AFTER = 1_000;

    /** Fairway's own probe of the clock renews the threads after a step back by more, in milliseconds. */
    private static final long STEP_BACK = 2_000;

    private static final int RECORDS_A_TURN = 20;

    private final String name;
    private final Application application;
    private final SimulatedBroker broker;
    private final Group group;
    private final Watch watch;
    private final LongSupplier nanos;
    private final Map<TaskKey, StreamTask> running = new TreeMap<>();
    private final Map<TaskKey, TaskStores.OnDisk> disk = new HashMap<>();

    private @Nullable BrokerTransaction transaction;
    private boolean up = true;
    private int incarnation;
    private boolean keepsPlace;
    private long clockAhead;
    private long readClock = 0;
    private long lastCommit = 0;
    private long frozenUntil = Long.MIN_VALUE;
    private long idleUntil = Long.MIN_VALUE;
    private boolean woke;
    private int effectsLeft = -1;
    private boolean effectIsDeath;
    private boolean losesAnswer;

    /** Hears what happens. */
    public interface Watch {
        /** A task committed what it has done. */
        void committed(TaskKey task, List<Done> done, TaskStores stores);

        /** Something happened that a schedule may bring about. */
        void happened(String what);
    }

    /** @param nanos the clock by which its processors measure their work */
    public Instance(
            String name,
            Application application,
            SimulatedBroker broker,
            Group group,
            Watch watch,
            LongSupplier nanos) {
        this.name = name;
        this.application = application;
        this.broker = broker;
        this.group = group;
        this.watch = watch;
        this.nanos = nanos;
    }

    // What a schedule does to it

    /** Lets it die, or its thread fail, right before one of its next effects. */
    public void endBefore(int effects, boolean death) {
        effectsLeft = effects;
        effectIsDeath = death;
    }

    /** The next commit succeeds, and its answer is lost. */
    public void loseAnswer() {
        losesAnswer = true;
    }

    public void freezeUntil(long time) {
        if (up) {
            frozenUntil = time;
        }
    }

    /** Sets its clock: so much ahead of the true time, in milliseconds. */
    public void setClock(long ahead) {
        clockAhead = ahead;
    }

    /** Whether it takes its old place in the group when it comes back: static membership. */
    public void keepPlace(boolean keeps) {
        keepsPlace = keeps;
    }

    /** Stops in order: what is done is committed, and what is on disk can be used again. */
    public void stop() {
        if (up && !isFrozen()) {
            guarded(() -> {
                giveUp(List.copyOf(running.keySet()));
                group.leave(member());
                up = false;
                watch.happened("clean stop");
            });
        }
    }

    /** Starts again, if it does not run. Its producer fences the one before it. */
    public void start() {
        if (up) {
            return;
        }
        up = true;
        frozenUntil = Long.MIN_VALUE;
        idleUntil = Long.MIN_VALUE;
        BrokerTransaction left = transaction;
        if (left != null) {
            broker.abort(left);
            transaction = null;
        }
        if (keepsPlace && group.isMember(member())) {
            group.leave(member());
        } else {
            incarnation++;
        }
        lastCommit = 0;
        readClock = 0;
    }

    /** Takes its tasks away and gives them back, as a rebalance may: the same objects begin again on the same stores. */
    public void suspendAndResume() {
        if (up && !isFrozen() && !running.isEmpty()) {
            guarded(() -> {
                commit();
                for (StreamTask task : running.values()) {
                    task.close();
                    task.begin(clock());
                }
                watch.happened("suspended and resumed");
            });
        }
    }

    /** Nothing more is done to it on purpose. */
    public void heal() {
        effectsLeft = -1;
        losesAnswer = false;
        clockAhead = 0;
        frozenUntil = Math.min(frozenUntil, broker.now());
        start();
    }

    // What it does by itself

    public boolean isUp() {
        return up;
    }

    public boolean isFrozen() {
        return up && broker.now() < frozenUntil;
    }

    /** The next instant at which it wakes; {@link Long#MAX_VALUE} = it is awake. */
    public long wakes() {
        return isFrozen() ? frozenUntil : Long.MAX_VALUE;
    }

    /** Whether all its tasks have read everything. */
    public boolean isAtEnd() {
        return running.values().stream().allMatch(task -> task.isAtEnd(broker));
    }

    /** Whether it has uncommitted work. */
    public boolean isCommitted() {
        return transaction == null;
    }

    /** The tasks that it runs. */
    public List<TaskKey> tasks() {
        return List.copyOf(running.keySet());
    }

    /** Is heard by the group while nothing happens. */
    public void heartbeat() {
        if (up && !isFrozen() && group.isMember(member())) {
            group.heard(member(), broker.now());
        }
    }

    /** One round of the thread: tasks, records, timers, commit. */
    public void turn() {
        if (!up) {
            return;
        }
        if (isFrozen()) {
            woke = true;
            return;
        }
        if (broker.now() < idleUntil) {
            return;
        }
        guarded(() -> {
            if (woke) {
                // It does not know that time has passed, and first goes on where it was.
                woke = false;
                work();
                commit();
            }
            mindClock();
            takeTasks();
            work();
            if (clock() - lastCommit >= COMMIT_INTERVAL) {
                commit();
            }
        });
    }

    private void guarded(Runnable work) {
        try {
            work.run();
        } catch (Death death) {
            watch.happened("killed " + death.getMessage());
            up = false;
            running.clear();
        } catch (ThreadLoss loss) {
            watch.happened(String.valueOf(loss.getMessage()));
            loseAll();
            if (!loss.isMigrated()) {
                idleUntil = broker.now() + REPLACED_AFTER;
            }
        }
    }

    private String member() {
        return keepsPlace ? name : name + "#" + incarnation;
    }

    private long clock() {
        return broker.now() + clockAhead;
    }

    /** After a step back, the threads begin anew. */
    private void mindClock() {
        if (clock() < readClock - STEP_BACK) {
            watch.happened("clock stepped back");
            giveUp(List.copyOf(running.keySet()));
        }
        readClock = clock();
    }

    private void takeTasks() {
        if (!group.isMember(member()) && !running.isEmpty()) {
            throw ThreadLoss.migrated("removed from the group");
        }
        group.heard(member(), broker.now());
        List<TaskKey> assigned = group.assigned(member());
        giveUp(running.keySet().stream()
                .filter(task -> !assigned.contains(task))
                .toList());
        for (TaskKey task : assigned) {
            if (!running.containsKey(task) && group.acquire(member(), task)) {
                running.put(task, open(task));
            }
        }
    }

    private StreamTask open(TaskKey key) {
        StreamTask task = new StreamTask(
                key,
                application,
                (store, entry, value) -> logged(key, store, entry, value),
                (node, record) -> forwarded(key, node, record),
                nanos);
        TaskStores.OnDisk kept = disk.remove(key);
        if (kept != null) {
            task.stores().take(kept);
            watch.happened("restored from disk and changelog");
        }
        for (String store : task.stores().names()) {
            long from = kept == null ? 0 : kept.ends().getOrDefault(store, 0L);
            restore(task, store, from);
        }
        task.stores().takeTouched();
        task.seek(broker);
        task.begin(clock());
        return task;
    }

    private void restore(StreamTask task, String store, long from) {
        PartitionLog log = broker.log(changelog(store), task.key().partition());
        boolean committed = application.wiring().restoresCommittedOnly();
        LogEntry entry = committed ? log.next(from) : log.nextUncommitted(from);
        while (entry != null) {
            if (application.wiring().restores(store, entry)) {
                task.stores().restore(store, entry);
            }
            long next = entry.offset() + 1;
            entry = committed ? log.next(next) : log.nextUncommitted(next);
        }
    }

    static String changelog(String store) {
        return store + "-changelog";
    }

    /** The stores of its tasks as their changelogs have them. They differ from the real ones only by a fault. */
    public Map<TaskKey, List<String>> lostByRestore() {
        Map<TaskKey, List<String>> lost = new TreeMap<>();
        running.forEach((key, task) -> lost.put(key, task.lostByRestore(broker)));
        lost.values().removeIf(List::isEmpty);
        return lost;
    }

    private void work() {
        for (StreamTask task : running.values()) {
            int taken = 0;
            while (taken < RECORDS_A_TURN && task.take(broker, clock())) {
                taken++;
            }
        }
        running.values().forEach(task -> task.punctuate(clock()));
    }

    private void effect(Effect effect) {
        if (effectsLeft > 0) {
            effectsLeft--;
        } else if (effectsLeft == 0) {
            effectsLeft = -1;
            if (effectIsDeath) {
                throw new Death(effect);
            }
            throw ThreadLoss.failed("thread failed before " + effect);
        }
    }

    private BrokerTransaction transaction() {
        BrokerTransaction current = transaction;
        if (current == null) {
            current = broker.begin();
            transaction = current;
        }
        if (!current.isOpen()) {
            throw ThreadLoss.migrated("transaction rolled back by the broker");
        }
        return current;
    }

    private void logged(TaskKey task, String store, Object key, byte @Nullable [] value) {
        effect(Effect.PUT);
        if (application.wiring().logs(store, key)) {
            broker.append(changelog(store), task.partition(), key, value, new RecordHeaders(), transaction());
        }
    }

    private void forwarded(TaskKey task, String node, Record<?, ?> record) {
        effect(Effect.FORWARD);
        Application.Target target = application.target(node, record, task.partition());
        BrokerTransaction within = transaction();
        broker.append(
                target.topic(),
                target.partition(),
                record.key(),
                record.value(),
                new RecordHeaders(record.headers().toArray()),
                application.wiring().sendsInTransaction() ? within : null);
    }

    private void commit() {
        lastCommit = clock();
        if (running.values().stream().allMatch(task -> task.done().isEmpty()) && transaction == null) {
            return;
        }
        effect(Effect.FLUSH);
        running.values().forEach(task -> task.stores().flush());
        effect(Effect.COMMIT);
        BrokerTransaction ending = transaction();
        boolean isOwner =
                group.isMember(member()) && running.keySet().stream().allMatch(task -> group.owns(member(), task));
        if (!isOwner && application.wiring().fences()) {
            throw ThreadLoss.migrated("commit of a zombie refused");
        }
        Map<TopicPartition, Long> read = new HashMap<>();
        running.values().forEach(task -> task.offsets(read));
        broker.commit(ending, read);
        transaction = null;
        running.values().forEach(task -> {
            watch.committed(task.key(), List.copyOf(task.done()), task.stores());
            task.done().clear();
        });
        effect(Effect.AFTER_COMMIT);
        if (losesAnswer) {
            losesAnswer = false;
            throw ThreadLoss.failed("answer to a commit lost");
        }
    }

    /** Gives tasks up in order. */
    private void giveUp(List<TaskKey> tasks) {
        if (tasks.isEmpty()) {
            return;
        }
        commit();
        for (TaskKey key : tasks) {
            StreamTask task = running.remove(key);
            if (task != null) {
                task.close();
                Map<String, Long> ends = new HashMap<>();
                for (String store : TaskStores.ON_DISK) {
                    ends.put(
                            store, broker.log(changelog(store), key.partition()).stableEnd());
                }
                disk.put(key, task.stores().keep(ends));
                group.release(key);
            }
        }
    }

    /** Loses everything that is not committed. */
    private void loseAll() {
        BrokerTransaction lost = transaction;
        if (lost != null) {
            broker.abort(lost);
            transaction = null;
        }
        new ArrayList<>(running.values()).forEach(StreamTask::close);
        running.clear();
        group.leave(member());
        incarnation++;
    }
}
