package io.fairway.simulator;

import io.fairway.avro.Adjustment;
import io.fairway.engine.EngineSettings;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.simulator.broker.LogEntry;
import io.fairway.simulator.broker.SimulatedBroker;
import io.fairway.simulator.law.LawBroken;
import io.fairway.simulator.law.Laws;
import io.fairway.simulator.law.Written;
import io.fairway.simulator.schedule.Act;
import io.fairway.simulator.schedule.Schedule;
import io.fairway.simulator.schedule.ScheduleMaker;
import io.fairway.simulator.schedule.Site;
import io.fairway.simulator.schedule.Spans;
import io.fairway.simulator.streams.Application;
import io.fairway.simulator.streams.Done;
import io.fairway.simulator.streams.Group;
import io.fairway.simulator.streams.Instance;
import io.fairway.simulator.streams.MachineClock;
import io.fairway.simulator.streams.TaskKey;
import io.fairway.simulator.streams.TaskStores;
import io.fairway.simulator.streams.Wiring;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** One run of a schedule. The same schedule gives the same run. */
final class Simulation {
    /** Milliseconds between two turns of an instance that has something to do. */
    private static final long TURN = 60;

    /** Milliseconds in which a domain comes to rest: more than an evaluation of trees that nothing touched takes. */
    private static final long REST = 13_000;

    /** The most turns right after an act: results are made in the second or third, and committed in the next one. */
    private static final int TURNS = 4;

    private final Schedule schedule;
    private final Encoder encoder;
    private final Tally tally;
    private final SimulatedBroker broker;
    private final Group group;
    private final List<Instance> instances = new ArrayList<>();
    private final Written written = new Written();
    private final Laws laws;
    /** When adjustments take effect, epoch milliseconds. */
    private final List<Long> adjusted;

    private final SplittableRandom turns;
    private final Set<String> tables;
    private long worked;

    private Simulation(
            Schedule schedule,
            Wiring wiring,
            FairwaySerdes serdes,
            Encoder encoder,
            Tally tally,
            SimulatedBroker.Listener listener) {
        this.schedule = schedule;
        broker = new SimulatedBroker(ScheduleMaker.BEGIN, listener);
        turns = new SplittableRandom(schedule.site().seed());
        this.encoder = encoder;
        this.tally = tally;
        Site site = schedule.site();
        EngineSettings settings = new EngineSettings(
                false, Long.MAX_VALUE, 250, 10_000, 1_000, site.slice(), Site.SKEW, site.horizon(), 1_000);
        Application application =
                new Application(Site.TOPICS, serdes, site.pins(), site.partitions(), settings, wiring);
        List<TaskKey> tasks = new ArrayList<>();
        for (int partition = 0; partition < site.partitions(); partition++) {
            tasks.add(new TaskKey(false, partition));
            tasks.add(new TaskKey(true, partition));
        }
        tables = application.tables();
        group = new Group(tasks);
        laws = new Laws(site, application, broker, written);
        adjusted = schedule.acts().stream()
                .map(act -> act instanceof Act.Send send ? send.value() : null)
                .filter(Adjustment.class::isInstance)
                .map(value -> ((Adjustment) value).getEffectiveAt().toEpochMilli())
                .toList();
        Instance.Watch watch = new Instance.Watch() {
            @Override
            public void committed(TaskKey task, List<Done> done, TaskStores stores) {
                laws.committed(task, done, stores);
            }

            @Override
            public void happened(String what) {
                tally.happened(what);
            }
        };
        for (int i = 0; i < site.instances(); i++) {
            Instance instance = new Instance(
                    "instance-" + i,
                    application,
                    broker,
                    group,
                    watch,
                    site.copies(),
                    site.seed() + i,
                    site.fullCaches(),
                    () -> nanos(site.nanosALook()));
            instance.keepPlace(site.staticMembers());
            instances.add(instance);
        }
    }

    /** The clock by which work is measured goes on with time, and a little with each look. */
    private long nanos(long aLook) {
        worked += aLook;
        return broker.now() * 1_000_000 + worked;
    }

    /**
     * Runs a schedule. Returns the law that it broke, or null.
     *
     * @param tally counts what happens
     */
    static @Nullable LawBroken run(
            Schedule schedule, Wiring wiring, FairwaySerdes serdes, Encoder encoder, Tally tally) {
        return new Simulation(schedule, wiring, serdes, encoder, tally, SimulatedBroker.Listener.NONE).end();
    }

    /** One number for all that a run writes and in which order, committed or not, and for the law that it breaks. */
    static long digest(Schedule schedule, FairwaySerdes serdes, Encoder encoder) {
        EffectDigest digest = new EffectDigest();
        LawBroken broken = new Simulation(schedule, Wiring.SOUND, serdes, encoder, new Tally(), digest).end();
        if (broken != null) {
            digest.text(String.valueOf(broken.getMessage()));
        }
        return digest.value();
    }

    private @Nullable LawBroken end() {
        try {
            run();
            return null;
        } catch (LawBroken broken) {
            return broken;
        } catch (RuntimeException | Error stopped) {
            return new LawBroken("nothing stops the application", trace(stopped), stopped);
        } finally {
            tally.ran(broker.now() - ScheduleMaker.BEGIN);
        }
    }

    private static String trace(Throwable stopped) {
        StringWriter text = new StringWriter();
        stopped.printStackTrace(new PrintWriter(text));
        return String.join("\n", text.toString().lines().limit(12).toList());
    }

    private void run() {
        for (Act act : schedule.acts()) {
            pass(ScheduleMaker.BEGIN + act.at());
            apply(act);
            turn();
        }
        settle();
    }

    private void apply(Act act) {
        tally.happened(act instanceof Act.Send ? "record" : act.getClass().getSimpleName());
        String kind = act.kind();
        if (kind != null) {
            tally.happened(kind);
        }
        switch (act) {
            case Act.Send send -> send(send, broker.now());
            case Act.Kill kill -> instances.get(kill.instance()).endBefore(kill.effects(), true);
            case Act.FailThread fail -> instances.get(fail.instance()).endBefore(fail.effects(), false);
            case Act.Stop stop -> instances.get(stop.instance()).stop();
            case Act.Start start -> instances.get(start.instance()).start();
            case Act.Freeze freeze -> instances.get(freeze.instance()).freezeUntil(broker.now() + freeze.millis());
            case Act.SetClock clock -> instances.get(clock.instance()).setClock(clock.ahead());
            case Act.WrongClock clock ->
                instances
                        .get(clock.instance())
                        .setClock(new MachineClock(clock.ahead(), clock.drift(), broker.now(), clock.stays()));
            case Act.SetBrokerClock clock -> broker.setClock(clock.broker(), clock.ahead());
            case Act.SetTimestamps set -> broker.setCreateTime(set.topic(), set.writers());
            case Act.Copy copy -> send(copy.of(), ScheduleMaker.BEGIN + copy.stamp());
            case Act.Tombstone tombstone ->
                broker.append(
                        tombstone.topic(),
                        tombstone.partition(),
                        tombstone.key().getBytes(StandardCharsets.UTF_8),
                        null);
            case Act.LoseAnswer lose -> instances.get(lose.instance()).loseAnswer();
            case Act.TimeOutCommit timeOut -> instances.get(timeOut.instance()).timeOutCommit(timeOut.done());
            case Act.Resume resume -> instances.get(resume.instance()).suspendAndResume();
            case Act.ForgetOffsets forget -> {
                if (instances.stream().noneMatch(Instance::isFrozen)) {
                    instances.forEach(Instance::stop);
                    broker.forgetOffsets();
                    instances.forEach(Instance::start);
                }
            }
            case Act.Compact compact -> broker.compact(name -> name.endsWith("-changelog"));
            case Act.CompactTables compact -> broker.compact(tables::contains);
            case Act.TakeAway away -> broker.takeAway(away.topic(), broker.now() + away.millis());
            case Act.Settle settle -> settle();
            case Act.Rebuild rebuild -> {
                settle();
                laws.rebuilt();
            }
        }
    }

    private void send(Act.Send send, long stamp) {
        List<Byte> raw = send.raw();
        byte[] bytes = raw == null ? encoder.bytes(send) : bytes(raw);
        written.wrote(bytes, send);
        LogEntry entry = broker.append(
                send.topic(), send.partition(), send.key().getBytes(StandardCharsets.UTF_8), bytes, stamp);
        if (entry.writers()) {
            tally.happened("record with the time of its writer");
        } else if (Math.abs(entry.appended() - broker.now()) > Site.SKEW) {
            tally.happened("record with a wrong append time");
        }
    }

    private static byte[] bytes(List<Byte> list) {
        byte[] bytes = new byte[list.size()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = list.get(i);
        }
        return bytes;
    }

    /** Lets time pass. Instances work while there is something to do, and again where anything ends a wait. */
    private void pass(long until) {
        for (int i = turns.nextBoolean() ? 0 : 1 + turns.nextInt(TURNS); i > 0 && broker.now() + TURN < until; i--) {
            step(broker.now() + TURN);
        }
        while (broker.now() < until) {
            boolean working = instances.stream()
                    .anyMatch(instance -> instance.isUp() && !instance.isFrozen() && !instance.isCommitted());
            long next = working ? broker.now() + 2 * TURN : nextChange();
            step(Math.min(until, Math.max(next, broker.now() + TURN)));
        }
    }

    private long nextChange() {
        long next = Math.min(broker.nextTimeout(), group.nextTimeout(broker.now()));
        for (Instance instance : instances) {
            next = Math.min(next, instance.wakes());
        }
        return next;
    }

    private void step(long to) {
        if (to - broker.now() > Spans.MINUTE) {
            instances.forEach(Instance::followUp);
        }
        broker.advanceTo(to);
        instances.forEach(Instance::heartbeat);
        group.advanceTo(to);
        turn();
    }

    private void turn() {
        instances.forEach(Instance::turn);
        laws.read();
    }

    /** Everything comes to rest: all instances run and all clocks are right, until all that is due is done. */
    private void settle() {
        broker.heal();
        instances.forEach(Instance::heal);
        for (int i = 0; i < 14; i++) {
            step(broker.now() + Spans.SECOND);
        }
        // What was reported ahead of its time, and what clocks that were wrong have seen, is over by then.
        step(broker.now() + Site.SKEW + Spans.MINUTE);
        long length = schedule.site().isSliced() ? Spans.SECOND / 4 : Spans.SECOND;
        long since = broker.now();
        while (broker.now() < since + rest() || !isDone() || isSomethingDue() || !laws.isCaughtUp()) {
            if (broker.now() > since + 20 * rest()) {
                throw new LawBroken("nothing is held up", "there is work after minutes without any disturbance");
            }
            step(broker.now() + length);
        }
        laws.atRest();
        for (Instance instance : instances) {
            if (!instance.lostByRestore().isEmpty()) {
                throw new LawBroken("a changelog restores its store", "task and stores: " + instance.lostByRestore());
            }
        }
    }

    /** Whether something fell due so short a time ago that its results need not be there yet. */
    private boolean isSomethingDue() {
        long lease = schedule.site().lease();
        long sinceGrid = lease == 0 ? Long.MAX_VALUE : broker.now() % (lease / 4); // Leases end on this grid.
        boolean isReset = schedule.site().reset().last(broker.now()) > broker.now() - rest();
        return isReset
                || sinceGrid < rest()
                || adjusted.stream().anyMatch(at -> at <= broker.now() && broker.now() < at + rest());
    }

    /** Where domains take turns, the results of minutes that passed at once go out a few in each. */
    private long rest() {
        return REST * schedule.site().inTurn();
    }

    private boolean isDone() {
        return instances.stream().allMatch(instance -> instance.isAtEnd() && instance.isCommitted());
    }
}
