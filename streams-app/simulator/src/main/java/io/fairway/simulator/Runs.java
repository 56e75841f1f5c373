package io.fairway.simulator;

import io.fairway.schemas.FairwaySerdes;
import io.fairway.simulator.law.LawBroken;
import io.fairway.simulator.schedule.Schedule;
import io.fairway.simulator.schedule.ScheduleMaker;
import io.fairway.simulator.streams.Wiring;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Runs many schedules, each in one thread, and ends with the first that breaks a law, or when it is interrupted. */
final class Runs {
    /** How often a schedule is run at most to make it smaller. */
    private static final int SHRINKING = 400;

    private final Wiring wiring;
    private final Tally tally = new Tally();
    private final TreeMap<Long, LawBroken> broken = new TreeMap<>();
    private final AtomicLong next = new AtomicLong();
    private volatile boolean stopped;

    /** @param wiring how the application is put together */
    Runs(Wiring wiring) {
        this.wiring = wiring;
    }

    /** What one thread needs to run schedules. */
    private static final class Bench {
        private final FairwaySerdes serdes =
                FairwaySerdes.ofOneThread(Map.of("schema.registry.url", "mock://" + UUID.randomUUID()));
        private final Encoder encoder = new Encoder(serdes);

        @Nullable
        LawBroken run(Schedule schedule, Wiring wiring, Tally tally) {
            return Simulation.run(schedule, wiring, serdes, encoder, tally);
        }
    }

    /** Hears of the progress. */
    interface Listener {
        /** @param begun how many schedules have begun by now */
        void progress(long begun);
    }

    /**
     * Runs the schedules of all seeds, or up to the first that breaks a law. Those that have begun come to their end.
     *
     * @param every how often the listener hears of the progress
     * @return false if it was interrupted
     */
    boolean run(SeedRange seeds, int workers, Duration every, Listener listener) {
        next.set(seeds.first());
        stopped = false;
        List<Thread> threads = new ArrayList<>();
        List<Tally> tallies = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            Tally own = new Tally();
            tallies.add(own);
            Thread thread = new Thread(() -> work(seeds, own), "simulator-" + i);
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            boolean ended = false;
            while (!ended) {
                try {
                    ended = thread.join(every);
                    if (!ended) {
                        listener.progress(begun(seeds));
                    }
                } catch (InterruptedException asked) {
                    stopped = true;
                }
            }
        }
        tallies.forEach(tally::add);
        return !stopped;
    }

    private long begun(SeedRange seeds) {
        return Math.min(next.get(), seeds.last() + 1) - seeds.first();
    }

    private void work(SeedRange seeds, Tally own) {
        Bench bench = new Bench();
        while (!stopped) {
            long seed = next.getAndIncrement();
            if (seed > seeds.last()) {
                return;
            }
            LawBroken law = bench.run(ScheduleMaker.of(seed), wiring, own);
            if (law != null) {
                synchronized (broken) {
                    broken.put(seed, law);
                }
                next.set(seeds.last() + 1);
            }
        }
    }

    /** As above, and nobody hears of the progress. */
    void run(SeedRange seeds, int workers) {
        run(seeds, workers, Duration.ofDays(1), begun -> {});
    }

    Tally tally() {
        return tally;
    }

    /** The seeds whose schedules broke a law: none, or as many as there were workers at most. */
    Map<Long, LawBroken> broken() {
        return broken;
    }

    /** The story of a schedule that breaks a law, without what does not matter for it. */
    String story(long seed, LawBroken law) {
        Bench bench = new Bench();
        Schedule smallest = Shrinker.shrink(
                ScheduleMaker.of(seed),
                schedule -> {
                    LawBroken again = bench.run(schedule, wiring, new Tally());
                    return again != null && again.law().equals(law.law());
                },
                SHRINKING);
        LawBroken last = bench.run(smallest, wiring, new Tally());
        return Story.of(smallest, last == null ? law : last);
    }
}
