package io.fairway.schedulers.lsf.fairshare;

import static io.fairway.schedulers.lsf.LsfGolden.assertSixDigits;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The tree of the walk, A(60){u1(1): 4 slots, u2(3): 2}, B(40){u3: 3}, as associations.
 */
class DynamicFairshareTest {
    private static final ShareTree TREE = ShareTree.build(
            "lsf",
            List.of(
                    ShareNode.account("lsf", "A", null, 60, 0),
                    ShareNode.user("lsf", "A", "u1", 1, 1),
                    ShareNode.user("lsf", "A", "u2", 3, 2),
                    ShareNode.account("lsf", "B", null, 40, 3),
                    ShareNode.user("lsf", "B", "u3", 1, 4),
                    ShareNode.user("lsf", "B", "none", 0, 5)));

    private static int node(String account, String user) {
        return TREE.find(new NodeId("lsf", account, user));
    }

    @Test
    void associationsHaveDynamicPrioritiesAndRanks() {
        List<Consumption> own = new ArrayList<>(Collections.nCopies(TREE.size(), Consumption.NONE));
        own.set(node("A", "u1"), Consumption.ofSlots(4));
        own.set(node("A", "u2"), Consumption.ofSlots(2));
        own.set(node("B", "u3"), Consumption.ofSlots(3));

        Fairshare fairshare = new DynamicFairshare(
                        DynamicPriorityParameters.DEFAULTS, DynamicPriorities.Adjustment.NONE)
                .evaluate(TREE, own);

        assertSixDigits(fairshare.factor(node("A", "")), 2.85714, "A");
        assertSixDigits(fairshare.factor(node("A", "u1")), 0.0666667, "u1");
        assertSixDigits(fairshare.factor(node("A", "u2")), 0.333333, "u2");
        assertSixDigits(fairshare.factor(node("B", "")), 3.33333, "B");
        assertSixDigits(fairshare.factor(node("B", "u3")), 0.0833333, "u3");
        assertThat(fairshare.factor(node("B", "none"))).isZero();
        assertThat(fairshare.rank(node("B", "u3"))).isEqualTo(4);
        assertThat(fairshare.rank(node("B", "none"))).isEqualTo(3);
        assertThat(fairshare.rank(node("A", "u2"))).isEqualTo(2);
        assertThat(fairshare.rank(node("A", "u1"))).isEqualTo(1);
        assertThat(fairshare.rank(node("A", ""))).isZero();
        assertThat(fairshare.factor(0)).isNaN();
        assertThat(fairshare.normShares(node("A", "u2"))).isEqualTo(0.75);
        assertThat(fairshare.raw(node("A", ""))).isEqualTo(21);
        for (int i = 0; i < TREE.size(); i++) {
            assertThat(fairshare.explain(i).get(0).name()).isEqualTo("fairshare");
            assertThat(fairshare.explain(i).get(0).value()).isEqualTo(Double.valueOf(fairshare.factor(i)));
        }
    }

    /** Four users without usage share the first rank. Of two tied groups with untied users, the first goes first. */
    @Test
    void equalUsersShareARank() {
        List<Consumption> own = new ArrayList<>(Collections.nCopies(EQUAL.size(), Consumption.NONE));
        assertThat(ranks(own)).containsExactly(4L, 4L, 4L, 4L);

        // 10/(3*3) in A and B, where u1 and u4 have 2 slots: B's u3 is the best of all, but its group comes second.
        own.set(EQUAL.find(new NodeId("lsf", "A", "u1")), Consumption.ofSlots(2));
        own.set(EQUAL.find(new NodeId("lsf", "B", "u4")), Consumption.ofSlots(2));
        assertThat(ranks(own)).containsExactly(3L, 4L, 2L, 1L);

        own.set(EQUAL.find(new NodeId("lsf", "A", "u2")), Consumption.ofSlots(2));
        assertThat(ranks(own)).as("B goes first, u1 and u2 tie").containsExactly(2L, 2L, 4L, 3L);
    }

    private static final ShareTree EQUAL = ShareTree.build(
            "lsf",
            List.of(
                    ShareNode.account("lsf", "A", null, 10, 0),
                    ShareNode.user("lsf", "A", "u1", 1, 1),
                    ShareNode.user("lsf", "A", "u2", 1, 2),
                    ShareNode.account("lsf", "B", null, 10, 3),
                    ShareNode.user("lsf", "B", "u3", 1, 4),
                    ShareNode.user("lsf", "B", "u4", 1, 5)));

    private static List<Long> ranks(List<Consumption> own) {
        Fairshare fairshare = new DynamicFairshare(
                        DynamicPriorityParameters.DEFAULTS, DynamicPriorities.Adjustment.NONE)
                .evaluate(EQUAL, own);
        List<Long> ranks = new ArrayList<>();
        for (int i = 0; i < EQUAL.size(); i++) {
            if (EQUAL.isUser(i)) {
                ranks.add(fairshare.rank(i));
            }
        }
        return ranks;
    }
}
