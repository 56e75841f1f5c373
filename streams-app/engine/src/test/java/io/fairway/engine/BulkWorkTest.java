package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static io.fairway.engine.PipelineDriver.policyOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import io.fairway.avro.FairshareRecord;
import io.fairway.avro.Heartbeat;
import io.fairway.avro.JobEventType;
import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.avro.UsageRecord;
import io.fairway.core.stored.StateCodec;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.Int256;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Work over all kept jobs goes in slices, with events and restarts between them. Usage comes out as if it had been done
 * at once: each test runs one history beside an application whose work takes no time.
 */
class BulkWorkTest {
    private static final long HOUR = 3_600_000;
    private static final int JOBS = 400;

    /** A clock by which each slice is over as soon as it is looked at: all work stops wherever it can. */
    private final AtomicLong fast = new AtomicLong();

    private PipelineDriver sliced = PipelineDriver.live(() -> fast.addAndGet(30_000_000));
    private PipelineDriver whole = PipelineDriver.live();
    private final Random random;

    BulkWorkTest() {
        random = new Random(7);
    }

    private List<PipelineDriver> both() {
        return List.of(sliced, whole);
    }

    /** Job n of eight users: ended, running or waiting, with an end in the last two hours. */
    private void job(PipelineDriver pipeline, int n, long at) {
        String user = "u" + n % 8;
        String job = "job" + n;
        pipeline.submit(job, "physics", user, at);
        if (n % 10 != 0) {
            pipeline.start(job, at + 1_000, 1 + n % 5);
        }
        if (n % 10 > 1) {
            pipeline.finish(job, at + 2_000 + 7L * n, at + 1_000);
        }
    }

    private void history() {
        for (PipelineDriver pipeline : both()) {
            pipeline.policy(policyOf("main", 0, 24 * HOUR));
            for (int user = 0; user < 8; user++) {
                pipeline.share("physics", "u" + user, 1 + user);
            }
            for (int n = 0; n < JOBS; n++) {
                job(pipeline, n, T0 - 2 * HOUR + 5_000L * n);
            }
            pipeline.advance(1_000);
        }
    }

    /** Events of jobs on both sides of the place where the work has stopped. */
    private void meanwhile(int round) {
        for (int i = 0; i < 20; i++) {
            int n = random.nextInt(JOBS + 50);
            long at = T0 - 2 * HOUR + 5_000L * n;
            for (PipelineDriver pipeline : both()) {
                if (n >= JOBS) {
                    job(pipeline, n, at);
                } else if (n % 10 == 1) {
                    pipeline.finish("job" + n, at + 50_000 + round, at + 1_000);
                } else if (n % 10 == 0) {
                    pipeline.start("job" + n, at + 3_000, 2);
                } else {
                    pipeline.job(pipeline.event("job" + n, JobEventType.STARTED, at + 1_000)
                            .setRevision(round + 1)
                            .setAllocatedTres(Map.of("cpu", 1.0 + round)));
                }
            }
        }
    }

    /** Lets time go on until both have nothing to do, with events in the first turns, and a restart. */
    private void goOn(boolean restart) {
        for (int round = 0; round < 6; round++) {
            meanwhile(round);
            for (PipelineDriver pipeline : both()) {
                pipeline.advance(100);
            }
            if (restart && round == 3) {
                sliced = sliced.restarted();
            }
        }
        for (PipelineDriver pipeline : both()) {
            pipeline.advance(5_000);
        }
    }

    /** What each line adds up to. Its form depends on when it was last written. */
    private static Map<String, Int256> lines(PipelineDriver pipeline) {
        return lines(pipeline, DecayLaw.halfLife(24 * HOUR));
    }

    private static Map<String, Int256> lines(PipelineDriver pipeline, DecayLaw law) {
        Map<String, Int256> lines = new TreeMap<>();
        StateStores.forEach(
                pipeline.stores().get(Stores.LINES),
                (key, bytes) -> lines.put(key, StateCodec.decodeLine(bytes).numerator(law, T0 + 48 * HOUR)));
        return lines;
    }

    /**
     * Leases that end at one instant end in several turns. A measure that opens between two of them must not take the
     * others for applied. A run of 1 processor is seen last at its start, a minute before a whole hour. The grid of its
     * lease is 150 s, so its lease ends 600 s after that hour: 100 runs of 660 s are 66,000 processor-seconds.
     */
    @Test
    void leasesEndUnderEachMeasureWhileOneOpens() {
        Policy.Builder main = policyOf("main", 0, 0);
        main.getMeasure().setLeaseMillis(600_000);
        Policy.Builder second = policyOf("second", 0, 0).setState(PolicyState.SHADOW);
        second.getMeasure().setName("again");
        second.getMeasure().setLeaseMillis(600_000);
        sliced.policy(main);
        sliced.share("physics", "anna", 1);
        for (int n = 0; n < 100; n++) {
            sliced.start("job" + n, "physics", "anna", T0 - 60_000, 1);
        }
        sliced.advance(5_000);

        sliced.jump(T0 + HOUR);
        sliced.policy(second);
        sliced.advance(10_000);

        for (String measure : List.of("billing", "again")) {
            byte[] line = sliced.stores().get(Stores.LINES).get(Keys.usage(DOMAIN, measure, DOMAIN, "physics", "anna"));
            assertThat(StateCodec.decodeLine(Objects.requireNonNull(line)).usage(DecayLaw.none(), T0 + 2 * HOUR))
                    .as(measure)
                    .isEqualTo(66_000);
        }
    }

    /**
     * A correction waits for its time, and the application stands still for longer than two horizons. The job may not be
     * forgotten before the domain has come to the correction: 4 processors from an hour before T0 to a minute after it
     * are 4 * 3660 = 14,640 processor-seconds.
     */
    @Test
    void aJobIsNotForgottenWhileAFactAboutItIsHeld() {
        sliced.policy(policyOf("main", 0, 0));
        sliced.share("physics", "anna", 1);
        sliced.start("job", "physics", "anna", T0 - HOUR, 4);
        sliced.finish("job", T0 - 60_000, T0 - HOUR);
        sliced.job(sliced.event("job", JobEventType.FINISHED, T0 + 60_000)
                .setRun(Instant.ofEpochMilli(T0 - HOUR))
                .setRevision(1));
        for (int n = 0; n < 200; n++) {
            sliced.submit("other" + n, "physics", "anna", T0 + 30_000);
        }

        sliced.jump(T0 + 15 * 24 * HOUR);
        sliced.submit("new", "physics", "anna", T0 + 15 * 24 * HOUR);
        sliced.advance(20_000);

        byte[] line = sliced.stores().get(Stores.LINES).get(Keys.usage(DOMAIN, "billing", DOMAIN, "physics", "anna"));
        assertThat(StateCodec.decodeLine(Objects.requireNonNull(line)).usage(DecayLaw.none(), T0 + 16 * 24 * HOUR))
                .isEqualTo(14_640);
    }

    private static Policy.Builder second() {
        Policy.Builder policy = policyOf("second", 0, 24 * HOUR).setState(PolicyState.SHADOW);
        policy.getMeasure().setName("again");
        return policy;
    }

    private static Adjustment reset(String user, long at) {
        return Adjustment.newBuilder()
                .setDomain(DOMAIN)
                .setTree(DOMAIN)
                .setAccount("physics")
                .setUser(user)
                .setId("r" + user + at)
                .setKind(AdjustmentKind.RESET)
                .setEffectiveAt(Instant.ofEpochMilli(at))
                .setActor("root")
                .setReason("a test")
                .build();
    }

    private void resetBoth(String user, long at) {
        Adjustment reset = reset(user, at);
        for (PipelineDriver pipeline : both()) {
            pipeline.send(Topic.ADJUSTMENTS, Keys.adjustment(DOMAIN, DOMAIN, "physics", user, reset.getId()), reset);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aNewMeasureChargesAllKeptJobs(boolean restart) {
        history();
        for (PipelineDriver pipeline : both()) {
            pipeline.policy(second());
        }
        assertThat(lines(sliced)).as("in the first slice").isNotEqualTo(lines(whole));

        goOn(restart);

        assertThat(lines(sliced)).hasSize(16).isEqualTo(lines(whole));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aResetThatComesLateTakesAwayWhatWasBeforeIt(boolean restart) {
        history();
        Map<String, Int256> before = lines(sliced);
        resetBoth("", T0 - HOUR);
        assertThat(lines(sliced)).as("until all is counted").isEqualTo(before);
        assertThat(lines(whole)).isNotEqualTo(before);

        goOn(restart);

        assertThat(lines(sliced)).hasSize(8).isEqualTo(lines(whole));
    }

    @Test
    void aSecondResetAndAnotherMeasureMayComeMeanwhile() {
        history();
        resetBoth("u1", T0 - HOUR);
        for (PipelineDriver pipeline : both()) {
            pipeline.advance(100);
            pipeline.policy(second());
        }
        meanwhile(9);
        resetBoth("", T0 - 90 * 60_000);

        goOn(false);

        assertThat(lines(sliced)).hasSize(16).isEqualTo(lines(whole));
    }

    /** Half of the usage is no usage: nobody gets a rank or a factor from it. */
    @Test
    void nothingIsPublishedBeforeUsageIsComplete() {
        history();
        for (int turn = 0; sliced.read(Topic.HEARTBEATS, Heartbeat.class).isEmpty(); turn++) {
            assertThat(turn).as("turns until the jobs were looked at").isLessThan(100);
            sliced.advance(100);
        }
        sliced.policy(second());
        sliced.read(Topic.FAIRSHARE, FairshareRecord.class);
        List<String> beats = new ArrayList<>();
        int turns = 0;
        while (sliced.read(Topic.FAIRSHARE, FairshareRecord.class).stream()
                .noneMatch(sent -> sent.key().contains("|second|"))) {
            assertThat(++turns).isLessThan(100);
            assertThat(lines(sliced).size()).isPositive();
            sliced.advance(100);
            beats = Stream.concat(
                            beats.stream(),
                            sliced.read(Topic.HEARTBEATS, Heartbeat.class).stream()
                                    .map(PipelineDriver.Sent::key))
                    .toList();
        }
        assertThat(turns).as("slices").isGreaterThan(5);
        assertThat(beats).contains("alps|main").doesNotContain("alps|second");

        whole.policy(second());
        whole.advance(1_000);
        assertThat(lines(sliced)).isEqualTo(lines(whole));
        sliced.advance(2_000);
        assertThat(sliced.read(Topic.HEARTBEATS, Heartbeat.class).stream().map(PipelineDriver.Sent::key))
                .contains("alps|second");
    }

    /** Another half-life is in every usage record: 64 of 200 lines in a turn, and a restart goes on where it stopped. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anotherDecayLawIsSentInSlices(boolean restart) {
        sliced.policy(policyOf("main", 0, 24 * HOUR));
        for (int n = 0; n < 200; n++) {
            sliced.start("job" + n, "physics", "w" + n, T0 - HOUR, 1 + n);
        }
        sliced.advance(5_000);
        assertThat(sliced.read(Topic.USAGE, UsageRecord.class)).hasSizeGreaterThanOrEqualTo(200);
        assertThat(linesSent()).isEqualTo(200);

        sliced.policy(policyOf("main", T0 + 24 * HOUR, HOUR));
        assertThat(linesSent()).as("after the first slice").isEqualTo(200 - 64);
        if (restart) {
            sliced = sliced.restarted();
            sliced.submit("another", "physics", "w0", T0); // the driver restores a domain at its first record
        }
        Map<String, String> laws = new TreeMap<>();
        Set<Integer> turns = new TreeSet<>();
        for (int turn = 0; turn < 20; turn++) {
            sliced.advance(100);
            for (PipelineDriver.Sent<UsageRecord> sent : sliced.read(Topic.USAGE, UsageRecord.class)) {
                UsageRecord record = Objects.requireNonNull(sent.value());
                assertThat(laws.put(sent.key(), record.getFirstLaw()))
                        .as("%s is sent once", sent.key())
                        .isNull();
                assertThat(record.getLater()).hasSize(1);
                turns.add(turn);
            }
        }
        assertThat(laws).hasSize(200);
        assertThat(laws.values()).containsOnly("half-life 1d");
        assertThat(turns).hasSizeGreaterThan(1);
        assertThat(linesSent()).isEqualTo(200);
    }

    private long linesSent() {
        return sliced.stored().entrySet().stream()
                .filter(entry -> entry.getKey().startsWith("lines ") && StateCodec.isSent(entry.getValue()))
                .count();
    }

    @Test
    void aPeriodicResetReachesAllLinesOrNone() {
        for (PipelineDriver pipeline : both()) {
            pipeline.policy(policyOf("main", 0, 0).setUsageReset("DAILY"));
            for (int n = 0; n < 300; n++) {
                pipeline.share("physics", "w" + n, 1);
                pipeline.start("job" + n, "physics", "w" + n, T0 - HOUR, 1 + n);
                pipeline.finish("job" + n, T0 - HOUR + 600_000, T0 - HOUR);
            }
            pipeline.advance(5_000);
            pipeline.read(Topic.FAIRSHARE, FairshareRecord.class);
        }
        long midnight = Math.floorDiv(T0, 24 * HOUR) * 24 * HOUR + 24 * HOUR;
        for (PipelineDriver pipeline : both()) {
            pipeline.jump(midnight - 1_000);
            pipeline.advance(60_000);
        }

        assertThat(lines(sliced, DecayLaw.none())).hasSize(300).isEqualTo(lines(whole, DecayLaw.none()));
        assertThat(lines(whole, DecayLaw.none()).values()).allMatch(Int256::isZero);
        Map<Instant, Set<Boolean>> used = new TreeMap<>();
        Set<Instant> anew = new TreeSet<>();
        for (PipelineDriver.Sent<FairshareRecord> sent : sliced.read(Topic.FAIRSHARE, FairshareRecord.class)) {
            FairshareRecord record = Objects.requireNonNull(sent.value());
            if (!record.getUser().isEmpty()) {
                used.computeIfAbsent(record.getAsOf(), at -> new HashSet<>()).add(record.getRawUsage() > 0);
                if (record.getRawUsage() == 0) {
                    anew.add(record.getAsOf());
                }
            }
        }
        assertThat(used.values())
                .as("an evaluation sees all before, or all after")
                .allMatch(seen -> seen.size() == 1);
        assertThat(anew).as("one evaluation sees all of it").hasSize(1);
    }
}
