package io.fairway.simulator.streams;

import io.fairway.simulator.broker.SimulatedBroker;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * One process of the application, with one stream thread: what a schedule does to it, and when its thread works. Under
 * exactly-once, the thread has one producer and one transaction for all its tasks.
 */
public final class Instance {
    /** Milliseconds: {@code commit.interval.ms}. */
    public static final long COMMIT_INTERVAL = 100;

    /** After so many milliseconds, a failed thread is replaced. */
    private static final long REPLACED_AFTER = 1_000;

    /** Fairway's own probe of the clock renews the threads after a step back by more, in milliseconds. */
    private static final long STEP_BACK = 2_000;

    private final String name;
    private final SimulatedBroker broker;
    private final Group group;
    private final Watch watch;
    private final Mishaps mishaps = new Mishaps();
    private final StreamThread thread;

    private boolean up = true;
    private int incarnation;
    private boolean keepsPlace;
    private MachineClock machine = MachineClock.RIGHT;
    private long readClock = 0;
    private long lastCommit = 0;
    private long frozenUntil = Long.MIN_VALUE;
    private long idleUntil = Long.MIN_VALUE;
    private boolean woke;

    /** Hears what happens. */
    public interface Watch {
        /** A task committed what it has done. */
        void committed(TaskKey task, List<Done> done, TaskStores stores);

        /** Something happened that a schedule may bring about. */
        void happened(String what);
    }

    /**
     * An instance that runs.
     *
     * @param copies whether it keeps copies of tasks that other instances run
     * @param seed of the puts that find its caches full
     * @param fullCaches of 100 puts into a cache, so many find it full
     * @param nanos the clock by which its processors measure their work
     */
    public Instance(
            String name,
            Application application,
            SimulatedBroker broker,
            Group group,
            Watch watch,
            boolean copies,
            long seed,
            int fullCaches,
            LongSupplier nanos) {
        this.name = name;
        this.broker = broker;
        this.group = group;
        this.watch = watch;
        SplittableRandom random = new SplittableRandom(seed);
        thread = new StreamThread(
                application,
                broker,
                group,
                watch,
                mishaps,
                copies,
                () -> fullCaches > 0 && random.nextInt(100) < fullCaches,
                nanos);
    }

    // What a schedule does to it

    /** Lets it die, or its thread fail, right before one of its next effects. */
    public void endBefore(int effects, boolean death) {
        mishaps.endBefore(effects, death);
    }

    /** The next commit succeeds, and its answer is lost. */
    public void loseAnswer() {
        mishaps.loseAnswer();
    }

    /**
     * The next commit takes too long: its tasks begin again from their changelogs.
     *
     * @param done whether the broker carries it out
     */
    public void timeOutCommit(boolean done) {
        mishaps.timeOut(done ? Mishaps.TimeOut.COMMITTED : Mishaps.TimeOut.ABORTED);
    }

    public void freezeUntil(long time) {
        if (up) {
            frozenUntil = time;
        }
    }

    /** Sets its clock: so much ahead of the true time, in milliseconds. */
    public void setClock(long ahead) {
        setClock(new MachineClock(ahead, 0, broker.now(), false));
    }

    public void setClock(MachineClock clock) {
        machine = clock;
    }

    /** Whether it takes its old place in the group when it comes back: static membership. */
    public void keepPlace(boolean keeps) {
        keepsPlace = keeps;
    }

    /** Stops in order: what is done is committed, and what is on disk can be used again. */
    public void stop() {
        if (up && !isFrozen()) {
            guarded(() -> {
                thread.stopped(member());
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
        thread.fenceLast();
        thread.started();
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
        if (up && !isFrozen() && thread.hasTasks()) {
            guarded(() -> {
                lastCommit = clock();
                thread.suspendAndResume(member(), clock());
                watch.happened("suspended and resumed");
            });
        }
    }

    /** Nothing more is done to it on purpose. A clock that stays wrong is no disturbance: its domains go by the brokers' time. */
    public void heal() {
        mishaps.heal();
        if (!machine.stays()) {
            machine = MachineClock.RIGHT;
        }
        frozenUntil = Math.min(frozenUntil, broker.now());
        start();
    }

    /** What a long time brings: its standby tasks have all that is in the changelogs now. */
    public void followUp() {
        if (up && !isFrozen()) {
            guarded(thread::followUp);
        }
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
        return thread.isAtEnd();
    }

    /** Whether everything that it did is committed. */
    public boolean isCommitted() {
        return thread.isCommitted();
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
                thread.work(clock());
                commit();
            }
            mindClock();
            takeTasks();
            boolean asked = thread.work(clock());
            if (asked || clock() - lastCommit >= COMMIT_INTERVAL) {
                commit();
            }
        });
    }

    private void commit() {
        lastCommit = clock();
        thread.commit(member());
    }

    private void guarded(Runnable work) {
        try {
            work.run();
        } catch (Death death) {
            watch.happened("killed " + death.getMessage());
            up = false;
            thread.died();
        } catch (ThreadLoss loss) {
            watch.happened(String.valueOf(loss.getMessage()));
            if (loss.kind() == ThreadLoss.Kind.FAILED) {
                idleUntil = broker.now() + REPLACED_AFTER;
            }
            guarded(loss.kind() == ThreadLoss.Kind.CORRUPTED ? () -> thread.revive(clock()) : this::loseAll);
        } finally {
            thread.hear();
        }
    }

    private void loseAll() {
        thread.loseAll();
        group.leave(member());
        incarnation++;
    }

    private String member() {
        return keepsPlace ? name : name + "#" + incarnation;
    }

    private long clock() {
        return machine.at(broker.now());
    }

    /** After a step back, the threads begin anew. */
    private void mindClock() {
        if (clock() < readClock - STEP_BACK) {
            watch.happened("clock stepped back");
            lastCommit = clock();
            thread.giveUpAll(member());
        }
        readClock = clock();
    }

    private void takeTasks() {
        if (!group.isMember(member()) && thread.hasTasks()) {
            throw ThreadLoss.migrated("removed from the group");
        }
        group.heard(member(), broker.now());
        thread.takeTasks(member(), clock());
    }

    /** The stores of its tasks as their changelogs have them. They differ from the real ones only by a fault. */
    public Map<TaskKey, List<String>> lostByRestore() {
        return thread.lostByRestore();
    }
}
