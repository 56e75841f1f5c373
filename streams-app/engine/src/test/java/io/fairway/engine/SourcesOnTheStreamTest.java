package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static io.fairway.engine.PipelineDriver.policyOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Heartbeat;
import io.fairway.avro.Policy;
import io.fairway.avro.SourceHeartbeat;
import io.fairway.core.stored.StateCodec;
import io.fairway.core.usage.DecayLaw;
import io.fairway.engine.store.Stores;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sources tell how far they have looked. A lease of 40 s has a grid of 10 s: T0 is on it. */
class SourcesOnTheStreamTest {
    private static final long SECOND = 1_000;
    private static final long LEASE = 40 * SECOND;
    private static final long GRID = LEASE / 4;
    private static final String SOURCE = "collect slurm on head";

    private PipelineDriver pipeline = PipelineDriver.live();
    private long now;

    @BeforeEach
    void open() {
        now = T0;
        assertThat(T0 % GRID).isZero();
        Policy.Builder policy = policyOf("main", 0, 0);
        policy.getMeasure().setLeaseMillis(LEASE);
        pipeline.policy(policy);
        pipeline.share("physics", "anna", 1);
    }

    @AfterEach
    void close() {
        pipeline.close();
    }

    private static SourceHeartbeat.Builder heartbeat(String source, long since, long through) {
        return SourceHeartbeat.newBuilder()
                .setDomain(DOMAIN)
                .setCluster(DOMAIN)
                .setSource(source)
                .setSince(Instant.ofEpochMilli(since))
                .setThrough(Instant.ofEpochMilli(through))
                .setRunningJobs(1L);
    }

    private void send(SourceHeartbeat.Builder heartbeat) {
        SourceHeartbeat said = heartbeat.build();
        pipeline.send(
                Topic.SOURCES,
                Keys.source(
                        said.getDomain(),
                        said.getCluster(),
                        said.getSource(),
                        said.getSince().toEpochMilli()),
                said);
    }

    /** The instant comes, and with it what is due. */
    private void passTo(long seconds) {
        long instant = Math.max(now + 1, T0 + seconds * SECOND);
        pipeline.jump(instant);
        pipeline.advance(200);
        now = instant + 200;
    }

    private Heartbeat heartbeat() {
        pipeline.advance(1_500);
        now += 1_500;
        return pipeline.lastHeartbeat();
    }

    /** Processor-seconds of a user with runs of one processor, if nothing more happens. */
    private double used(String user) {
        byte[] line = pipeline.stores().get(Stores.LINES).get(Keys.usage(DOMAIN, "billing", DOMAIN, "physics", user));
        return StateCodec.decodeLine(Objects.requireNonNull(line)).usage(DecayLaw.none(), T0 + 10_000 * SECOND);
    }

    /** A source that sends changes only says nothing of a run of 136 s: 61 s of it were charged in one case. */
    @Test
    void aSourceRenewsTheLeasesOfTheRunsThatItSees() {
        pipeline.start("1", "physics", "anna", T0, 1);
        for (int seconds = 10; seconds <= 130; seconds += 10) {
            passTo(seconds);
            send(heartbeat(SOURCE, T0 - SECOND, T0 + seconds * SECOND));
        }
        passTo(140);
        pipeline.finish("1", T0 + 136 * SECOND, T0);
        passTo(141);

        assertThat(used("anna")).isEqualTo(136);
    }

    /** It stops. Its runs end with the lease that begins at its last look: 60 s, the end of the grid, and the lease. */
    @Test
    void whenItStopsItsRunsEndWithTheLeaseFromItsLastLook() {
        pipeline.start("1", "physics", "anna", T0, 1);
        for (int seconds = 3; seconds <= 63; seconds += 10) {
            passTo(seconds);
            send(heartbeat(SOURCE, T0 - SECOND, T0 + seconds * SECOND));
        }
        passTo(1_000);

        assertThat(used("anna")).isEqualTo(60 + 10 + 40);
    }

    /** The link was cut, and the source went on: what it says then shows that the run never ended. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSourceThatIsHeardAgainShowsThatARunWentOn(boolean restarted) {
        pipeline.start("1", "physics", "anna", T0, 1);
        send(heartbeat(SOURCE, T0 - SECOND, T0));
        passTo(500);
        assertThat(used("anna")).isEqualTo(50);
        if (restarted) {
            pipeline = pipeline.restarted();
        }

        send(heartbeat(SOURCE, T0 - SECOND, T0 + 500 * SECOND));
        passTo(501);
        assertThat(heartbeat().getCounts()).containsEntry("runningJobs", 1L);
        pipeline.finish("1", T0 + 510 * SECOND, T0);
        passTo(511);

        assertThat(used("anna")).isEqualTo(510);
    }

    /** Its end was lost, and the end of the next run is known: the first one went on until that began. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSourceThatIsHeardAgainShowsThatARunWentOnUntilTheNextOne(boolean restarted) {
        pipeline.start("1", "physics", "anna", T0, 1);
        passTo(200);
        pipeline.finish("1", T0 + 150 * SECOND, T0 + 100 * SECOND);
        passTo(201);
        assertThat(used("anna")).isEqualTo(50);
        if (restarted) {
            pipeline = pipeline.restarted();
        }

        send(heartbeat(SOURCE, T0 - SECOND, T0 + 120 * SECOND));
        passTo(210);

        assertThat(used("anna")).isEqualTo(100);
    }

    /** A run goes on, and an earlier one ended with its lease: what is said of that one does not keep the other from its end. */
    @Test
    void anEarlierRunDoesNotKeepARunFromTheEndOfItsLease() {
        pipeline.start("1", "physics", "anna", T0, 1);
        passTo(100);
        pipeline.start("1", "physics", "anna", T0 + 100 * SECOND, 1);
        passTo(105);
        send(heartbeat(SOURCE, T0 - SECOND, T0 + 20 * SECOND));
        passTo(1_000);

        // 20 s, the end of the grid, and the lease; 100 s, the same.
        assertThat(used("anna")).isEqualTo(30 + 40 + 10 + 40);
    }

    /** The application ends after the heartbeat was read, and before there was time for the runs. */
    @Test
    void aRestartForgetsNoRunThatIsToGoOn() {
        pipeline.start("1", "physics", "anna", T0, 1);
        passTo(500);
        send(heartbeat(SOURCE, T0 - SECOND, T0 + 500 * SECOND));
        pipeline = pipeline.restarted();
        pipeline.share("physics", "ben", 1);
        passTo(520);

        assertThat(used("anna")).isGreaterThan(520);
    }

    /** The run is forgotten after two horizons of 7 days. What is said of its time then makes nothing of it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aForgottenRunDoesNotComeBack(boolean restarted) {
        pipeline.start("1", "physics", "anna", T0, 1);
        send(heartbeat(SOURCE, T0 - SECOND, T0));
        passTo(500);
        for (long day = 21; day <= 23; day++) {
            passTo(day * 86_400);
            pipeline.start("other " + day, "physics", "ben", T0 + day * 86_400 * SECOND, 1);
            pipeline.finish("other " + day, T0 + day * 86_400 * SECOND + 1, T0 + day * 86_400 * SECOND);
            pipeline.advance(2_000);
            now += 2_000;
        }
        if (restarted) {
            pipeline = pipeline.restarted();
        }
        send(heartbeat(SOURCE, T0 - SECOND, T0 + 23 * 86_400 * SECOND));
        passTo(23 * 86_400 + 100);

        assertThat(heartbeat().getCounts()).containsEntry("runningJobs", 0L).containsEntry("pendingJobs", 0L);
        assertThat(used("anna")).isEqualTo(50);
    }

    /** The end of a run was lost while the source was away. A source that begins anew says nothing of such a run. */
    @Test
    void aSourceThatBeganLaterRenewsNoRunThatItDidNotSee() {
        pipeline.start("1", "physics", "anna", T0, 1);
        passTo(200);
        for (int seconds = 200; seconds <= 400; seconds += 10) {
            passTo(seconds);
            send(heartbeat(SOURCE, T0 + 200 * SECOND, T0 + seconds * SECOND));
        }

        assertThat(used("anna")).isEqualTo(50);
    }

    /** One that does not see which jobs run, such as a reader of a log of ended jobs. */
    @Test
    void aSourceThatDoesNotSeeRunningJobsRenewsNothing() {
        pipeline.start("1", "physics", "anna", T0, 1);
        send(heartbeat(SOURCE, T0 - SECOND, T0 + 100 * SECOND).setRunningJobs(null));
        passTo(400);

        assertThat(used("anna")).isEqualTo(50);
    }

    /**
     * Runs with and without an end, and sources with several lives, arrive in any order and at any time: usage is that of
     * the closed form. A rebuild from what compaction leaves, the last heartbeat of each life, is equal.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void usageFollowsFromWhatWasSaidAndNotFromItsOrder(long seed) {
        Random random = new Random(seed);
        List<Runnable> said = new ArrayList<>();
        List<Runnable> left = new ArrayList<>();
        List<long[]> lives = new ArrayList<>();
        for (int life = 0; life < 3; life++) {
            long since = T0 + random.nextInt(600) * SECOND;
            long through = since + random.nextInt(400) * SECOND;
            lives.add(new long[] {since, through});
            String source = "source " + life % 2;
            for (int beat = 0; beat < 5; beat++) {
                long at = beat == 0 ? through : since + (long) (random.nextDouble() * (through - since));
                Runnable send = () -> send(heartbeat(source, since, at));
                said.add(send);
                if (beat == 0) {
                    left.add(send);
                }
            }
        }
        double expected = 0;
        for (int run = 0; run < 6; run++) {
            String job = "job " + run;
            long start = T0 + random.nextInt(800) * SECOND;
            long end = start + random.nextInt(500) * SECOND;
            boolean told = random.nextBoolean();
            Runnable started = () -> pipeline.start(job, "physics", "anna", start, 1);
            said.add(started);
            left.add(started);
            if (told) {
                Runnable finished = () -> pipeline.finish(job, end, start);
                said.add(finished);
                left.add(finished);
            }
            expected += ((told ? end : leaseEnd(start, lives)) - start) / 1000.0;
        }
        for (List<Runnable> order : List.of(said, left)) {
            open(order, random);
            assertThat(used("anna")).as("seed %d", seed).isEqualTo(expected);
            pipeline.close();
            pipeline = PipelineDriver.live();
            open();
        }
    }

    private void open(List<Runnable> order, Random random) {
        Collections.shuffle(order, random);
        int seconds = 1_500;
        passTo(seconds);
        for (Runnable each : order) {
            each.run();
            seconds += random.nextInt(3) * random.nextInt(60);
            passTo(seconds);
        }
        passTo(seconds + 1_500);
    }

    /** The last look of each life that touches what was known before, and then a lease from the end of the grid on. */
    private static long leaseEnd(long start, List<long[]> lives) {
        long seen = start;
        for (int round = 0; round < lives.size(); round++) {
            for (long[] life : lives) {
                if (life[0] <= (Math.floorDiv(seen, GRID) + 1) * GRID) {
                    seen = Math.max(seen, life[1]);
                }
            }
        }
        return (Math.floorDiv(seen, GRID) + 1) * GRID + LEASE;
    }

    /** A cluster is as far as the source that is furthest behind, and a silent one is told until it is retired. */
    @Test
    void theSourceThatIsFurthestBehindIsTold() {
        send(heartbeat(SOURCE, T0, T0));
        send(heartbeat("bridge", T0 - SECOND, T0 - SECOND).setRunningJobs(null));
        passTo(50);
        assertThat(heartbeat().getLookedThrough()).containsOnly(Map.entry(DOMAIN, T0 - SECOND));
        assertThat(heartbeat().getProblems()).isEmpty();

        send(heartbeat(SOURCE, T0, T0 + 50 * SECOND));
        passTo(100);
        assertThat(heartbeat().getProblems())
                .singleElement()
                .asString()
                .contains(
                        "cluster " + DOMAIN,
                        "'bridge'",
                        Instant.ofEpochMilli(T0 - SECOND).toString());

        send(heartbeat("bridge", T0 - SECOND, T0 - SECOND).setRunningJobs(null).setRetired(true));
        passTo(101);
        assertThat(heartbeat().getProblems()).isEmpty();
        assertThat(heartbeat().getLookedThrough()).containsOnly(Map.entry(DOMAIN, T0 + 50 * SECOND));
    }

    /** One that writes every five minutes is not silent after two. */
    @Test
    void aSourceMayBeSilentForSomeOfItsIntervals() {
        send(heartbeat(SOURCE, T0, T0).setIntervalMs(300 * SECOND));
        passTo(1_790);
        assertThat(heartbeat().getProblems()).isEmpty();
        passTo(1_810);
        assertThat(heartbeat().getProblems()).hasSize(1);
    }

    @Test
    void whatCannotBeIsADeadLetter() {
        send(heartbeat(SOURCE, T0, T0 - SECOND));
        send(heartbeat("", T0, T0));
        send(heartbeat(SOURCE, T0, T0 + 3_600 * SECOND));
        send(heartbeat(SOURCE, T0, T0).setIntervalMs(-1));
        pipeline.tombstone(Topic.SOURCES, "alps|alps|collect|yesterday");

        assertThat(pipeline.deadLetterReasons())
                .satisfiesExactly(
                        reason -> assertThat(reason).contains("through " + (T0 - SECOND), "not before since"),
                        reason -> assertThat(reason).contains("source ''", "neither may be empty"),
                        reason -> assertThat(reason).contains("more than 120000 ms after its append"),
                        reason -> assertThat(reason).contains("intervalMs -1"),
                        reason -> assertThat(reason).contains("'yesterday'", "epoch milliseconds"));
    }

    /** Each cluster is in each heartbeat, which has to fit into a record: its name may have a kilobyte. */
    @Test
    void sourcesOfTooManyClustersAreDeadLetters() {
        for (int cluster = 0; cluster < 150; cluster++) {
            String name = "c".repeat(1_000) + cluster;
            SourceHeartbeat said = heartbeat(SOURCE, T0, T0).setCluster(name).build();
            pipeline.send(Topic.SOURCES, Keys.source(DOMAIN, name, SOURCE, T0), said);
        }
        passTo(100);

        assertThat(pipeline.deadLetterKinds()).hasSize(50).containsOnly("refused");
        Heartbeat heartbeat = heartbeat();
        assertThat(heartbeat.getSilentClusters()).hasSize(100);
        assertThat(pipeline.encoded(heartbeat).length).isLessThan(900_000);
    }

    /** A tombstone takes back what a life said. */
    @Test
    void aTombstoneTakesBackWhatALifeSaid() {
        send(heartbeat(SOURCE, T0, T0));
        pipeline.tombstone(Topic.SOURCES, Keys.source(DOMAIN, DOMAIN, SOURCE, T0));
        passTo(100);

        assertThat(heartbeat().getLookedThrough()).isEmpty();
        assertThat(heartbeat().getProblems()).isEmpty();
    }
}
