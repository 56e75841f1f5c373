package io.fairway.core.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Usage across changes of its decay law: it stays, and decays by the new law from then on. */
class LawChangeTest {
    private static final long HOUR = 3_600_000;
    private static final long T = 1_795_000_200_000L;
    private static final long CORE = 1L << Rate.BITS;
    private static final double LN2 = 0.6931471805599453;
    private static final DecayLaw ONE_HOUR = DecayLaw.halfLife(HOUR);
    private static final DecayLaw TWO_HOURS = DecayLaw.halfLife(2 * HOUR);

    private static DecayLaws change(DecayLaw before, DecayLaw after) {
        return DecayLaws.of(new TreeMap<>(Map.of(0L, before, T, after)));
    }

    private static Line of(DecayLaws laws, Use... uses) {
        Line line = new Line();
        for (Use use : uses) {
            line.add(laws, use);
        }
        return line;
    }

    private static Lump lump(long amount, long at) {
        return new Lump(BigDecimal.valueOf(amount), at);
    }

    static String bits(Line line) {
        StringBuilder all = new StringBuilder().append(LineTest.bits(line));
        all.append(" first ").append(line.firstRate());
        line.later().forEach(later -> {
            TreeMap<Long, BigInteger> sums = new TreeMap<>();
            later.sums().forEach((epoch, sum) -> sums.put(epoch, sum.toBigInteger()));
            all.append(" from ")
                    .append(later.start())
                    .append(' ')
                    .append(later.rate())
                    .append(' ')
                    .append(sums);
        });
        return all.toString();
    }

    /** 1000 two hours before the change: half is left at the change, and half of that an hour later. */
    @Test
    void whatWasUsedStaysAndDecaysByTheNewLaw() {
        DecayLaws laws = change(TWO_HOURS, ONE_HOUR);
        Line line = of(laws, lump(1000, T - 2 * HOUR));

        assertThat(line.usage(laws, T - 1)).isCloseTo(500, Offset.offset(1e-4));
        assertThat(line.usage(laws, T)).isCloseTo(500, Offset.offset(1e-6));
        assertThat(line.usage(laws, T + HOUR)).isCloseTo(250, Offset.offset(1e-6));
        assertThat(line.usage(laws, T + 2 * HOUR)).isCloseTo(125, Offset.offset(1e-6));
    }

    /**
     * One core since an hour before the change. Without decay it has 3600 s then. An hour later half of that is left, and the
     * core added 3600/ln 2 * (1 - 1/2) under a half-life of an hour.
     */
    @Test
    void aRunGoesOnUnderTheNewLaw() {
        DecayLaws laws = change(DecayLaw.none(), ONE_HOUR);
        Segment run = new Segment(T - HOUR, Segment.OPEN, CORE);
        double hourLater = 1800 + 3600 / LN2 / 2;

        assertThat(of(laws, run).usage(laws, T)).isCloseTo(3600, Offset.offset(1e-6));
        assertThat(of(laws, run).usage(laws, T + HOUR)).isCloseTo(hourLater, Offset.offset(1e-6));
        assertThat(of(laws, new Segment(T - HOUR, T + HOUR, CORE)).usage(laws, T + HOUR))
                .isCloseTo(hourLater, Offset.offset(1e-6));
    }

    /** 1000 an hour before the change: 500 at the change, and from then on for good. */
    @Test
    void withoutDecayUsageStaysAsItWasAtTheChange() {
        DecayLaws laws = change(ONE_HOUR, DecayLaw.none());
        Line line = of(laws, lump(1000, T - HOUR), new Segment(T, Segment.OPEN, CORE));

        assertThat(line.usage(laws, T)).isCloseTo(500, Offset.offset(1e-6));
        assertThat(line.usage(laws, T + 1000 * HOUR)).isCloseTo(500 + 3_600_000, Offset.offset(1e-6));
    }

    @Test
    void aLawThatIsKnownAheadChangesNothingBeforeItHolds() {
        DecayLaws laws = change(TWO_HOURS, ONE_HOUR);
        Segment run = new Segment(T - 5 * HOUR, Segment.OPEN, 7 * CORE);

        assertThat(bits(of(laws, run))).isEqualTo(bits(of(DecayLaws.of(TWO_HOURS), run)));
        assertThat(of(laws, run).usage(laws, T - 1))
                .isEqualTo(of(DecayLaws.of(TWO_HOURS), run).usage(TWO_HOURS, T - 1));
    }

    @Test
    void aRetractionLeavesNothing() {
        DecayLaws laws = change(TWO_HOURS, DecayLaw.slurmTick(HOUR, 300_000, 7));
        List<Use> uses = List.of(
                new Segment(T - HOUR, Segment.OPEN, 3 * CORE),
                new Segment(T - HOUR, T + HOUR, 5 * CORE),
                new Segment(T + 1, T + 2, CORE),
                lump(17, T - 1),
                lump(17, T));
        Line line = new Line();
        uses.forEach(use -> line.add(laws, use));
        uses.forEach(use -> line.add(laws, use.negated()));

        assertThat(line.isEmpty()).isTrue();
        line.prune(laws, T + HOUR);
        assertThat(line.laterLaws()).isZero();
    }

    /** Laws, uses and an instant of reading, all from one seed. */
    private static final class Scene {
        final Random random;
        final TreeMap<Long, DecayLaw> byStart = new TreeMap<>();
        final DecayLaws laws;
        final List<Use> uses = new ArrayList<>();
        final long now;

        Scene(long seed) {
            random = new Random(seed);
            long time = T;
            byStart.put(0L, law());
            for (int i = random.nextInt(4); i >= 0; i--) {
                time += 1 + random.nextLong(20 * HOUR);
                byStart.put(time, law());
            }
            now = time + random.nextLong(10 * HOUR);
            laws = DecayLaws.of(byStart);
            for (int i = 0; i < 6; i++) {
                long start = T - 10 * HOUR + random.nextLong(now - T + 10 * HOUR - 20_000);
                long end =
                        random.nextInt(3) == 0 ? Segment.OPEN : start + 10_000 + random.nextLong(now - start - 10_000);
                uses.add(new Segment(start, end, 1 + random.nextLong(1L << 50)));
                uses.add(lump(random.nextLong(100_000), start));
            }
        }

        private DecayLaw law() {
            long millis = HOUR + random.nextLong(50 * HOUR);
            return switch (random.nextInt(5)) {
                case 0 -> DecayLaw.none();
                case 1 -> DecayLaw.tenthLife(millis);
                default -> DecayLaw.halfLife(millis);
            };
        }

        Line line() {
            Line line = new Line();
            uses.forEach(use -> line.add(laws, use));
            return line;
        }

        /** The decay per millisecond at an instant, from the versions themselves. */
        private double lambda(long time) {
            DecayLaw law = byStart.floorEntry(time).getValue();
            return switch (law.kind()) {
                case NONE -> 0;
                case TENTH_LIFE -> 2.302585092994046 / law.millis();
                default -> LN2 / law.millis();
            };
        }

        /** What is left at {@code now} of a unit: one factor for each version since then. */
        private double left(long from) {
            double exponent = 0;
            for (long at = from; at < now; ) {
                Long next = byStart.higherKey(at);
                long to = next == null || next > now ? now : next;
                exponent += lambda(at) * (to - at);
                at = to;
            }
            return Math.exp(-exponent);
        }

        /** TRES-seconds at {@code now} by Simpson's rule: 4,000 steps between each two versions. */
        double integral() {
            double total = 0;
            for (Use use : uses) {
                if (use instanceof Lump lump) {
                    total += lump.amount().doubleValue() * left(lump.at());
                } else if (use instanceof Segment segment) {
                    long end = Math.min(segment.end(), now);
                    for (long at = segment.start(); at < end; ) {
                        Long next = byStart.higherKey(at);
                        long to = next == null || next > end ? end : next;
                        total += segment.rate() / (double) CORE * simpson(at, to) / 1000;
                        at = to;
                    }
                }
            }
            return total;
        }

        private double simpson(long from, long to) {
            int steps = 4000;
            double end = left(to);
            double sum = 0;
            for (int i = 0; i <= steps; i++) {
                double back = (double) (to - from) * (steps - i) / steps;
                sum += end * Math.exp(-lambda(from) * back) * (i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2);
            }
            return sum * (to - from) / steps / 3;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void usageIsTheIntegral(int hundred) {
        for (long seed = hundred * 100L; seed < hundred * 100L + 100; seed++) {
            Scene scene = new Scene(seed);

            assertThat(scene.line().usage(scene.laws, scene.now))
                    .as("seed %d", seed)
                    .isCloseTo(scene.integral(), Percentage.withPercentage(1e-7));
        }
    }

    /** Any order, with uses that come and are taken back, in two lines that are added up, and stored on the way. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void theOrderChangesNoBit(int hundred) {
        for (long seed = hundred * 100L; seed < hundred * 100L + 100; seed++) {
            Scene scene = new Scene(seed);
            String expected = bits(scene.line());
            List<Use> told = new ArrayList<>(scene.uses);
            for (Use use : new Scene(seed + 1000).uses) {
                told.add(use);
                told.add(use.negated());
            }
            Collections.shuffle(told, scene.random);
            Line one = new Line();
            Line other = new Line();
            told.forEach(use -> (scene.random.nextBoolean() ? one : other).add(scene.laws, use));
            Line sum = one.copy();
            sum.add(other);

            assertThat(sum.usage(scene.laws, scene.now))
                    .as("seed %d", seed)
                    .isEqualTo(scene.line().usage(scene.laws, scene.now));
            sum.prune(scene.laws, T - 20 * HOUR);
            Line line = scene.line();
            line.prune(scene.laws, T - 20 * HOUR);
            assertThat(bits(sum)).as("seed %d", seed).isEqualTo(bits(line));
            assertThat(expected).isEqualTo(bits(scene.line()));
        }
    }

    @Test
    void anAccountIsTheExactSumOfItsUsers() {
        ShareTree tree = ShareTree.build(
                "alps",
                List.of(
                        ShareNode.account("alps", "cms", null, 1, 0),
                        ShareNode.user("alps", "cms", "anna", 1, 0),
                        ShareNode.user("alps", "cms", "ben", 1, 0)));
        Scene scene = new Scene(5);
        Scene two = new Scene(6);
        Line anna = scene.line();
        Line ben = new Line();
        two.uses.forEach(use -> ben.add(scene.laws, use));

        TreeUsage usage = TreeUsage.of(
                tree,
                scene.laws,
                Map.of(NodeId.ofUser("alps", "cms", "anna"), anna, NodeId.ofUser("alps", "cms", "ben"), ben)::get,
                scene.now);

        BigInteger users = BigInteger.ZERO;
        for (int node = 0; node < tree.size(); node++) {
            users = tree.isUser(node) ? users.add(usage.exact(node)) : users;
        }
        assertThat(usage.exact(tree.findAccount("cms"))).isEqualTo(users).isNotEqualTo(BigInteger.ZERO);
        assertThat(usage.raw(tree.find(NodeId.ofUser("alps", "cms", "anna"))))
                .isCloseTo(scene.integral(), Percentage.withPercentage(1e-7));
    }

    /** 150 half-lives of the new law: exactly nothing, and nothing to store. The core that goes on has its limit. */
    @Test
    void isNothingAfterManyHalfLivesOfTheNewLaw() {
        DecayLaws laws = change(TWO_HOURS, ONE_HOUR);
        Line line = of(laws, lump(1000, T - HOUR));
        Line running = of(laws, new Segment(T - HOUR, Segment.OPEN, CORE));
        long late = T + 150 * HOUR;

        assertThat(line.usage(laws, T + 120 * HOUR)).isPositive();
        assertThat(line.usage(laws, late)).isZero();
        line.prune(laws, late);
        assertThat(line.isEmpty()).isTrue();
        running.prune(laws, late);
        assertThat(running.usage(laws, late)).isCloseTo(3600 / LN2, Offset.offset(1e-6));
    }

    /** What was before the reset never counts. The run has an hour before the change, and what is left of it after. */
    @Test
    void aResetForgetsWhatWasUnderEarlierLawsToo() {
        DecayLaws laws = change(DecayLaw.none(), ONE_HOUR);
        Segment run = new Segment(T - 5 * HOUR, Segment.OPEN, CORE);
        Line before = of(laws, run, lump(1000, T - 2 * HOUR));
        before.reset(laws, T - HOUR);
        Line after = of(laws, run, lump(500, T + HOUR / 2));
        after.reset(laws, T + HOUR);
        Line late = new Line();
        late.reset(laws, T + HOUR);
        late.add(laws, lump(1000, T - 2 * HOUR));
        late.add(laws, lump(500, T + HOUR / 2));
        late.add(laws, run);

        assertThat(before.usage(laws, T)).isCloseTo(3600, Offset.offset(1e-6));
        assertThat(after.usage(laws, T + HOUR)).isCloseTo(0, Offset.offset(1e-6));
        assertThat(after.usage(laws, T + 2 * HOUR)).isCloseTo(3600 / LN2 / 2, Offset.offset(1e-6));
        assertThat(bits(late)).isEqualTo(bits(after));
        assertThat(after.rate().toBigInteger()).isEqualTo(BigInteger.valueOf(CORE));
        after.add(laws, run.negated());
        assertThat(after.isEmpty()).isTrue();
    }

    /**
     * slurmctld's own loop: each pass multiplies usage by the factor to the power of the period and adds d * factor^d for each
     * running job, where d is the seconds that it ran since the last pass. The change comes between two passes.
     */
    @Test
    void slurmTickKeepsItsUsageAndGoesOnWithTheNewFactor() {
        long period = 300_000;
        long at = T + 100_000;
        assertThat(T % period).isZero();
        DecayLaws laws = DecayLaws.of(new TreeMap<>(
                Map.of(0L, DecayLaw.slurmTick(24 * HOUR, period, 0), at, DecayLaw.slurmTick(HOUR, period, 0))));
        long start = T - 20 * period - 37_000;
        long end = T + 7 * period + 55_000;
        Line open = of(laws, new Segment(start, Segment.OPEN, 2 * CORE));
        Line closed = of(laws, new Segment(start, end, 2 * CORE));

        double usage = 0;
        for (long pass = T - 20 * period; pass <= T + 12 * period; pass += period) {
            // The pass after the change is the last one of the old factor.
            double factor = 1 - 0.693 / (pass <= T + period ? 86_400.0 : 3_600.0);
            usage *= Math.pow(factor, 300);
            double seconds = (Math.min(pass, end) - Math.max(start, pass - period)) / 1000.0;
            if (seconds > 0) {
                // A job that ended is charged at its end, and the pass decays that by its whole period.
                double charge = 2 * seconds * Math.pow(factor, seconds);
                usage += end < pass ? charge * Math.pow(factor, 300) : charge;
            }
            assertThat((pass <= end ? open : closed).usage(laws, pass))
                    .as("pass %d after the change", (pass - T) / period)
                    .isCloseTo(usage, Percentage.withPercentage(1e-8));
        }
    }

    /** 1 core from an hour before: 3600 s at the change. The first pass, 100 s later, decays by 100 s and charges 100 s. */
    @Test
    void slurmTickBeginsWithItsFirstPass() {
        DecayLaw tick = DecayLaw.slurmTick(HOUR, 300_000, 0);
        long change = T + 200_000;
        DecayLaws laws = DecayLaws.of(new TreeMap<>(Map.of(0L, DecayLaw.none(), change, tick)));
        Line line = of(laws, new Segment(change - HOUR, Segment.OPEN, CORE));
        double factor = Math.pow(1 - 0.693 / 3600, 100);

        assertThat(line.usage(laws, change)).isCloseTo(3600, Offset.offset(1e-6));
        assertThat(line.usage(laws, change + 99_999)).isCloseTo(3600, Offset.offset(1e-6));
        assertThat(line.usage(laws, change + 100_000)).isCloseTo(3600 * factor + 100 * factor, Offset.offset(1e-6));
    }
}
