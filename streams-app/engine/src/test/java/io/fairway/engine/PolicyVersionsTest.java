package io.fairway.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.BillingRule;
import io.fairway.avro.FairshareRecord;
import io.fairway.avro.Heartbeat;
import io.fairway.avro.MeasureKind;
import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.avro.PriorityRecord;
import io.fairway.engine.PipelineDriver.Sent;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The changes that a policy version makes, from which instant on, and those that it may not make. Nothing decays here
 * unless a test says so.
 */
class PolicyVersionsTest {
    private static final long T0 = PipelineDriver.T0;
    private static final String T0_WORDS = Instant.ofEpochMilli(T0).toString();
    private static final long HOUR = 3_600_000;
    private static final long DAY = 24 * HOUR;
    // 2023-11-15T00:00Z
    private static final long MIDNIGHT = 1_700_006_400_000L;

    private final PipelineDriver pipeline = PipelineDriver.replay();

    @BeforeEach
    void share() {
        pipeline.share("physics", "anna", 1);
    }

    @AfterEach
    void close() {
        pipeline.close();
    }

    @Test
    @Rule(document = Document.SLURM, rows = "82, 83")
    void resetsByThePeriodOfTheVersionInForce() {
        // Given: daily up to the end of the second midnight, never afterwards
        pipeline.policy(policy("main", 0).setUsageReset("DAILY"));
        pipeline.policy(policy("main", MIDNIGHT + DAY + HOUR).setUsageReset("NONE"));

        // When
        pipeline.start("1", "physics", "anna", T0, 1);
        pipeline.tick(MIDNIGHT + HOUR);
        double first = pipeline.usage("physics", "anna");
        pipeline.tick(MIDNIGHT + DAY + 2 * HOUR);
        double second = pipeline.usage("physics", "anna");
        pipeline.tick(MIDNIGHT + 3 * DAY);

        // Then: one hour since the first midnight, two since the second, and no third
        assertThat(first).isEqualTo(3600);
        assertThat(second).isEqualTo(7200);
        assertThat(pipeline.usage("physics", "anna")).isEqualTo(2 * 86_400);
        assertThat(pipeline.deadLetterReasons()).isEmpty();
    }

    @Test
    void aVersionThatSaysNowResetsOnceWhenItComesIntoForce() {
        pipeline.policy(policy("main", 0));
        pipeline.policy(policy("main", T0 + HOUR).setUsageReset("NOW"));

        pipeline.start("1", "physics", "anna", T0, 1);
        pipeline.tick(T0 + HOUR - 1000);
        double before = pipeline.usage("physics", "anna");
        pipeline.tick(T0 + 3 * HOUR);

        assertThat(before).isEqualTo(3599);
        assertThat(pipeline.usage("physics", "anna")).isEqualTo(7200);
    }

    @Test
    void resetsAreTheSameWhenEventsComeLate() {
        pipeline.policy(policy("main", 0).setUsageReset("DAILY"));

        pipeline.tick(MIDNIGHT + HOUR);
        pipeline.start("1", "physics", "anna", T0, 1);
        pipeline.finish("1", MIDNIGHT + HOUR / 2, T0);
        pipeline.tick(MIDNIGHT + HOUR);

        assertThat(pipeline.usage("physics", "anna")).isEqualTo(1800);
    }

    @Test
    void refusesAVersionFromBeforeWhatWasApplied() {
        pipeline.policy(policy("main", 0));
        pipeline.start("1", "physics", "anna", T0, 1);

        pipeline.policy(policy("main", T0));
        pipeline.tombstone(Topic.POLICIES, Keys.policy(PipelineDriver.DOMAIN, "main", 0));

        assertThat(pipeline.deadLetterReasons())
                .hasSize(2)
                .allSatisfy(reason -> assertThat(reason).contains("policy main", "events may be applied up to"));
    }

    @Test
    void aFirstVersionThatAlreadyChargedDoesNotChangeEvenBeforeItHolds() {
        pipeline.policy(policy("main", T0 + 10 * HOUR));
        pipeline.start("1", "physics", "anna", T0, 1);

        pipeline.policy(weighing("main", T0 + 10 * HOUR, "CPU=10"));
        pipeline.policy(weighing("main", T0 + HOUR, "CPU=10"));
        pipeline.tombstone(Topic.POLICIES, Keys.policy(PipelineDriver.DOMAIN, "main", T0 + 10 * HOUR));
        pipeline.finish("1", T0 + HOUR, T0);
        pipeline.tick(T0 + HOUR);

        assertThat(pipeline.deadLetterReasons()).hasSize(3);
        assertThat(pipeline.usage("physics", "anna")).isEqualTo(3600);
    }

    @Test
    void whoJoinsAMeasureDoesNotMoveItsResets() {
        pipeline.policy(policy("main", 0).setUsageReset("NOW"));
        pipeline.policy(policy("late", T0).setUsageReset("NOW"));
        Policy.Builder other = policy("other", T0).setUsageReset("28-0").setState(PolicyState.SHADOW);
        other.getMeasure().setName("monthly");
        pipeline.policy(other);
        Policy.Builder early = policy("early", 0).setUsageReset("28-0").setState(PolicyState.SHADOW);
        early.getMeasure().setName("monthly");
        pipeline.policy(early);

        assertThat(pipeline.deadLetterReasons())
                .hasSize(2)
                .allSatisfy(reason -> assertThat(reason).contains("it would move the resets of policy"));
    }

    @Test
    void whatAShadowStatedEarlierDoesNotHoldAgainstTheActivePolicy() {
        pipeline.policy(weighing("beside", T0 + HOUR, "CPU=10").setState(PolicyState.SHADOW));
        pipeline.policy(weighing("main", T0, "CPU=10"));
        pipeline.policy(policy("main", T0 + 2 * HOUR));

        pipeline.start("1", "physics", "anna", T0 + 3 * HOUR, 1);
        pipeline.tick(T0 + 4 * HOUR);

        assertThat(pipeline.usage("physics", "anna")).isEqualTo(3600);
    }

    @Test
    void chargesByTheWeightsInForceWhenARunStarts() {
        pipeline.policy(policy("main", 0));
        pipeline.policy(weighing("main", T0 + HOUR, "CPU=10"));

        pipeline.start("1", "physics", "anna", T0, 1);
        pipeline.start("2", "physics", "anna", T0 + HOUR, 1);
        pipeline.tick(T0 + 2 * HOUR);

        assertThat(pipeline.usage("physics", "anna")).isEqualTo(2 * 3600 + 10 * 3600);
    }

    @Test
    void policiesShareAMeasureThatTheyDefineAlike() {
        pipeline.policy(policy("main", 0));
        pipeline.policy(policy("beside", 0).setState(PolicyState.SHADOW));

        pipeline.start("1", "physics", "anna", T0, 1);
        pipeline.tick(T0 + HOUR);

        assertThat(pipeline.usage("physics", "anna")).isEqualTo(3600);
        assertThat(pipeline.read(Topic.FAIRSHARE, FairshareRecord.class))
                .extracting(Sent::key)
                .anyMatch(key -> key.startsWith("alps|beside|"))
                .anyMatch(key -> key.startsWith("alps|main|"));
    }

    @Test
    void refusesAPolicyThatDefinesASharedMeasureOtherwise() {
        pipeline.policy(policy("main", 0));
        pipeline.policy(weighing("beside", 0, "CPU=10").setState(PolicyState.SHADOW));

        pipeline.start("1", "physics", "anna", T0, 1);
        pipeline.tick(T0 + HOUR);

        assertThat(pipeline.deadLetterReasons())
                .singleElement()
                .asString()
                .contains("policy main defines it otherwise");
        assertThat(pipeline.usage("physics", "anna")).isEqualTo(3600);
    }

    @Test
    void aShadowDoesNotChangeWhatTheActivePolicyCharges() {
        pipeline.policy(policy("main", 0));
        pipeline.policy(policy("beside", 0).setState(PolicyState.SHADOW));
        pipeline.policy(weighing("beside", T0, "CPU=10").setState(PolicyState.SHADOW));
        assertThat(pipeline.deadLetterReasons()).singleElement().asString().contains("a shadow does not change");

        // The active policy may do so, and the shadow then follows.
        pipeline.policy(weighing("main", T0, "CPU=10"));
        pipeline.policy(weighing("beside", T0, "CPU=10").setState(PolicyState.SHADOW));
        pipeline.start("1", "physics", "anna", T0, 1);
        pipeline.tick(T0 + HOUR);

        assertThat(pipeline.deadLetterReasons()).isEmpty();
        assertThat(pipeline.usage("physics", "anna")).isEqualTo(36_000);
    }

    @Test
    void refusesAVersionThatChangesTheKindOfItsMeasure() {
        pipeline.policy(policy("main", 0));
        Policy.Builder cpuTime = policy("main", T0);
        cpuTime.getMeasure().setKind(MeasureKind.CPU_TIME);
        pipeline.policy(cpuTime);

        assertThat(pipeline.deadLetterReasons())
                .singleElement()
                .asString()
                .contains("CPU_TIME, but it is known as BILLING_TRES; give the measure another name");
    }

    @Test
    void aSecondPolicyWithAMeasureOfItsOwnCountsWhatRanBeforeItCame() {
        pipeline.policy(policy("main", 0));
        pipeline.start("1", "physics", "anna", T0, 2);
        Policy.Builder later = policy("later", 0).setState(PolicyState.SHADOW);
        later.getMeasure().setName("other");
        pipeline.policy(later);
        pipeline.tick(T0 + HOUR);

        double other = pipeline.read(Topic.USAGE, io.fairway.avro.UsageRecord.class).stream()
                .filter(sent -> sent.key().startsWith("alps|other|"))
                .mapToDouble(
                        sent -> java.util.Objects.requireNonNull(sent.value()).getValue())
                .reduce(0, (before, last) -> last);
        assertThat(other).isCloseTo(7200, Offset.offset(1e-6));
    }

    /** The edit is the newest record of its key: after compaction a rebuild has nothing else. */
    @Test
    void aRefusedEditSaysThatTheTopicDiffersAndHowToMendIt() {
        pipeline.policy(PipelineDriver.policyOf("main", 0, 7 * DAY));
        pipeline.start("1", "physics", "anna", T0, 1);
        pipeline.finish("1", T0 + HOUR, T0);
        pipeline.policy(PipelineDriver.policyOf("main", 0, 6 * HOUR));
        assertThat(pipeline.deadLetterReasons())
                .singleElement()
                .asString()
                .contains("events may be applied up to")
                .endsWith("a rebuild would go by it: send the version that is in force again");

        pipeline.policy(PipelineDriver.policyOf("main", 0, 7 * DAY));
        pipeline.tick(T0 + 2 * HOUR);
        assertThat(pipeline.deadLetterReasons()).isEmpty();

        // A rebuild from the compacted topic.
        try (PipelineDriver rebuilt = PipelineDriver.replay()) {
            rebuilt.share("physics", "anna", 1);
            rebuilt.policy(PipelineDriver.policyOf("main", 0, 7 * DAY));
            rebuilt.start("1", "physics", "anna", T0, 1);
            rebuilt.finish("1", T0 + HOUR, T0);
            rebuilt.tick(T0 + 2 * HOUR);
            assertThat(rebuilt.usage("physics", "anna")).isEqualTo(pipeline.usage("physics", "anna"));
        }
    }

    /** An application that begins anew reads these names in the last heartbeats of this one. */
    @Test
    void heartbeatsNameARefusedVersionUntilItsTopicSaysAgainWhatHolds() {
        pipeline.policy(PipelineDriver.policyOf("main", 0, 7 * DAY));
        pipeline.start("1", "physics", "anna", T0, 1);
        pipeline.finish("1", T0 + HOUR, T0);
        pipeline.policy(PipelineDriver.policyOf("main", 0, 6 * HOUR));
        pipeline.policy(policy("other", T0));
        pipeline.tick(T0 + 2 * HOUR);

        Heartbeat beat = lastHeartbeat();
        assertThat(beat.getRefusedVersions())
                .containsExactly("main from 1970-01-01T00:00:00Z", "other from " + T0_WORDS);
        assertThat(beat.getProblems())
                .first()
                .asString()
                .startsWith("policy main from 1970-01-01T00:00:00Z: its newest record was refused")
                .contains("send the version that is in force again");

        pipeline.policy(PipelineDriver.policyOf("main", 0, 7 * DAY));
        pipeline.tombstone(Topic.POLICIES, Keys.policy(PipelineDriver.DOMAIN, "other", T0));
        pipeline.tick(T0 + 3 * HOUR);
        Heartbeat mended = lastHeartbeat();
        assertThat(mended.getRefusedVersions()).isEmpty();
        assertThat(mended.getProblems()).isEmpty();
    }

    private Heartbeat lastHeartbeat() {
        var beats = pipeline.read(Topic.HEARTBEATS, Heartbeat.class);
        return java.util.Objects.requireNonNull(beats.get(beats.size() - 1).value());
    }

    @Test
    void aNewVersionThatIsRefusedSaysNothingOfTheTopic() {
        pipeline.policy(policy("main", T0));
        pipeline.start("1", "physics", "anna", T0 + HOUR, 1);
        pipeline.policy(policy("main", 0));

        assertThat(pipeline.deadLetterReasons()).singleElement().asString().endsWith("later instant, or rebuild");
    }

    @Test
    void refusesASecondActivePolicyAndNamesBoth() {
        pipeline.policy(policy("main", 0));
        pipeline.policy(policy("other", T0));

        assertThat(pipeline.deadLetterReasons())
                .singleElement()
                .asString()
                .contains(
                        "policy other from " + T0_WORDS + ": is ACTIVE at the same time as policy main from 1970-01-01")
                .endsWith("First send a version of main from " + T0_WORDS
                        + " with state SHADOW or RETIRED, then send policy other from " + T0_WORDS + " again");
        pipeline.tick(T0);
        assertThat(keys(Heartbeat.class, Topic.HEARTBEATS, false)).containsExactly("alps|main");
    }

    /** In this order nothing is refused; in the other one the letter names the record to send again, which is then taken. */
    @Test
    void oneActivePolicyFollowsTheOther() {
        pipeline.policy(policy("main", 0));
        pipeline.policy(policy("main", T0 + HOUR).setState(PolicyState.SHADOW));
        pipeline.policy(policy("other", T0 + HOUR));
        pipeline.policy(policy("third", T0 + 2 * HOUR));
        assertThat(pipeline.deadLetterReasons())
                .singleElement()
                .asString()
                .contains("policy third", "as policy other from");

        pipeline.policy(policy("other", T0 + 2 * HOUR).setState(PolicyState.RETIRED));
        pipeline.policy(policy("third", T0 + 2 * HOUR));
        // Back to the first, and a version that ends before the next one begins.
        pipeline.policy(policy("third", T0 + 3 * HOUR).setState(PolicyState.SHADOW));
        pipeline.policy(policy("main", T0 + 3 * HOUR));
        assertThat(pipeline.deadLetterReasons()).isEmpty();
    }

    @Test
    void aSecondActivePolicyThatBeginsLaterAndARemovalCountToo() {
        pipeline.policy(policy("main", T0 + HOUR));
        pipeline.policy(policy("early", 0));
        assertThat(pipeline.deadLetterReasons())
                .singleElement()
                .asString()
                .contains("policy early from 1970-01-01T00:00:00Z: is ACTIVE at the same time as policy main");

        pipeline.policy(policy("early", T0 + HOUR).setState(PolicyState.SHADOW));
        pipeline.policy(policy("early", 0));
        assertThat(pipeline.deadLetterReasons()).isEmpty();

        pipeline.tombstone(Topic.POLICIES, Keys.policy(PipelineDriver.DOMAIN, "early", T0 + HOUR));
        assertThat(pipeline.deadLetterReasons())
                .singleElement()
                .asString()
                .contains("without it, early would be ACTIVE at the same time as policy main");
    }

    @Test
    void withdrawsWhatARetiredPolicySent() {
        pipeline.policy(policy("main", 0));
        pipeline.policy(policy("main", T0 + HOUR).setState(PolicyState.RETIRED));
        pipeline.submit("1", "physics", "anna", T0);
        pipeline.tick(T0 + HOUR - 1);
        List<String> sent = keys(FairshareRecord.class, Topic.FAIRSHARE, false);
        sent.addAll(keys(PriorityRecord.class, Topic.PRIORITIES, false));
        sent.addAll(keys(Heartbeat.class, Topic.HEARTBEATS, false));

        pipeline.tick(T0 + HOUR);
        List<String> withdrawn = keys(FairshareRecord.class, Topic.FAIRSHARE, true);
        withdrawn.addAll(keys(PriorityRecord.class, Topic.PRIORITIES, true));
        withdrawn.addAll(keys(Heartbeat.class, Topic.HEARTBEATS, true));

        assertThat(sent).hasSize(5).contains("alps|main|alps|physics|anna", "alps|main|alps|1|", "alps|main");
        assertThat(withdrawn).containsExactlyInAnyOrderElementsOf(sent);
    }

    /** Between the versions, nobody asks whether Ben joins. */
    @Test
    void aVersionThatLetsUsersJoinAgainFindsWhoCameMeanwhile() {
        pipeline.policy(policy("main", 0).setAutoProvisionShares(1L));
        pipeline.policy(policy("main", T0 + HOUR));
        pipeline.policy(policy("main", T0 + 2 * HOUR).setAutoProvisionShares(1L));
        pipeline.tick(T0);

        pipeline.start("1", "physics", "ben", T0 + HOUR + 1000, 1);
        pipeline.finish("1", T0 + HOUR + 2000, T0 + HOUR + 1000);
        pipeline.tick(T0 + HOUR + 3000);
        assertThat(keys(FairshareRecord.class, Topic.FAIRSHARE, false)).doesNotContain("alps|main|alps|physics|ben");

        pipeline.tick(T0 + 2 * HOUR);
        assertThat(keys(FairshareRecord.class, Topic.FAIRSHARE, false)).contains("alps|main|alps|physics|ben");
    }

    private <T extends org.apache.avro.specific.SpecificRecord> List<String> keys(
            Class<T> type, Topic topic, boolean tombstones) {
        List<String> keys = new java.util.ArrayList<>();
        for (Sent<T> sent : pipeline.read(topic, type)) {
            if ((sent.value() == null) == tombstones && !keys.contains(sent.key())) {
                keys.add(sent.key());
            }
        }
        return keys;
    }

    private static Policy.Builder policy(String name, long from) {
        return PipelineDriver.policyOf(name, from, 0);
    }

    private static Policy.Builder weighing(String name, long from, String weights) {
        Policy.Builder policy = policy(name, from);
        policy.getMeasure().setBilling(Map.of("", new BillingRule(weights)));
        return policy;
    }
}
