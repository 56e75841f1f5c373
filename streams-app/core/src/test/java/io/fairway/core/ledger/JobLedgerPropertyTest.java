package io.fairway.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.Segment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The promise of the product: the lines are the same to the last bit, in whatever order the facts arrive, how often,
 * how late, and however the clock moves in between. They equal the lines of what really happened.
 */
class JobLedgerPropertyTest {
    private static final int ORDERS = 4;
    private static final long HOUR = 3_600_000;

    /** An amount that a person adds to a line. */
    private record Amount(String measure, NodeId association, BigDecimal tresSeconds, long at) {}

    /** One seeded set: measures, history, amounts, sometimes a reset, and the instant of comparison. */
    private static final class Scene {
        final Random random;
        final List<Truth.Rules> rules = new ArrayList<>();
        final History history;
        final List<Amount> amounts = new ArrayList<>();
        final long reset;
        final long now;

        Scene(long seed) {
            random = new Random(seed);
            long halfLife = List.of(600_000L, HOUR, 24 * HOUR, 7 * 24 * HOUR).get(random.nextInt(4));
            long span = Math.min(48 * HOUR, 40 * halfLife);
            // Sometimes a boundary of two epochs lies in the middle.
            long from = 1_795_000_000_000L + random.nextLong(1000 * HOUR);
            from = random.nextBoolean() ? from : from / (64 * halfLife) * 64 * halfLife - span / 2;
            long lease = random.nextBoolean() ? 0 : 4 + random.nextLong(span / 4);
            rules.add(rules("half", DecayLaw.halfLife(halfLife), Measure.Kind.BILLING_TRES, lease, from, span));
            rules.add(rules("none", DecayLaw.none(), Measure.Kind.BILLING_TRES, lease, from, span));
            if (random.nextBoolean()) {
                DecayLaw tick = DecayLaw.slurmTick(halfLife, Math.max(1000, span / 100), random.nextLong(HOUR));
                rules.add(rules("tick", tick, Measure.Kind.BILLING_TRES, 0, from, span));
            }
            if (random.nextBoolean()) {
                rules.add(rules("cpu", DecayLaw.tenthLife(5 * HOUR), Measure.Kind.CPU_TIME, lease, from, span));
            }
            history = new History(random, from, span);
            now = history.end() + random.nextLong(span / 4);
            reset = random.nextInt(3) == 0 ? from + random.nextLong(now - from) : 0;
            for (int i = random.nextInt(4); i > 0; i--) {
                amounts.add(new Amount(
                        rules.get(random.nextInt(rules.size())).measure().name(),
                        NodeId.ofUser("alps", "cms", "anna"),
                        BigDecimal.valueOf(random.nextInt(2_000_000) - 1_000_000, 2),
                        from + random.nextLong(now - from)));
            }
        }

        private Truth.Rules rules(String name, DecayLaw law, Measure.Kind kind, long lease, long from, long span) {
            List<String> weights = List.of("1", "0.1", "2.5", "0.333");
            boolean suspended = random.nextBoolean();
            boolean overLimit = random.nextBoolean();
            boolean requeued = random.nextBoolean();
            TreeMap<Long, BigDecimal> byTime = new TreeMap<>();
            TreeMap<Long, ChargingRules> history = new TreeMap<>();
            for (long since : new long[] {0, from + random.nextLong(span)}) {
                String weight = weights.get(random.nextInt(weights.size()));
                byTime.put(since, new BigDecimal(weight));
                history.put(since, new ChargingRules(History.perCpu(weight), suspended, overLimit, requeued, lease));
            }
            return new Truth.Rules(
                    new Measure(name, law, kind, history), byTime, suspended, overLimit, requeued, lease);
        }

        List<Measure> measures() {
            return rules.stream().map(Truth.Rules::measure).toList();
        }

        List<Truth.Piece> pieces() {
            return history.runs.stream()
                    .flatMap(run -> rules.stream().flatMap(rule -> Truth.pieces(run, rule, now).stream()))
                    .toList();
        }
    }

    /** Plays the facts in a random order, some twice, with a clock that moves at random. */
    private static LedgerFixture play(Scene scene, Random random) {
        LedgerFixture ledger = new LedgerFixture(scene.measures());
        List<Object> late = new ArrayList<>();
        List<Object> early = new ArrayList<>();
        for (History.Told told : scene.history.facts) {
            for (int copies = random.nextInt(4) == 0 ? 2 : 1; copies > 0; copies--) {
                boolean before = told.fact().time() <= scene.reset && random.nextBoolean();
                (before ? early : late).add(told);
            }
        }
        for (Amount amount : scene.amounts) {
            (amount.at() < scene.reset && random.nextBoolean() ? early : late).add(amount);
        }
        Collections.shuffle(early, random);
        Collections.shuffle(late, random);
        play(ledger, early, scene.reset, random);
        if (scene.reset > 0) {
            ledger.reset(scene.reset);
        }
        play(ledger, late, scene.now, random);
        ledger.advance(scene.now);
        return ledger;
    }

    private static void play(LedgerFixture ledger, List<Object> facts, long latest, Random random) {
        for (Object fact : facts) {
            if (fact instanceof History.Told told) {
                ledger.tell(told.job(), told.fact());
            } else if (fact instanceof Amount amount) {
                ledger.adjust(amount.measure(), amount.association(), amount.tresSeconds(), amount.at());
            }
            if (random.nextInt(10) == 0 && ledger.clock() < latest) {
                long to = ledger.clock() + 1 + random.nextLong(latest - ledger.clock());
                if (random.nextBoolean()) {
                    ledger.advance(to);
                } else {
                    ledger.advanceStepByStep(to);
                }
            }
            if (random.nextInt(20) == 0) {
                ledger.prune();
            }
        }
    }

    /** The lines of what really happened. */
    private static LedgerFixture truth(Scene scene) {
        LedgerFixture expected = new LedgerFixture(scene.measures());
        if (scene.reset > 0) {
            expected.reset(scene.reset);
        }
        for (Truth.Piece piece : scene.pieces()) {
            Line line = expected.line(piece.measure(), piece.association());
            BigInteger left = piece.units().toBigIntegerExact();
            while (left.signum() > 0) {
                // Segments take 63 bits; the number of pieces does not change a sum.
                BigInteger part = left.min(BigInteger.ONE.shiftLeft(61));
                line.add(expected.laws(piece.measure()), new Segment(piece.from(), piece.to(), part.longValueExact()));
                left = left.subtract(part);
            }
        }
        for (Amount amount : scene.amounts) {
            expected.adjust(amount.measure(), amount.association(), amount.tresSeconds(), amount.at());
        }
        expected.advance(scene.now);
        return expected;
    }

    /** 1,000 sets: 10 times 100, so that a failure names its hundred. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    void anyOrderGivesTheTrueLines(int hundred) {
        for (long seed = hundred * 100L; seed < (hundred + 1) * 100L; seed++) {
            Scene scene = new Scene(seed);
            String expected = truth(scene).bits();
            for (int order = 0; order < ORDERS; order++) {
                LedgerFixture ledger = play(scene, new Random(seed * 31 + order));
                assertThat(ledger.bits()).as("seed %d, order %d", seed, order).isEqualTo(expected);
            }
        }
    }

    /** The same against the closed integral in plain doubles, without lines. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void usageIsTheTrueIntegral(int fifty) {
        for (long seed = 5000 + fifty * 50L; seed < 5000 + (fifty + 1) * 50L; seed++) {
            Scene scene = new Scene(seed);
            LedgerFixture ledger = play(scene, new Random(seed));
            for (String measure : List.of("half", "none")) {
                Map<NodeId, List<Truth.Piece>> byAssociation = scene.pieces().stream()
                        .filter(piece -> piece.measure().equals(measure))
                        .collect(Collectors.groupingBy(Truth.Piece::association));
                for (Map.Entry<NodeId, List<Truth.Piece>> entry : byAssociation.entrySet()) {
                    DecayLaw law = ledger.laws(measure).at(scene.now);
                    double expected = 0;
                    double gross = 1e-6;
                    for (Truth.Piece piece : entry.getValue()) {
                        double usage = integral(piece, law, Math.max(piece.from(), scene.reset), scene.now);
                        expected += usage;
                        gross += usage;
                    }
                    for (Amount amount : scene.amounts) {
                        if (amount.measure().equals(measure)
                                && amount.association().equals(entry.getKey())
                                && amount.at() >= scene.reset) {
                            double usage = amount.tresSeconds().doubleValue() * left(law, amount.at(), scene.now);
                            expected += usage;
                            gross += Math.abs(usage);
                        }
                    }
                    // The error of a short piece of a long half-life is relative to the usage of a whole half-life.
                    assertThat(ledger.usage(measure, entry.getKey(), scene.now))
                            .as("seed %d, %s of %s", seed, measure, entry.getKey())
                            .isCloseTo(expected, Offset.offset(1e-9 * gross + rounding(entry.getValue(), law)));
                }
            }
        }
    }

    /** 2^-51 of a half-life at the rate of every piece. */
    private static double rounding(List<Truth.Piece> pieces, DecayLaw law) {
        double rate = pieces.stream()
                .mapToDouble(piece -> piece.units().doubleValue() * 0x1p-40)
                .sum();
        return rate * law.millis() / 1000 * 0x1p-50;
    }

    private static double left(DecayLaw law, long at, long now) {
        return law.kind() == DecayLaw.Kind.NONE ? 1 : StrictMath.pow(2, (at - now) / (double) law.millis());
    }

    private static double integral(Truth.Piece piece, DecayLaw law, long from, long now) {
        long to = Math.min(piece.to(), now);
        if (to <= from) {
            return 0;
        }
        double tres = piece.units().doubleValue() * 0x1p-40;
        double seconds = (to - from) / 1000.0;
        if (law.kind() == DecayLaw.Kind.NONE) {
            return tres * seconds;
        }
        double lambda = StrictMath.log(2) / (law.millis() / 1000.0);
        return tres / lambda * -StrictMath.expm1(-lambda * seconds) * left(law, to, now);
    }

    /** The generator produces every hazard that it is meant to, so the tests above cover them. */
    @ParameterizedTest
    @ValueSource(longs = 0)
    void theGeneratorMakesEveryHazard(long first) {
        int lost = 0;
        int resumed = 0;
        int requeued = 0;
        int equalTimes = 0;
        int contradictions = 0;
        int huge = 0;
        int limited = 0;
        int resets = 0;
        int suspendedAtEnd = 0;
        for (long seed = first; seed < first + 1000; seed++) {
            Scene scene = new Scene(seed);
            resets += scene.reset > 0 ? 1 : 0;
            for (History.TrueRun run : scene.history.runs) {
                lost += run.end == Long.MAX_VALUE ? 1 : 0;
                resumed += run.suspended.containsValue(false) ? 1 : 0;
                suspendedAtEnd +=
                        !run.suspended.isEmpty() && run.suspended.lastEntry().getValue() ? 1 : 0;
                requeued += run.pendsAgain && run.next != Long.MAX_VALUE ? 1 : 0;
                equalTimes += run.end == run.next ? 1 : 0;
                huge += run.cpus.lastEntry().getValue() > 1L << 22 ? 1 : 0;
                limited += run.limit != Long.MAX_VALUE ? 1 : 0;
            }
            Map<JobKey, List<JobFact>> byJob = scene.history.facts.stream()
                    .collect(Collectors.groupingBy(
                            History.Told::job, Collectors.mapping(History.Told::fact, Collectors.toList())));
            for (List<JobFact> facts : byJob.values()) {
                for (int i = 1; i < facts.size(); i++) {
                    contradictions += facts.get(i).contradicts(facts.get(i - 1))
                                    && !facts.get(i).equals(facts.get(i - 1))
                            ? 1
                            : 0;
                }
            }
        }
        assertThat(List.of(lost, resumed, requeued, contradictions, limited, resets, suspendedAtEnd))
                .allMatch(count -> count > 200);
        assertThat(List.of(equalTimes, huge)).allMatch(count -> count > 20);
    }
}
