package io.fairway.schedulers.slurm.fairtree;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.Term;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import io.fairway.schedulers.slurm.fairtree.FairTree.Ties;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FairTreeTest {
    /** Users with their usage, in a tree listed account by account. */
    private final List<ShareNode> nodes = new ArrayList<>();

    private final Map<NodeId, Double> usage = new LinkedHashMap<>();

    private FairTreeTest account(String name, String parent, long shares) {
        nodes.add(ShareNode.account("t", name, parent, shares, nodes.size()));
        return this;
    }

    private FairTreeTest user(String account, String name, long shares, double used) {
        nodes.add(ShareNode.user("t", account, name, shares, nodes.size()));
        usage.put(NodeId.ofUser("t", account, name), used);
        return this;
    }

    private Fairshare evaluate(Ties ties) {
        ShareTree tree = ShareTree.build("t", nodes);
        assertThat(tree.problems()).isEmpty();
        double[] own = new double[tree.size()];
        usage.forEach((id, used) -> own[tree.find(id)] = used);
        return new FairTree(ties).evaluate(tree, UsageSnapshot.ofOwn(tree, own));
    }

    /** Ranks by user name. */
    private Map<String, Long> ranks(Ties ties) {
        Fairshare fairshare = evaluate(ties);
        Map<String, Long> ranks = new LinkedHashMap<>();
        for (int i = 0; i < fairshare.tree().size(); i++) {
            if (fairshare.tree().isUser(i)) {
                ranks.put(fairshare.tree().id(i).user(), fairshare.rank(i));
            }
        }
        return ranks;
    }

    /** The tree "ties" of the golden files: three accounts with equal shares and usage, and different members. */
    private void tiedAccounts() {
        account("t1", "root", 10).user("t1", "p1", 1, 9000).user("t1", "p2", 1, 1000);
        account("t2", "root", 10).user("t2", "q1", 1, 5000).user("t2", "q2", 1, 5000);
        account("t3", "root", 10)
                .user("t3", "r1", 1, 2000)
                .user("t3", "r2", 1, 8000)
                .user("t3", "r3", 0, 0);
        account("mix", "root", 20).user("mix", "xu", 5, 600);
        account("xa", "mix", 5).user("xa", "ya", 1, 500).user("xa", "yb", 1, 100);
        account("xb", "mix", 5).user("xb", "za", 1, 300).user("xb", "zb", 1, 300);
    }

    @Test
    void tiedAccountsAreMergedAsDocumented() {
        tiedAccounts();

        Map<String, Long> ranks = ranks(Ties.DOCUMENTED);

        // Of 12: p2 .583, r1 .5, q1 = q2 .417, r2 .25, p1 .167, r3 .083. xa and xb tie with the user xu, who has the
        // rank of their best user: level fairshare yb 3, za = zb 1, ya .6.
        assertThat(ranks)
                .containsAllEntriesOf(Map.of("p2", 7L, "r1", 6L, "q1", 5L, "q2", 5L, "r2", 3L, "p1", 2L, "r3", 1L))
                .containsAllEntriesOf(Map.of("xu", 12L, "yb", 12L, "za", 10L, "zb", 10L, "ya", 8L));
    }

    @Test
    void tiedAccountsAreWalkedOneByOneInSlurm() {
        tiedAccounts();

        Map<String, Long> ranks = ranks(Ties.SLURM);

        assertThat(ranks)
                .containsAllEntriesOf(Map.of("p2", 7L, "p1", 6L, "q1", 6L, "q2", 6L, "r1", 6L, "r2", 2L, "r3", 1L))
                .containsAllEntriesOf(Map.of("xu", 12L, "yb", 12L, "ya", 10L, "za", 10L, "zb", 10L));
    }

    /** 3 of 10 shares with 3 of 10 units used, and 7 with 7: a tie of rational numbers that Slurm's rounding breaks. */
    @Test
    void threeToSevenTiesOnlyWithExactNumbers() {
        account("a", "root", 3).user("a", "u", 1, 3);
        account("b", "root", 7).user("b", "v", 1, 7);

        assertThat(ranks(Ties.DOCUMENTED)).containsExactly(Map.entry("u", 2L), Map.entry("v", 2L));
        assertThat(ranks(Ties.SLURM).values()).containsExactlyInAnyOrder(1L, 2L);
    }

    @Test
    void tiedUsersShareARankAndUseUpOneEach() {
        account("a", "root", 1)
                .user("a", "u", 2, 20)
                .user("a", "v", 1, 10)
                .user("a", "w", 3, 30)
                .user("a", "x", 1, 1000);

        for (Ties ties : Ties.values()) {
            assertThat(ranks(ties))
                    .as(ties.name())
                    .containsExactly(Map.entry("u", 4L), Map.entry("v", 4L), Map.entry("w", 4L), Map.entry("x", 1L));
        }
    }

    @Test
    void idleAccountsTieAndSoDoAllTheirUsers() {
        account("a", "root", 5).user("a", "u", 1, 0);
        account("b", "root", 1).user("b", "v", 9, 0).user("b", "w", 0, 0);

        for (Ties ties : Ties.values()) {
            assertThat(ranks(ties))
                    .as(ties.name())
                    .containsExactlyInAnyOrderEntriesOf(Map.of("u", 3L, "v", 3L, "w", 1L));
        }
    }

    /** As documented, an account without users changes nobody's rank; in Slurm it passes on the previous rank. */
    @Test
    void aTiedEmptyAccountGivesNoRank() {
        account("first", "root", 100).user("first", "best", 1, 1);
        account("full", "root", 1).user("full", "u", 1, 2).user("full", "v", 1, 1);
        account("same", "root", 1).account("hollow", "same", 1).user("same", "w", 1, 3);

        assertThat(ranks(Ties.DOCUMENTED))
                .containsExactlyInAnyOrderEntriesOf(Map.of("best", 4L, "v", 3L, "u", 2L, "w", 1L));
        assertThat(ranks(Ties.SLURM)).containsEntry("best", 4L).containsEntry("v", 3L);
    }

    @Test
    void aUserTiedWithAnAccountHasTheRankOfItsBestUserDespiteAnEmptyFirstChild() {
        account("a", "root", 1)
                .account("deep", "a", 1)
                .user("a", "u", 1, 10)
                .account("hollow", "deep", 5)
                .account("inner", "deep", 1)
                .user("inner", "v", 3, 4)
                .user("inner", "w", 1, 4)
                .account("outer", "deep", 1)
                .user("outer", "x", 1, 2);

        assertThat(ranks(Ties.DOCUMENTED))
                .containsExactlyInAnyOrderEntriesOf(Map.of("u", 4L, "x", 4L, "v", 2L, "w", 1L));
    }

    /** The doubles of these sums differ, or agree, only because of rounding; the exact numbers decide. */
    @Test
    void exactUsageDecidesWhenDoublesCannot() {
        account("a", "root", 1).user("a", "u", 1, 0.3).user("a", "v", 1, 0.1 + 0.2);
        ShareTree tree = ShareTree.build("t", nodes);
        double[] own = new double[tree.size()];
        usage.forEach((id, used) -> own[tree.find(id)] = used);
        UsageSnapshot doubles = UsageSnapshot.ofOwn(tree, own);
        int u = tree.find(NodeId.ofUser("t", "a", "u"));
        int v = tree.find(NodeId.ofUser("t", "a", "v"));
        FairTree documented = new FairTree(Ties.DOCUMENTED);

        // 0.1 + 0.2 is more than 0.3 in doubles ...
        assertThat(documented.evaluate(tree, doubles).rank(v)).isEqualTo(1);
        // ... but three tenths are three tenths,
        Fairshare tied = documented.evaluate(tree, exact(doubles, Map.of(u, 3L, v, 3L, u - 1, 6L)));
        assertThat(List.of(tied.rank(u), tied.rank(v))).containsExactly(2L, 2L);
        // and a difference far below the resolution of a double still counts.
        long big = 1L << 60;
        Fairshare apart = documented.evaluate(tree, exact(doubles, Map.of(u, big + 1, v, big, u - 1, 2 * big + 1)));
        assertThat(List.of(apart.rank(u), apart.rank(v))).containsExactly(1L, 2L);
    }

    private static UsageSnapshot exact(UsageSnapshot doubles, Map<Integer, Long> exact) {
        return new UsageSnapshot() {
            @Override
            public double raw(int node) {
                return doubles.raw(node);
            }

            @Override
            public BigInteger exact(int node) {
                return BigInteger.valueOf(exact.getOrDefault(node, 0L));
            }
        };
    }

    @Test
    void tinyUsageStaysFiniteAndBelowNone() {
        account("a", "root", 1)
                .user("a", "old", 1, Double.MIN_VALUE)
                .user("a", "never", 1, 0)
                .user("a", "now", 1, 1e18);

        for (Ties ties : Ties.values()) {
            assertThat(ranks(ties))
                    .as(ties.name())
                    .containsExactlyInAnyOrderEntriesOf(Map.of("never", 3L, "old", 2L, "now", 1L));
        }
    }

    @Test
    void explainsRankAndLevel() {
        account("a", "root", 1).user("a", "u", 3, 1).user("a", "v", 1, 1).user("a", "p", ShareNode.PARENT, 5);
        Fairshare fairshare = evaluate(Ties.DOCUMENTED);

        List<Term> terms = fairshare.explain(fairshare.tree().find(NodeId.ofUser("t", "a", "u")));

        assertThat(terms)
                .extracting(Term::name)
                .containsExactly("fairshare", "levelFairshare", "effectiveUsage", "normalisedShares");
        assertThat(terms.get(0).value()).isEqualTo(2.0 / 3);
        assertThat(terms.get(0).inputs()).containsExactly(Term.in("rank", 2), Term.in("users", 3));
        assertThat(terms.get(1).value()).isEqualTo(0.75 * 7);
        assertThat(fairshare.explain(0).get(1).rule()).isEqualTo("root has no siblings");
    }
}
