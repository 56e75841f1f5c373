package io.fairway.dispatcher.order;

import static io.fairway.dispatcher.Records.constant;
import static io.fairway.dispatcher.Records.factor;
import static io.fairway.dispatcher.Records.factorKey;
import static io.fairway.dispatcher.Records.growing;
import static io.fairway.dispatcher.Records.job;
import static io.fairway.dispatcher.Records.key;
import static io.fairway.dispatcher.Records.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.avro.Component;
import io.fairway.avro.FairshareRecord;
import io.fairway.avro.FairshareTerm;
import io.fairway.avro.Heartbeat;
import io.fairway.avro.PolicyState;
import io.fairway.avro.PriorityRecord;
import io.fairway.core.model.JobKey;
import io.fairway.dispatcher.Records;
import io.fairway.dispatcher.cluster.Room;
import io.fairway.dispatcher.config.HeadRule;
import io.fairway.schemas.Keys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class DispatchQueueTest {
    private final DispatchQueue queue = new DispatchQueue(HeadRule.BLOCKS, Records.POLICY);

    @Test
    void theHighestPriorityIsNext() {
        put("1", job("1", 10));
        put("2", job("2", 30));
        put("3", job("3", 20));

        assertThat(order(queue, 0)).containsExactly("2", "3", "1");
    }

    @Test
    void theRankCountsIfTheRecordAsksForIt() {
        put("1", job("1", 0).setFairshareWeight(1).setFairshareTerm(FairshareTerm.RANK));
        put("2", job("2", 0).setUser("bert").setFairshareWeight(1).setFairshareTerm(FairshareTerm.RANK));
        put("3", job("3", 0).setUser("carl").setFairshareWeight(1).setFairshareTerm(FairshareTerm.RANK));
        // Dynamic priorities of users in different groups: their values are not comparable, their ranks are.
        queue.fairshare(factorKey("anna"), ranked("anna", 33, 1));
        queue.fairshare(factorKey("bert"), ranked("bert", 0.5, 2));

        assertThat(order(queue, 0)).containsExactly("2", "1", "3");

        ChosenJob next = queue.next(0, new Room());
        assertThat(next).isNotNull().extracting(ChosenJob::fairshare).isEqualTo(2.0);
    }

    @Test
    void theTieBreakerDecidesBeforeTheSubmission() {
        Component rising = growing(Instant.EPOCH, 1);
        put("1", job("1", 5).setThen(List.of(Records.constant(3))));
        put("2", job("2", 5).setThen(List.of(rising)).setSubmitTime(Instant.ofEpochMilli(1)));
        put("3", job("3", 6).setSubmitTime(Instant.ofEpochMilli(9)));

        assertThat(order(queue, 2_000)).containsExactly("3", "1", "2");
        assertThat(order(queue, 4_000)).containsExactly("3", "2", "1");
    }

    /** Its record says how it ranks for preemption. It has no other record, and comes before every waiting job. */
    @Test
    void aJobThatRunsIsNotOffered() {
        put("1", job("1", 10));
        queue.priority(
                Keys.priority("alps", Records.POLICY, "alps", "2", Keys.RUNNING),
                job("2", 99).setRequest(Keys.RUNNING).build());

        assertThat(order(queue, 0)).containsExactly("1");
        assertThat(queue.waiting()).isEqualTo(1);
    }

    @Test
    void anEmptyQueueHasNoNext() {
        assertThat(queue.next(0, new Room())).isNull();
    }

    @Test
    void equalPrioritiesSortBySubmissionThenByTheNumberInTheId() {
        put("10", job("10", 5));
        put("9", job("9", 5));
        put("1", job("1", 5).setSubmitTime(Instant.ofEpochMilli(1)));
        put("4711[2]", job("4711[2]", 5));

        assertThat(order(queue, 0)).containsExactly("9", "10", "4711[2]", "1");
    }

    @Test
    void theOrderDependsOnTheInstant() {
        // 100 against 10 a second from 0 on: they cross at 10 s.
        put("steady", job("steady", 100));
        put("rising", job("rising", 0).setComponents(List.of(growing(Instant.EPOCH, 10))));

        assertThat(order(queue, 9_999)).containsExactly("steady", "rising");
        assertThat(order(queue, 11_000)).containsExactly("rising", "steady");
    }

    @Test
    void aFactorMovesAllJobsOfItsAssociation() {
        put("1", job("1", 10).setFairshareWeight(100));
        put("2", job("2", 20).setFairshareWeight(100));
        put("3", job("3", 50).setUser("bert").setFairshareWeight(100));
        queue.fairshare(factorKey("anna"), factor("anna", 0.5));
        queue.fairshare(factorKey("bert"), factor("bert", 0.25));

        // 10 + 50, 20 + 50, 50 + 25.
        assertThat(order(queue, 0)).containsExactly("3", "2", "1");

        queue.fairshare(factorKey("bert"), factor("bert", 0.1));

        // ... 50 + 10: as high as job 1, and as old, and with the greater id.
        assertThat(order(queue, 0)).containsExactly("2", "1", "3");
    }

    @Test
    void aMissingOrWithdrawnFactorCountsAsZero() {
        put("1", job("1", 10).setFairshareWeight(100));
        put("2", job("2", 20));

        assertThat(order(queue, 0)).containsExactly("2", "1");

        queue.fairshare(factorKey("anna"), factor("anna", 0.5));
        assertThat(order(queue, 0)).containsExactly("1", "2");

        queue.fairshare(factorKey("anna"), null);
        assertThat(order(queue, 0)).containsExactly("2", "1");
    }

    @Test
    void theChosenJobExplainsItself() {
        put("1", job("1", 10).setFairshareWeight(100).setRequestedTres(Map.of("cpu", 4.0, "mem", 2000.0)));
        queue.fairshare(factorKey("anna"), factor("anna", 0.5));

        ChosenJob next = queue.next(0, new Room());

        assertThat(next).isNotNull();
        assertThat(next.key()).isEqualTo(new JobKey("alps", "alps", "1"));
        assertThat(next.priority()).isEqualTo(60);
        assertThat(next.fairshare()).isEqualTo(0.5);
        assertThat(next.processors()).isEqualTo(4);
        assertThat(next.policy()).isEqualTo("main");
        assertThat(next.association().user()).isEqualTo("anna");
    }

    @Test
    void heldAndIneligibleJobsAreSkipped() {
        put("held", job("held", 50).setHeld(true));
        put("early", job("early", 40).setEligible(false));
        put("1", job("1", 1));

        assertThat(order(queue, 0)).containsExactly("1");
        assertThat(queue.waiting()).isEqualTo(3);

        put("held", job("held", 50));
        assertThat(order(queue, 0)).containsExactly("held", "1");
    }

    /** -20, and 10 for each second. */
    @Test
    void aNegativePriorityStartsNothingWhereItsRecordSaysSo() {
        List<Component> components = List.of(constant(-20), growing(Instant.EPOCH, 10));
        put("1", job("1", 0).setComponents(components).setRejectsNegative(true));
        put("2", job("2", -50));

        assertThat(order(queue, 1_999)).containsExactly("2");
        assertThat(queue.waiting()).isEqualTo(2);
        assertThat(order(queue, 2_000)).containsExactly("1", "2");
    }

    @Test
    void anExpiredRecordCountsAsOfItsLastMillisecond() {
        put(
                "1",
                job("1", 0)
                        .setComponents(List.of(growing(Instant.EPOCH, 10)))
                        .setValidUntil(Instant.ofEpochMilli(5_000)));

        ChosenJob next = queue.next(60_000, new Room());

        assertThat(next).isNotNull();
        assertThat(next.priority()).as("4 whole seconds").isEqualTo(40);
    }

    @Test
    void aHeadThatDoesNotFitBlocksOnlyItsCluster() {
        put("1", job("1", 30).setRequestedTres(Map.of("cpu", 8.0)));
        put("2", job("2", 20));
        String elsewhere = Keys.priority("alps", "main", "eiger", "3", "");
        queue.priority(elsewhere, job("3", 10).setCluster("eiger").build());

        Room room = Room.of(4);
        DispatchCycle cycle = queue.cycle(0, room);

        assertThat(cycle.next()).isNotNull().extracting(ChosenJob::key).isEqualTo(new JobKey("alps", "eiger", "3"));
        room.free = 8;
        assertThat(cycle.next()).as("job 2 is behind the head").isNull();
    }

    @Test
    void aHeadThatDoesNotFitMayBePassedOver() {
        DispatchQueue passing = new DispatchQueue(HeadRule.IS_PASSED_OVER, Records.POLICY);
        passing.priority(
                key("1"), job("1", 30).setRequestedTres(Map.of("cpu", 8.0)).build());
        passing.priority(key("2"), job("2", 20).build());

        ChosenJob next = passing.next(0, Room.of(4));

        assertThat(next).isNotNull().extracting(job -> job.key().job()).isEqualTo("2");
    }

    @Test
    void aStartedJobIsNotOfferedAgainBeforeItLeavesTheQueue() {
        put("1", job("1", 30));
        put("2", job("2", 20));

        queue.started(Objects.requireNonNull(queue.next(0, new Room())));
        assertThat(order(queue, 0)).containsExactly("2");
        assertThat(queue.waiting()).isEqualTo(1);

        // Not even after an update of its record: the start is still on its way.
        put("1", job("1", 99));
        assertThat(order(queue, 0)).containsExactly("2");

        queue.priority(key("1"), null);
        assertThat(order(queue, 0)).containsExactly("2");

        // After a requeue it is another run.
        put("1", job("1", 30));
        assertThat(order(queue, 0)).containsExactly("1", "2");
    }

    @Test
    void aJobOfSeveralRequestsStartsInOneOfThem() {
        String batch = Keys.priority("alps", "main", "alps", "1", "batch");
        String gpu = Keys.priority("alps", "main", "alps", "1", "gpu");
        queue.priority(batch, job("1", 10).setRequest("batch").build());
        queue.priority(gpu, job("1", 20).setRequest("gpu").build());
        assertThat(queue.waiting()).isEqualTo(1);

        DispatchCycle cycle = queue.cycle(0, new Room());
        ChosenJob first = cycle.next();
        assertThat(first).isNotNull().extracting(ChosenJob::request).isEqualTo("gpu");
        queue.started(first);

        assertThat(cycle.next()).isNull();
        queue.priority(batch, null);
        assertThat(queue.next(0, new Room()))
                .as("one of its records is still there")
                .isNull();
        queue.priority(gpu, null);
        assertThat(queue.waiting()).isZero();
    }

    @Test
    void aRefusedJobWaitsForAChangeOfItsRecord() {
        put("1", job("1", 30));
        queue.refused(Objects.requireNonNull(queue.next(0, new Room())));
        assertThat(order(queue, 0)).isEmpty();
        assertThat(queue.waiting()).isEqualTo(1);

        put("1", job("1", 30));
        assertThat(order(queue, 0)).containsExactly("1");
    }

    @Test
    void aRecordOutsideTheGrammarRemovesThePreviousOne() {
        put("1", job("1", 30));
        PriorityRecord bad = job("1", 30).setFairshareWeight(Double.NaN).build();

        assertThatThrownBy(() -> queue.priority(key("1"), bad)).isInstanceOf(IllegalArgumentException.class);

        assertThat(order(queue, 0)).isEmpty();
        assertThat(queue.waiting()).isZero();
    }

    @Test
    void aKeyOfTheWrongShapeIsRefused() {
        assertThatThrownBy(() -> queue.priority("alps|main|1", null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("alps|main|1")
                .hasMessageContaining("5 components");
    }

    @Test
    void aPriorityThatIsNotANumberIsTheLowest() {
        Component endless =
                new Component("0 * infinity", 0.0, List.of(), Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
        put("1", job("1", 0).setComponents(List.of(endless)));
        put("2", job("2", -1e300));

        assertThat(order(queue, 0)).containsExactly("2", "1");
    }

    @Test
    void onlyTheFollowedPolicyGivesTheOrder() {
        put("1", job("1", 10));
        put("2", job("2", 5));
        String shadow1 = Keys.priority("alps", "what-if", "alps", "1", "");
        queue.priority(shadow1, job("1", 1).setPolicy("what-if").build());

        assertThat(order(queue, 0)).containsExactly("1", "2");
        assertThat(queue.waiting()).isEqualTo(2);
    }

    @Test
    void withoutAnOrderTheActivePolicyIsFollowed() {
        DispatchQueue following = new DispatchQueue(HeadRule.BLOCKS, null);
        following.priority(key("1"), job("1", 10).build());
        assertThat(following.next(0, new Room())).as("no policy is known").isNull();

        following.policy("alps|what-if|0", policy("what-if", 0, PolicyState.SHADOW));
        following.policy("alps|main|0", policy("main", 0, PolicyState.ACTIVE));
        assertThat(following.policyAt(5)).isEqualTo("main");
        assertThat(following.next(5, new Room())).isNotNull();

        // From 10 on it is a shadow, and the other policy decides.
        following.policy("alps|main|10", policy("main", 10, PolicyState.SHADOW));
        following.policy("alps|what-if|10", policy("what-if", 10, PolicyState.ACTIVE));
        assertThat(following.policyAt(9)).isEqualTo("main");
        assertThat(following.policyAt(10)).isEqualTo("what-if");
        assertThat(following.next(10, new Room())).isNull();

        following.policy("alps|what-if|10", null);
        assertThat(following.policyAt(10)).isNull();
    }

    @Test
    void theLatestOfSeveralActivePoliciesDecides() {
        DispatchQueue following = new DispatchQueue(HeadRule.BLOCKS, null);
        following.policy("alps|b|5", policy("b", 5, PolicyState.ACTIVE));
        following.policy("alps|a|3", policy("a", 3, PolicyState.ACTIVE));

        assertThat(following.policyAt(2)).as("both lie ahead: by name").isEqualTo("a");
        assertThat(following.policyAt(4)).isEqualTo("a");
        assertThat(following.policyAt(5)).isEqualTo("b");
    }

    @Test
    void theHeartbeatGivesTheTimeOfEvaluation() {
        assertThat(queue.evaluatedThrough(0)).isEmpty();

        queue.heartbeat(
                "alps|main",
                Heartbeat.newBuilder()
                        .setDomain("alps")
                        .setPolicy("main")
                        .setEvaluatedThrough(Instant.ofEpochMilli(123))
                        .setInputOffsets(Map.of())
                        .setCounts(Map.of())
                        .build());

        assertThat(queue.evaluatedThrough(0)).hasValue(123);
    }

    private void put(String job, PriorityRecord.Builder record) {
        queue.priority(key(job), record.build());
    }

    private static FairshareRecord ranked(String user, double factor, long rank) {
        return FairshareRecord.newBuilder(factor(user, factor)).setRank(rank).build();
    }

    private static List<String> order(DispatchQueue queue, long now) {
        List<String> ids = new ArrayList<>();
        DispatchCycle cycle = queue.cycle(now, new Room());
        for (ChosenJob job = cycle.next(); job != null; job = cycle.next()) {
            ids.add(job.key().job());
        }
        return ids;
    }
}
