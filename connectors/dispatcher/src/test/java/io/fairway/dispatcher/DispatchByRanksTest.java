package io.fairway.dispatcher;

import static io.fairway.dispatcher.Records.factor;
import static io.fairway.dispatcher.Records.factorKey;
import static io.fairway.dispatcher.Records.job;
import static io.fairway.dispatcher.Records.key;
import static io.fairway.dispatcher.Records.ranked;
import static io.fairway.dispatcher.Records.ranks;
import static io.fairway.dispatcher.Records.ranksKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.avro.FairshareTerm;
import io.fairway.avro.PriorityRecord;
import io.fairway.dispatcher.cluster.DispatcherRig;
import io.fairway.dispatcher.config.HeadRule;
import io.fairway.dispatcher.order.ChosenJob;
import io.fairway.dispatcher.order.DispatchQueue;
import io.fairway.schemas.Topic;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The order of jobs by packed ranks, as by fairshare records. */
class DispatchByRanksTest {
    private final DispatchQueue queue = new DispatchQueue(HeadRule.BLOCKS, "main");

    private void put(String job, String user, FairshareTerm term) {
        queue.priority(
                key(job),
                job(job, 0)
                        .setUser(user)
                        .setFairshareWeight(100)
                        .setFairshareTerm(term)
                        .build());
    }

    private List<Double> fairshares() {
        return queue.order(0).stream().map(ChosenJob::fairshare).toList();
    }

    private List<String> order() {
        return queue.order(0).stream().map(job -> job.key().job()).toList();
    }

    @Test
    void goesByTheFactorOfEachUser() {
        put("1", "anna", FairshareTerm.FACTOR);
        put("2", "bert", FairshareTerm.FACTOR);
        put("3", "carl", FairshareTerm.FACTOR);
        assertThat(fairshares()).containsOnly(Double.NaN);

        // Of 8 users, 2 are before bert: 6. Then anna, 4 below: 2. Carl has no place.
        queue.ranks(ranksKey("root"), ranked(8));
        queue.ranks(
                ranksKey("cms"),
                ranks("cms", List.of("bert", "anna"), 2, List.of(4)).build());

        assertThat(order()).containsExactly("2", "1", "3");
        assertThat(fairshares()).containsExactly(0.75, 0.25, Double.NaN);
        assertThat(queue.order(0).get(0).priority()).isEqualTo(75);

        queue.ranks(ranksKey("cms"), null);
        assertThat(fairshares()).containsOnly(Double.NaN);
    }

    @Test
    void goesByTheRankIfTheRecordAsksForIt() {
        put("1", "anna", FairshareTerm.RANK);
        put("2", "bert", FairshareTerm.RANK);
        queue.ranks(ranksKey("root"), ranked(3));
        queue.ranks(
                ranksKey("cms") + "|1",
                ranks("cms", List.of("bert"), 0, List.of()).setPart(1).build());
        queue.ranks(ranksKey("cms"), ranks("cms", List.of("anna"), 1, List.of()).build());

        assertThat(order()).containsExactly("2", "1");
        assertThat(fairshares()).containsExactly(3.0, 2.0);
    }

    /** A policy that changes its form withdraws the one and sends the other; in which order a reader sees it is open. */
    @Test
    void takesTheFormThatIsThere() {
        put("1", "anna", FairshareTerm.FACTOR);
        queue.fairshare(factorKey("anna"), factor("anna", 0.125));
        assertThat(fairshares()).containsExactly(0.125);

        queue.ranks(ranksKey("cms"), ranks("cms", List.of("anna"), 1, List.of()).build());
        assertThat(fairshares()).as("of how many is not known").containsExactly(0.125);
        queue.ranks(ranksKey("root"), ranked(2));
        assertThat(fairshares()).containsExactly(0.5);
        queue.fairshare(factorKey("anna"), null);
        assertThat(fairshares()).containsExactly(0.5);

        queue.fairshare(factorKey("anna"), factor("anna", 0.125));
        queue.ranks(ranksKey("cms"), null);
        queue.ranks(ranksKey("root"), null);
        assertThat(fairshares()).containsExactly(0.125);
    }

    @Test
    void tellsPoliciesTreesAndPartitionsApart() {
        put("1", "anna", FairshareTerm.FACTOR);
        PriorityRecord inGpu = job("2", 0)
                .setFairshareWeight(100)
                .setAssociationPartition("gpu")
                .build();
        queue.priority(key("2"), inGpu);
        queue.ranks(ranksKey("root"), ranked(4));
        queue.ranks("alps|main|jura|root", ranked(2));
        queue.ranks("alps|shadow|alps|root", ranked(2));
        queue.ranks(
                "alps|main|jura|cms",
                ranks("cms", List.of("anna"), 0, List.of()).build());
        queue.ranks(
                "alps|shadow|alps|cms",
                ranks("cms", List.of("anna"), 0, List.of()).build());
        assertThat(fairshares()).containsOnly(Double.NaN);

        queue.ranks(
                ranksKey("cms"),
                ranks("cms", List.of("anna", "anna"), 0, List.of(3))
                        .setPartitions(List.of("gpu", ""))
                        .build());

        assertThat(order()).containsExactly("2", "1");
        assertThat(fairshares()).containsExactly(1.0, 0.25);
    }

    @Test
    void refusesARecordThatDoesNotFitItself() {
        assertThatThrownBy(() -> queue.ranks("alps|main|alps", ranked(1))).hasMessageContaining("4 components, has 3");
        assertThatThrownBy(() -> queue.ranks(
                        ranksKey("cms"),
                        ranks("cms", List.of("anna", "bert"), 0, List.of()).build()))
                .hasMessageStartingWith("2 users with 0 steps");
    }

    @Test
    void comesOverTheTopicOfRanks() {
        DispatcherRig rig = new DispatcherRig();
        rig.given("1", job("1", 0).setFairshareWeight(100).build());
        rig.given("2", job("2", 0).setUser("bert").setFairshareWeight(100).build());
        rig.givenRanks(ranked(4));
        rig.givenRanks(ranks("cms", List.of("bert", "anna"), 1, List.of(1)).build());

        try (Dispatcher dispatcher = rig.dispatcher(Map.of())) {
            dispatcher.runOnce();

            assertThat(dispatcher.status().unreadable()).isZero();
        }
        assertThat(rig.started).containsExactly("2", "1");
        assertThat(rig.dispatch(rig.sent(Topic.DISPATCHES).get(0)).getFairshare())
                .isEqualTo(0.75);
    }
}
