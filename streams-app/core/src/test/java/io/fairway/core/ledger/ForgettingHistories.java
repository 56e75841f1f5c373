package io.fairway.core.ledger;

import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.Tres;
import io.fairway.core.usage.DecayLaw;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * All histories of up to so many facts of one job: every order of arrival, duplicates included, at all instants of the grid
 * from the time of a fact to one step behind its horizon, with and without a sweep before each arrival.
 *
 * <p>A step of the grid is half a horizon. A sweep at another instant makes no difference: what is over at an arrival was over
 * when the clock came there, and before that nothing is forgotten.
 */
final class ForgettingHistories {
    /** Half a horizon, milliseconds. */
    private static final long STEP = 1_000;

    private static final int HORIZON = 2;
    static final Forgetting LAW = new Forgetting(HORIZON * STEP);

    /** Usage is compared as of here: later than all facts. */
    static final long END = at(60);

    static final List<Measure> MEASURES = List.of(new Measure(
            "cores",
            DecayLaw.none(),
            Measure.Kind.BILLING_TRES,
            new TreeMap<>(Map.of(0L, new ChargingRules((allocated, job) -> BigDecimal.ONE, true, true, true, 0)))));

    /** In words, with times in steps of the grid. */
    static final Map<String, JobFact> ALPHABET = new TreeMap<>(Map.of(
            "a start at 0", start(0),
            "b end at 3", end(3, 0, 0),
            "c corrected end at 1", end(1, 0, 1),
            "d corrected again, end at 6", end(6, 0, 2),
            "e second start at 8", start(8),
            "f its end at 9", end(9, 8, 0),
            "g end at 9 that names no run", end(9, -1, 0),
            "h first run corrected at 13", end(13, 0, 3),
            "i second run corrected at 14", end(14, 8, 1),
            "j first run corrected at 30", end(30, 0, 4)));

    /** How many instants of arrival a fact has: one is too late. */
    private static final int ARRIVALS = HORIZON + 2;

    private final ForgettingModel.Way way;
    private final int most;
    private final List<String> names = List.copyOf(ALPHABET.keySet());
    private final JobFact[] facts = ALPHABET.values().toArray(JobFact[]::new);
    private final AtomicLong cases = new AtomicLong();
    private final AtomicReference<@Nullable String> broken = new AtomicReference<>();

    /** @param most facts of a history */
    ForgettingHistories(ForgettingModel.Way way, int most) {
        this.way = way;
        this.most = most;
    }

    /** A history so far: what was chosen, and the facts that count. */
    private record Told(ForgettingModel job, List<JobFact> accepted, List<Integer> choices, long clock) {}

    /** Goes through all histories. Returns one that breaks the law; null if none does. */
    @Nullable
    String run() {
        Told nothing = new Told(ForgettingModel.UNKNOWN, List.of(), List.of(), Long.MIN_VALUE / 2);
        IntStream.range(0, 2 * facts.length * ARRIVALS).parallel().forEach(choice -> choose(nothing, choice));
        return broken.get();
    }

    /** The histories that were looked at. */
    long cases() {
        return cases.get();
    }

    private void goOn(Told told) {
        for (int choice = 0; choice < 2 * facts.length * ARRIVALS; choice++) {
            choose(told, choice);
        }
    }

    private long arrival(int choice) {
        return facts[choice / 2 / ARRIVALS].time() + choice / 2 % ARRIVALS * STEP;
    }

    private void choose(Told told, int choice) {
        JobFact fact = facts[choice / 2 / ARRIVALS];
        long arrival = arrival(choice);
        if (arrival < told.clock || broken.get() != null) {
            return;
        }
        ForgettingModel swept = choice % 2 == 0 ? told.job.swept(way, arrival) : told.job;
        // Facts that are over may stay in the store until a sweep has time for them: a look at the job forgets them.
        ForgettingModel job = swept.swept(way, arrival);
        boolean counts = fact.time() >= arrival - LAW.horizon() && way.problem(job, fact, arrival) == null;
        Told now = new Told(
                counts ? job.with(fact) : job,
                counts ? with(told.accepted, fact) : told.accepted,
                with(told.choices, choice),
                arrival);
        cases.incrementAndGet();
        long truth = ForgettingTruth.of(now.accepted);
        if (now.job.charged() != truth) {
            broken.compareAndSet(null, words(now.choices) + ": " + now.job.charged() + " instead of " + truth);
        } else if (now.choices.size() < most) {
            goOn(now);
        }
    }

    private static <T> List<T> with(List<T> some, T one) {
        List<T> all = new ArrayList<>(some);
        all.add(one);
        return all;
    }

    private String words(List<Integer> choices) {
        return choices.stream()
                .map(choice -> (choice % 2 == 0 ? "sweep, " : "") + names.get(choice / 2 / ARRIVALS) + " arrives at "
                        + (arrival(choice) - LedgerFacts.T0) / STEP)
                .collect(Collectors.joining("; "));
    }

    private static long at(long step) {
        return LedgerFacts.T0 + step * STEP;
    }

    private static JobFact start(long step) {
        return JobFact.of(JobEventType.STARTED, at(step), at(step))
                .withAttributes(LedgerFacts.ownedBy(LedgerFacts.ANNA))
                .withAllocated(Tres.cpus(1));
    }

    private static JobFact end(long step, long run, int revision) {
        return JobFact.of(JobEventType.FINISHED, at(step), run < 0 ? JobFact.NO_RUN : at(run))
                .withRevision(revision)
                .withAttributes(LedgerFacts.ownedBy(LedgerFacts.ANNA))
                .withAllocated(Tres.cpus(1));
    }
}
