package io.fairway.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import io.fairway.avro.FairshareRecord;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.Policy;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.ResourceSample;
import io.fairway.avro.ShareNode;
import io.fairway.avro.UsageRecord;
import io.fairway.engine.PipelineDriver.Sent;
import io.fairway.engine.store.Stores;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The wall clock drives leases, begin times, deferred facts, heartbeats and slices, with restarts at any of them. */
class LiveTest {
    private static final long T0 = PipelineDriver.T0;
    private static final long MINUTE = 60_000;
    private static final long HOUR = 60 * MINUTE;

    private PipelineDriver pipeline = PipelineDriver.live();

    @AfterEach
    void close() {
        pipeline.close();
    }

    private void open(Policy.Builder policy) {
        pipeline.policy(policy);
        pipeline.share("physics", "anna", 1);
    }

    private void open() {
        open(PipelineDriver.policyOf("main", 0, 0));
    }

    @Test
    void aJobWhoseBeginTimeComesIsEligibleThenAlsoAfterARestart() {
        for (boolean restart : new boolean[] {false, true}) {
            pipeline.close();
            pipeline = PipelineDriver.live();
            open();
            submit("1", T0 + 10_000);
            pipeline.advance(1000);
            List<PriorityRecord> before = priorities();
            if (restart) {
                pipeline = pipeline.restarted();
                pipeline.share("other", "zoe", 1); // a record wakes the domain
            }
            pipeline.advance(8000);
            List<PriorityRecord> tooEarly = priorities();
            pipeline.advance(2000);
            List<PriorityRecord> after = priorities();

            assertThat(before)
                    .singleElement()
                    .extracting(PriorityRecord::getEligible)
                    .isEqualTo(false);
            assertThat(tooEarly).isEmpty();
            assertThat(after)
                    .singleElement()
                    .extracting(PriorityRecord::getEligible)
                    .isEqualTo(true);
        }
    }

    @Test
    void aBeginTimeThatIsTakenBackNoLongerCounts() {
        open();
        submit("1", T0 + HOUR);
        pipeline.advance(1000);
        pipeline.job(pipeline.event("1", JobEventType.MODIFIED, T0 + 1000)
                .setAttributes(JobAttributes.newBuilder()
                        .setBeginTime(Instant.ofEpochMilli(T0 + 1000))
                        .build()));
        pipeline.advance(1000);

        List<PriorityRecord> sent = priorities();
        assertThat(sent).extracting(PriorityRecord::getEligible).containsExactly(false, true);
    }

    @Test
    void aRestartSendsNothingAgain() {
        open();
        pipeline.share("physics", "ben", 2);
        pipeline.submit("1", "physics", "anna", T0);
        pipeline.start("2", "physics", "ben", T0, 4);
        pipeline.start("3", "physics", "ben", T0, 4);
        pipeline.advance(5000);
        pipeline.finish("3", T0 + 4000, T0);
        pipeline.advance(1000);
        readAll();

        pipeline = pipeline.restarted();
        pipeline.submit("9", "physics", "anna", T0 + 6000); // a record wakes the domain
        pipeline.advance(300);

        assertThat(pipeline.read(Topic.USAGE, UsageRecord.class)).isEmpty();
        assertThat(pipeline.read(Topic.FAIRSHARE, FairshareRecord.class)).isEmpty();
        assertThat(priorities()).extracting(PriorityRecord::getJob).containsExactly("9");
    }

    @Test
    void aRestartKeepsWhatIsRefusedRefused() {
        open();
        pipeline.start("1", "physics", "anna", T0, 1);
        pipeline.advance(MINUTE * 5);

        pipeline = pipeline.restarted();
        // later than the event and earlier than the clock: no fact was applied yet that it would change
        pipeline.policy(PipelineDriver.policyOf("main", T0 + 3 * MINUTE, 0));
        pipeline.policy(PipelineDriver.policyOf("main", T0, 0));

        assertThat(pipeline.deadLetterReasons()).singleElement().asString().contains("policy main from 2023-11-14T");
    }

    @Test
    void aRunWhoseEndWasLostIsChargedToTheEndOfItsLeaseAndCorrectedByTheTruth() {
        Policy.Builder policy = PipelineDriver.policyOf("main", 0, 0);
        policy.getMeasure().setLeaseMillis(MINUTE);
        open(policy);
        pipeline.submit("1", "physics", "anna", T0);
        pipeline.start("1", T0, 1);
        pipeline.advance(5 * MINUTE);

        double lost = pipeline.usage("physics", "anna");
        long running = pipeline.count("runningJobs");
        pipeline.finish("1", T0 + 4 * MINUTE, T0);
        pipeline.advance(1000);

        // between one lease and one and a quarter
        assertThat(lost).isBetween(60.0, 75.0);
        assertThat(running).isZero();
        assertThat(pipeline.usage("physics", "anna")).isEqualTo(240);
    }

    /** A sign of life moves the end of the lease. At the end that was before, nothing changes and nothing is written. */
    @Test
    void atTheFormerEndOfALeaseNothingIsWritten() {
        Policy.Builder policy = PipelineDriver.policyOf("main", 0, 0);
        policy.getMeasure().setLeaseMillis(MINUTE);
        open(policy);
        pipeline.start("1", "physics", "anna", T0, 1);
        pipeline.advance(45_000);
        pipeline.send(
                Topic.SAMPLES,
                Keys.job(PipelineDriver.DOMAIN, PipelineDriver.DOMAIN, "1"),
                ResourceSample.newBuilder()
                        .setDomain(PipelineDriver.DOMAIN)
                        .setCluster(PipelineDriver.DOMAIN)
                        .setJob("1")
                        .setTime(Instant.ofEpochMilli(T0 + 45_000))
                        .setSequence(1)
                        .setRun(Instant.ofEpochMilli(T0))
                        .build());
        pipeline.advance(1_000);
        byte[] renewed = jobState("1");

        pipeline.advance(MINUTE - 10_000); // past all ends that the first signs of life gave
        byte[] later = jobState("1");
        pipeline.advance(2 * MINUTE);

        assertThat(later).isEqualTo(renewed);
        assertThat(pipeline.count("runningJobs")).isZero();
    }

    private byte[] jobState(String job) {
        return Objects.requireNonNull(pipeline.stores()
                .get(Stores.ACTIVE_JOBS)
                .get(Keys.job(PipelineDriver.DOMAIN, PipelineDriver.DOMAIN, job)));
    }

    @Test
    void aFactFromAheadIsHeldUntilItsTime() {
        open();
        pipeline.start("1", "physics", "anna", T0 + MINUTE, 1);
        pipeline.advance(2000);
        long held = pipeline.count("deferredFacts");
        pipeline = pipeline.restarted();
        pipeline.share("other", "zoe", 1);
        pipeline.advance(2 * MINUTE - 2000);
        pipeline.finish("1", T0 + 2 * MINUTE, T0 + MINUTE);
        pipeline.advance(1000);

        assertThat(held).isEqualTo(1);
        assertThat(pipeline.lastHeartbeat().getCounts()).containsEntry("deferredFacts", 0L);
        assertThat(pipeline.usage("physics", "anna")).isEqualTo(60);
    }

    @Test
    void refusesWhatIsTooFarAheadOrTooOld() {
        open();
        pipeline.start("1", "physics", "anna", T0 + 2 * 24 * HOUR, 1);
        pipeline.start("2", "physics", "anna", T0 - 8 * 24 * HOUR, 1);

        assertThat(pipeline.deadLetterKinds()).containsExactly("time", "time");
    }

    @Test
    void sendsABurstInSlicesAndSaysWhenAllIsSent() {
        pipeline.close();
        pipeline = PipelineDriver.live(10);
        open();
        for (int user = 0; user < 50; user++) {
            pipeline.share("physics", "user" + user, 1);
        }
        pipeline.advance(100);
        int first = pipeline.read(Topic.FAIRSHARE, FairshareRecord.class).size();
        pipeline.advance(900);
        int rest = pipeline.read(Topic.FAIRSHARE, FairshareRecord.class).size();
        pipeline.advance(1000);

        assertThat(first).isEqualTo(10);
        // root, physics, anna and fifty users
        assertThat(first + rest).isEqualTo(53);
        assertThat(pipeline.lastHeartbeat().getEvaluatedThrough()).isAfter(Instant.ofEpochMilli(T0 + 1000));
    }

    @Test
    void aUserThatNoRecordNamesGetsTheDefaultShareIfThePolicySaysSo() {
        open(PipelineDriver.policyOf("main", 0, 0).setAutoProvisionShares(3L));
        pipeline.submit("1", "physics", "newcomer", T0);
        pipeline.advance(1000);

        assertThat(priorities())
                .singleElement()
                .extracting(PriorityRecord::getUser)
                .isEqualTo("newcomer");
        // 3 of 1 + 3 shares
        assertThat(pipeline.fairshare("physics", "newcomer").getNormShares()).isEqualTo(0.75);
    }

    @Test
    void removingAnAccountWithdrawsWhatIsBelowIt() {
        open();
        pipeline.share("physics", "ben", 1);
        pipeline.advance(500);
        readAll();
        pipeline.tombstone(Topic.SHARES, Keys.node("alps", "alps", "physics", ""));
        pipeline.advance(500);

        assertThat(pipeline.read(Topic.FAIRSHARE, FairshareRecord.class))
                .filteredOn(sent -> sent.value() == null)
                .extracting(Sent::key)
                .containsExactlyInAnyOrder(
                        "alps|main|alps|physics|", "alps|main|alps|physics|anna", "alps|main|alps|physics|ben");
    }

    @Test
    void saysTheFirstHundredProblemsWhenThereAreMore() {
        open();
        for (int user = 0; user < 149; user++) {
            pipeline.share("physics", "user" + user, 1);
        }
        pipeline.tombstone(Topic.SHARES, Keys.node("alps", "alps", "physics", ""));
        pipeline.advance(1500);

        assertThat(pipeline.lastHeartbeat().getProblems()).hasSize(101).last().isEqualTo("and 50 more");
    }

    @Test
    void anAdjustmentThatIsMoreThanALineHoldsDoesNotCountWhenItsMeasureComes() {
        Adjustment.Builder huge = Adjustment.newBuilder()
                .setDomain("alps")
                .setTree("alps")
                .setAccount("physics")
                .setUser("anna")
                .setKind(AdjustmentKind.CHARGE)
                .setEffectiveAt(Instant.ofEpochMilli(T0))
                .setActor("root")
                .setReason("a test");
        String key = Keys.adjustment("alps", "alps", "physics", "anna", "");
        pipeline.send(Topic.ADJUSTMENTS, key, huge.setId("a").setAmount(1e300).build());
        pipeline.send(Topic.ADJUSTMENTS, key, huge.setId("b").setAmount(7).build());
        open();
        pipeline.advance(1000);

        assertThat(pipeline.usage("physics", "anna")).isEqualTo(7);
    }

    @Test
    void refusesNegativeSharesAndKeepsWhatWasSaid() {
        open();
        pipeline.send(
                Topic.SHARES,
                Keys.node("alps", "alps", "physics", "anna"),
                ShareNode.newBuilder()
                        .setDomain("alps")
                        .setTree("alps")
                        .setAccount("physics")
                        .setUser("anna")
                        .setShares(-1)
                        .build());
        pipeline.advance(500);

        assertThat(pipeline.deadLetterReasons()).singleElement().asString().contains("shares -1 of physics/anna");
        assertThat(pipeline.fairshare("physics", "anna").getNormShares()).isEqualTo(1);
    }

    @Test
    void refusesARunThatBillsMoreThanALineHolds() {
        open();
        pipeline.start("1", "physics", "anna", T0, 2e9);

        assertThat(pipeline.deadLetterReasons()).singleElement().asString().contains("at most 1073741824 count");
    }

    @Test
    void countsWhatItCouldNotReadAndWhatCameToTheWrongPlace() {
        open();
        pipeline.raw(Topic.JOB_EVENTS, new byte[] {1, 2, 3});
        pipeline.tombstone(Topic.JOB_EVENTS, "alps|alps|1");
        pipeline.advance(1000);

        assertThat(pipeline.lastHeartbeat().getCounts()).containsEntry("undecodable", 2L);
        assertThat(pipeline.deadLetterKinds()).containsExactly("undecodable", "impossible");
    }

    private void submit(String job, long begin) {
        JobEvent.Builder event = pipeline.event(job, JobEventType.SUBMITTED, T0);
        pipeline.job(event.setAccount("physics")
                .setUser("anna")
                .setAttributes(JobAttributes.newBuilder()
                        .setBeginTime(Instant.ofEpochMilli(begin))
                        .setRequestedTres(Map.of("cpu", 1.0))
                        .build()));
    }

    private List<PriorityRecord> priorities() {
        return pipeline.read(Topic.PRIORITIES, PriorityRecord.class).stream()
                .map(sent -> Objects.requireNonNull(sent.value()))
                .toList();
    }

    private void readAll() {
        pipeline.read(Topic.USAGE, UsageRecord.class);
        pipeline.read(Topic.FAIRSHARE, FairshareRecord.class);
        pipeline.read(Topic.PRIORITIES, PriorityRecord.class);
    }
}
