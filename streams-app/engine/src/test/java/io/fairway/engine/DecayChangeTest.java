package io.fairway.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.avro.UsageRecord;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A version of a policy with another half-life: usage stays, and decays by the new one from the version on. */
class DecayChangeTest {
    private static final long T0 = PipelineDriver.T0;
    private static final long HOUR = 3_600_000;
    /** TRES-seconds of a core that runs for as long as its half-life of an hour: 3600/ln 2 * (1 - 1/2). */
    private static final double ONE_HOUR = 2596.851;
    /** The same for two hours. */
    private static final double TWO_HOURS = 5193.702;

    private final List<PipelineDriver> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(PipelineDriver::close);
    }

    private PipelineDriver pipeline() {
        PipelineDriver pipeline = PipelineDriver.replay();
        open.add(pipeline);
        pipeline.share("physics", "anna", 1);
        return pipeline;
    }

    private static Policy.Builder halfLife(long from, long millis) {
        return PipelineDriver.policyOf("main", from, millis);
    }

    /** Half-life of 2 hours up to T0 + 4 h, 1 hour from then on. */
    private static void change(PipelineDriver pipeline) {
        pipeline.policy(halfLife(T0 + 4 * HOUR, HOUR));
    }

    private static double usage(PipelineDriver pipeline, long time) {
        pipeline.tick(time);
        return pipeline.fairshare("physics", "anna").getRawUsage();
    }

    /** The lines of the store. */
    private static Map<String, String> lines(PipelineDriver pipeline) {
        Map<String, String> lines = new TreeMap<>();
        pipeline.stored().forEach((key, bytes) -> {
            if (key.startsWith("lines ")) {
                lines.put(key, java.util.HexFormat.of().formatHex(bytes));
            }
        });
        assertThat(lines).isNotEmpty();
        return lines;
    }

    /** A core for the first two hours: TWO_HOURS then, half of it at the change, a quarter an hour later. */
    @Test
    @Rule(document = Document.SLURM, rows = "81")
    void usageStaysAndDecaysByTheNewHalfLife() {
        PipelineDriver pipeline = pipeline();
        pipeline.policy(halfLife(0, 2 * HOUR));
        pipeline.start("1", "physics", "anna", T0, 1);
        pipeline.finish("1", T0 + 2 * HOUR, T0);
        change(pipeline);

        assertThat(usage(pipeline, T0 + 2 * HOUR)).isCloseTo(TWO_HOURS, within(0.001));
        assertThat(usage(pipeline, T0 + 4 * HOUR)).isCloseTo(TWO_HOURS / 2, within(0.001));
        assertThat(usage(pipeline, T0 + 5 * HOUR)).isCloseTo(TWO_HOURS / 4, within(0.001));
        assertThat(pipeline.deadLetterReasons()).isEmpty();
    }

    /** A core since two hours before the change: TWO_HOURS then; half of it and ONE_HOUR an hour later. */
    @Test
    @Rule(document = Document.SLURM, rows = "81")
    void aRunningJobIsChargedUnderBoth() {
        PipelineDriver pipeline = pipeline();
        pipeline.policy(halfLife(0, 2 * HOUR));
        change(pipeline);
        pipeline.start("1", "physics", "anna", T0 + 2 * HOUR, 1);

        assertThat(usage(pipeline, T0 + 4 * HOUR)).isCloseTo(TWO_HOURS, within(0.001));
        assertThat(usage(pipeline, T0 + 5 * HOUR)).isCloseTo(TWO_HOURS / 2 + ONE_HOUR, within(0.001));
        pipeline.finish("1", T0 + 5 * HOUR, T0 + 2 * HOUR);
        assertThat(usage(pipeline, T0 + 6 * HOUR)).isCloseTo(TWO_HOURS / 4 + ONE_HOUR / 2, within(0.001));
    }

    /** 1000 TRES-seconds from before the change, in a credit that comes after it: a half of a half is left. */
    @Test
    void anAdjustmentOfBeforeTheChangeMayComeAfterIt() {
        PipelineDriver pipeline = pipeline();
        pipeline.policy(halfLife(0, 2 * HOUR));
        change(pipeline);
        pipeline.start("1", "physics", "anna", T0, 1);
        double without = usage(pipeline, T0 + 5 * HOUR);
        pipeline.send(
                Topic.ADJUSTMENTS,
                Keys.adjustment(PipelineDriver.DOMAIN, PipelineDriver.DOMAIN, "physics", "anna", "a1"),
                Adjustment.newBuilder()
                        .setDomain(PipelineDriver.DOMAIN)
                        .setTree(PipelineDriver.DOMAIN)
                        .setAccount("physics")
                        .setUser("anna")
                        .setId("a1")
                        .setKind(AdjustmentKind.REFUND)
                        .setAmount(1000)
                        .setEffectiveAt(Instant.ofEpochMilli(T0 + 2 * HOUR))
                        .setActor("test")
                        .setReason("test")
                        .build());

        assertThat(pipeline.deadLetterReasons()).isEmpty();
        assertThat(Math.abs(usage(pipeline, T0 + 5 * HOUR) - without)).isCloseTo(250, within(0.001));
    }

    /**
     * The version comes before all events, as in a rebuild; or after those of its past, which come in another order, late and
     * twice; with a restart between.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void anyOrderGivesTheSameBytes(long seed) {
        Random random = new Random(seed);
        List<Consumer<PipelineDriver>> before = new ArrayList<>();
        List<Consumer<PipelineDriver>> after = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            String job = "job-" + i;
            long start = T0 + random.nextLong(4 * HOUR - 1000);
            long end = start + 1000 + random.nextLong(4 * HOUR);
            double cpus = 1 + random.nextInt(5);
            before.add(to -> to.start(job, "physics", "anna", start, cpus));
            if (i > 0) {
                (end < T0 + 4 * HOUR ? before : after).add(to -> to.finish(job, end, start));
            }
        }
        PipelineDriver told = pipeline();
        told.policy(halfLife(0, 2 * HOUR));
        change(told);
        before.forEach(event -> event.accept(told));
        after.forEach(event -> event.accept(told));
        told.tick(T0 + 9 * HOUR);

        PipelineDriver other = pipeline();
        other.policy(halfLife(0, 2 * HOUR));
        Collections.shuffle(before, random);
        List<Consumer<PipelineDriver>> late = before.subList(0, 3);
        before.subList(3, before.size()).forEach(event -> event.accept(other));
        other.tick(T0 + 4 * HOUR - 60_001);
        change(other);
        other.tick(T0 + 5 * HOUR);
        PipelineDriver restarted = other.restarted();
        open.remove(other); // It is closed.
        open.add(restarted);
        after.addAll(late);
        Collections.shuffle(after, random);
        after.forEach(event -> event.accept(restarted));
        after.forEach(event -> event.accept(restarted));
        restarted.tick(T0 + 9 * HOUR);

        assertThat(told.deadLetterReasons()).isEmpty();
        assertThat(restarted.deadLetterReasons()).isEmpty();
        assertThat(lines(restarted)).isEqualTo(lines(told));
        assertThat(usage(restarted, T0 + 10 * HOUR))
                .isEqualTo(usage(told, T0 + 10 * HOUR))
                .isPositive();
    }

    /** A run may be charged up to the clock: a lease ends without an event. */
    @Test
    void refusesAHalfLifeFromAnInstantThatTheClockHasPassed() {
        PipelineDriver pipeline = pipeline();
        pipeline.policy(halfLife(0, 2 * HOUR));
        pipeline.start("1", "physics", "anna", T0, 1);
        pipeline.tick(T0 + 2 * HOUR);

        pipeline.policy(halfLife(T0 + HOUR, HOUR));
        pipeline.policy(halfLife(T0 + HOUR, 2 * HOUR).setEpsilon(0.1));

        assertThat(pipeline.deadLetterReasons())
                .singleElement()
                .asString()
                .contains(
                        "policy main from " + Instant.ofEpochMilli(T0 + HOUR),
                        "it changes how measure billing decays, and usage has decayed up to "
                                + Instant.ofEpochMilli(T0 + 2 * HOUR),
                        "let it hold from a later instant");
    }

    /** A version of the past that goes away would change the past too. */
    @Test
    void aVersionThatIsNotYetInForceMayGoAgain() {
        PipelineDriver pipeline = pipeline();
        pipeline.policy(halfLife(0, 2 * HOUR));
        change(pipeline);
        pipeline.start("1", "physics", "anna", T0, 1);
        pipeline.finish("1", T0 + 2 * HOUR, T0);
        pipeline.tombstone(Topic.POLICIES, Keys.policy(PipelineDriver.DOMAIN, "main", T0 + 4 * HOUR));

        // One more half-life of the old law.
        assertThat(usage(pipeline, T0 + 6 * HOUR)).isCloseTo(TWO_HOURS / 4, within(0.001));
        assertThat(pipeline.deadLetterReasons()).isEmpty();
    }

    /** A shadow reads the usage that the active policy counts. */
    @Test
    void aShadowOfTheMeasureFollows() {
        PipelineDriver pipeline = pipeline();
        pipeline.policy(halfLife(0, 2 * HOUR));
        pipeline.policy(PipelineDriver.policyOf("beside", 0, 2 * HOUR).setState(PolicyState.SHADOW));
        change(pipeline);
        pipeline.start("1", "physics", "anna", T0 + 2 * HOUR, 1);
        double active = usage(pipeline, T0 + 5 * HOUR);

        assertThat(active).isCloseTo(TWO_HOURS / 2 + ONE_HOUR, within(0.001));
        assertThat(pipeline.fairshareOf("beside", "physics", "anna").getRawUsage())
                .isEqualTo(active);
    }

    /** A policy that joins must say what holds then. */
    @Test
    void whoJoinsMustKnowTheHalfLifeInForce() {
        PipelineDriver pipeline = pipeline();
        pipeline.policy(halfLife(0, 2 * HOUR));
        change(pipeline);
        pipeline.policy(
                PipelineDriver.policyOf("beside", T0 + 5 * HOUR, 2 * HOUR).setState(PolicyState.SHADOW));

        assertThat(pipeline.deadLetterReasons())
                .singleElement()
                .asString()
                .contains("policy main defines it otherwise");
    }

    /** A reader knows both laws before the second holds, though the lines did not change. */
    @Test
    void everyLineIsSentWhenAVersionComesAlsoAfterARestart() {
        PipelineDriver live = PipelineDriver.live();
        live.share("physics", "anna", 1);
        live.policy(halfLife(0, 2 * HOUR));
        live.start("1", "physics", "anna", T0, 1);
        live.advance(2000);
        assertThat(last(live).getLater()).isEmpty();
        change(live);
        PipelineDriver restarted = live.restarted();
        open.add(restarted);
        restarted.share("physics", "anna", 1);
        restarted.advance(2000);

        assertThat(last(restarted).getLater()).hasSize(1);
    }

    @Test
    void usageRecordsNameTheLawsAndWhatWasChargedUnderEach() {
        PipelineDriver pipeline = pipeline();
        pipeline.policy(halfLife(0, 2 * HOUR));
        pipeline.start("1", "physics", "anna", T0, 1);
        pipeline.tick(T0 + HOUR);
        pipeline.read(Topic.USAGE, UsageRecord.class);
        change(pipeline);
        pipeline.tick(T0 + 2 * HOUR);
        UsageRecord ahead = last(pipeline);
        pipeline.start("2", "physics", "anna", T0 + 5 * HOUR, 3);
        pipeline.tick(T0 + 6 * HOUR);
        UsageRecord after = last(pipeline);

        assertThat(ahead.getLaw()).isEqualTo("half-life 2h");
        assertThat(ahead.getFirstLaw()).isEqualTo("half-life 2h");
        assertThat(ahead.getLater()).singleElement().satisfies(later -> {
            assertThat(later.getStart()).isEqualTo(Instant.ofEpochMilli(T0 + 4 * HOUR));
            assertThat(later.getLaw()).isEqualTo("half-life 1h");
            assertThat(later.getSums()).isEmpty();
        });
        assertThat(after.getLaw()).isEqualTo("half-life 1h");
        assertThat(after.getRate().longValueExact()).isEqualTo(1L << 40);
        assertThat(after.getLater())
                .singleElement()
                .satisfies(later -> assertThat(later.getRate().longValueExact()).isEqualTo(3L << 40));
    }

    private static UsageRecord last(PipelineDriver pipeline) {
        List<PipelineDriver.Sent<UsageRecord>> sent = pipeline.read(Topic.USAGE, UsageRecord.class);
        assertThat(sent).isNotEmpty();
        return java.util.Objects.requireNonNull(sent.get(sent.size() - 1).value());
    }
}
