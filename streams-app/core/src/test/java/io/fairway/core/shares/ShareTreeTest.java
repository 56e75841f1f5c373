package io.fairway.core.shares;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareProblem.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShareTreeTest {
    private static final List<ShareNode> NODES = List.of(
            ShareNode.user("alps", "cms", "eva", 1, 3),
            ShareNode.account("alps", "phys", null, 60, 1),
            ShareNode.account("alps", "cms", "phys", 2, 2),
            ShareNode.user("alps", "cms", "anna", 3, 2),
            ShareNode.account("alps", "bio", "root", 40, 0),
            ShareNode.user("alps", "phys", "max", 5, 1));

    @Test
    void numbersNodesDepthFirstWhateverTheInputOrder() {
        for (int seed = 0; seed < 20; seed++) {
            List<ShareNode> shuffled = new ArrayList<>(NODES);
            Collections.shuffle(shuffled, new Random(seed));

            ShareTree tree = ShareTree.build("alps", shuffled);

            assertThat(paths(tree))
                    .containsExactly("/", "/bio", "/phys", "/phys/max", "/phys/cms", "/phys/cms/anna", "/phys/cms/eva");
            assertThat(tree.problems()).isEmpty();
        }
    }

    @Test
    void knowsParentsDepthsAndSubtrees() {
        ShareTree tree = ShareTree.build("alps", NODES);

        assertThat(all(tree, tree::parent)).containsExactly(-1, 0, 0, 2, 2, 4, 4);
        assertThat(all(tree, tree::depth)).containsExactly(0, 1, 1, 2, 2, 3, 3);
        assertThat(all(tree, tree::subtreeEnd)).containsExactly(7, 2, 7, 4, 7, 6, 7);
        assertThat(tree.userCount()).isEqualTo(3);
        assertThat(tree.find(NodeId.ofUser("alps", "cms", "anna"))).isEqualTo(5);
        assertThat(tree.findAccount("cms")).isEqualTo(4);
        assertThat(tree.findAccount("chem")).isEqualTo(-1);
        assertThat(tree.id(0)).isEqualTo(NodeId.ofRoot("alps"));
        assertThat(tree.isUser(5)).isTrue();
        assertThat(tree.isUser(4)).isFalse();
    }

    @Test
    void siblingsOfEqualOrderSortByNameUsersAndAccountsMixed() {
        ShareTree tree = ShareTree.build(
                "t",
                List.of(
                        ShareNode.account("t", "b", null, 1, 7),
                        ShareNode.user("t", "root", "b", 1, 7),
                        ShareNode.user("t", "root", "c", 1, 7),
                        ShareNode.account("t", "a", null, 1, 7)));

        assertThat(IntStream.range(1, 5).mapToObj(tree::id))
                .containsExactly(
                        NodeId.ofAccount("t", "a"),
                        NodeId.ofUser("t", "root", "b"),
                        NodeId.ofAccount("t", "b"),
                        NodeId.ofUser("t", "root", "c"));
    }

    @Test
    void childrenOfAnAccountWithParentSharesCompeteOneLevelUp() {
        ShareTree tree = ShareTree.build(
                "t",
                List.of(
                        ShareNode.account("t", "a", null, 10, 0),
                        ShareNode.user("t", "a", "u", 3, 0),
                        ShareNode.account("t", "p", "a", ShareNode.PARENT, 1),
                        ShareNode.user("t", "p", "v", 4, 0),
                        ShareNode.account("t", "q", "p", ShareNode.PARENT, 1),
                        ShareNode.user("t", "q", "w", 5, 0),
                        ShareNode.user("t", "q", "x", ShareNode.PARENT, 1)));

        int a = tree.findAccount("a");
        for (String name : List.of("/a/u", "/a/p", "/a/p/v", "/a/p/q", "/a/p/q/w", "/a/p/q/x")) {
            int node = paths(tree).indexOf(name);
            assertThat(tree.fsParent(node)).as(name).isEqualTo(a);
            assertThat(tree.levelShares(node)).as(name).isEqualTo(3 + 4 + 5);
        }
        int[] children = new int[tree.fsChildCount(a)];
        tree.copyFsChildren(a, children, 0);
        assertThat(children).containsExactly(2, 3, 4, 5, 6, 7);
        assertThat(tree.fsChildCount(tree.findAccount("p"))).isZero();
        assertThat(tree.hasParentShares(tree.findAccount("p"))).isTrue();
        assertThat(tree.parent(tree.findAccount("q"))).isEqualTo(tree.findAccount("p"));
    }

    @Test
    void levelsMayHaveNoShares() {
        ShareTree tree = ShareTree.build(
                "t", List.of(ShareNode.account("t", "a", null, 0, 0), ShareNode.user("t", "a", "u", 0, 0)));

        assertThat(tree.levelShares(1)).isZero();
        assertThat(tree.shares(2)).isZero();
    }

    @Test
    void reportsUnusableNodesAndAllNodesBelowThem() {
        ShareTree tree = ShareTree.build(
                "t",
                List.of(
                        ShareNode.account("t", "ok", null, 1, 0),
                        ShareNode.user("t", "ok", "u", 1, 0),
                        ShareNode.account("t", "lost", "nowhere", 1, 0),
                        ShareNode.account("t", "below", "lost", 1, 0),
                        ShareNode.user("t", "below", "v", 1, 0),
                        ShareNode.user("t", "unknown", "w", 1, 0),
                        ShareNode.account("t", "x", "y", 1, 0),
                        ShareNode.account("t", "y", "z", 1, 0),
                        ShareNode.account("t", "z", "x", 1, 0),
                        ShareNode.account("t", "tail", "x", 1, 0),
                        ShareNode.account("t", "self", "self", 1, 0),
                        ShareNode.account("t", "negative", null, -2, 0),
                        ShareNode.user("t", "negative", "q", 1, 0),
                        ShareNode.account("t", "huge", null, ShareNode.MAX_SHARES + 1, 0),
                        new ShareNode(NodeId.ofUser("t", "ok", "p"), null, 1, -1, 0, false),
                        ShareNode.account("t", "twice", null, 1, 0),
                        ShareNode.account("t", "twice", null, 2, 0),
                        ShareNode.account("other", "o", null, 1, 0),
                        ShareNode.account("t", "", null, 1, 0),
                        ShareNode.account("t", "root", "ok", 1, 0)));

        assertThat(paths(tree)).containsExactly("/", "/ok", "/ok/u");
        assertThat(tree.problems())
                .extracting(
                        problem -> problem.node().account(),
                        problem -> problem.node().user(),
                        ShareProblem::kind)
                .containsExactly(
                        tuple("o", "", Kind.WRONG_TREE),
                        tuple("", "", Kind.BAD_NAME),
                        tuple("below", "", Kind.DETACHED),
                        tuple("below", "v", Kind.DETACHED),
                        tuple("huge", "", Kind.BAD_SHARES),
                        tuple("lost", "", Kind.UNKNOWN_PARENT),
                        tuple("negative", "", Kind.BAD_SHARES),
                        tuple("negative", "q", Kind.DETACHED),
                        tuple("ok", "p", Kind.BAD_PRIORITY),
                        tuple("root", "", Kind.ROOT_WITH_PARENT),
                        tuple("self", "", Kind.CYCLE),
                        tuple("tail", "", Kind.DETACHED),
                        tuple("twice", "", Kind.CONFLICTING_DUPLICATE),
                        tuple("unknown", "w", Kind.UNKNOWN_ACCOUNT),
                        tuple("x", "", Kind.CYCLE),
                        tuple("y", "", Kind.CYCLE),
                        tuple("z", "", Kind.CYCLE));
        assertThat(tree.problems().get(5).message())
                .isEqualTo("account lost of tree t: parent account nowhere is not in tree t");
    }

    @Test
    void aDuplicateRecordIsNoProblem() {
        ShareNode node = ShareNode.account("t", "a", null, 1, 0);

        ShareTree tree = ShareTree.build("t", List.of(node, node));

        assertThat(tree.size()).isEqualTo(2);
        assertThat(tree.problems()).isEmpty();
    }

    @Test
    void aRootRecordGivesItsPriorityOnly() {
        ShareTree tree =
                ShareTree.build("t", List.of(new ShareNode(NodeId.ofRoot("t"), null, ShareNode.PARENT, 9, 5, false)));

        assertThat(tree.problems()).isEmpty();
        assertThat(tree.shares(0)).isEqualTo(1);
        assertThat(tree.priority(0)).isEqualTo(9);
        assertThat(tree.maxPriority()).isEqualTo(9);
    }

    @Test
    void deletedNodesDoNotCompeteAndLeaveTheirUsageToTheNearestAccount() {
        List<ShareNode> nodes = List.of(
                ShareNode.account("t", "a", null, 1, 0),
                ShareNode.user("t", "a", "gone", 7, 0).asDeleted(),
                ShareNode.user("t", "a", "here", 3, 1),
                ShareNode.account("t", "closed", "a", 2, 2).asDeleted(),
                ShareNode.account("t", "older", "closed", 2, 2).asDeleted(),
                ShareNode.user("t", "older", "emma", 2, 2).asDeleted(),
                ShareNode.user("t", "closed", "left", 1, 0),
                ShareNode.user("t", "never", "known", 1, 0).asDeleted());

        ShareTree tree = ShareTree.build("t", nodes);

        assertThat(paths(tree)).containsExactly("/", "/a", "/a/here");
        assertThat(tree.userCount()).isEqualTo(1);
        assertThat(tree.levelShares(2)).isEqualTo(3);
        assertThat(tree.find(NodeId.ofUser("t", "a", "gone"))).isEqualTo(-1);
        assertThat(tree.deleted())
                .containsExactly(
                        new ShareTree.Deleted(NodeId.ofUser("t", "a", "gone"), 1),
                        new ShareTree.Deleted(NodeId.ofAccount("t", "closed"), 1),
                        new ShareTree.Deleted(NodeId.ofUser("t", "never", "known"), -1),
                        new ShareTree.Deleted(NodeId.ofAccount("t", "older"), 1),
                        new ShareTree.Deleted(NodeId.ofUser("t", "older", "emma"), 1));
        assertThat(tree.problems()).extracting(ShareProblem::kind).containsExactly(Kind.DELETED_PARENT);
    }

    @Test
    void addsUsersWithoutARecord() {
        ShareTree tree = ShareTree.build("alps", NODES);

        ShareTree more = tree.withUsers(List.of(NodeId.ofUser("alps", "cms", "bea")), 1);

        assertThat(paths(more)).endsWith("/phys/cms/anna", "/phys/cms/eva", "/phys/cms/bea");
        assertThat(more.levelShares(more.size() - 1)).isEqualTo(5);
        assertThat(tree.userCount()).isEqualTo(3);
        assertThat(more.withUsers(List.of(NodeId.ofUser("alps", "cms", "bea")), 9))
                .isSameAs(more);
        assertThat(more.withUsers(List.of(NodeId.ofUser("alps", "none", "bea")), 9)
                        .problems())
                .extracting(ShareProblem::kind)
                .containsExactly(Kind.UNKNOWN_ACCOUNT);
    }

    @Test
    void aDeletedUserComesBackWhenProvisionedAgain() {
        NodeId gone = NodeId.ofUser("t", "a", "gone");
        ShareTree tree = ShareTree.build(
                "t",
                List.of(
                        ShareNode.account("t", "a", null, 1, 0),
                        ShareNode.user("t", "a", "gone", 7, 0).asDeleted()));

        ShareTree back = tree.withUsers(List.of(gone), 2);

        assertThat(back.shares(back.find(gone))).isEqualTo(2);
        assertThat(back.deleted()).isEmpty();
        assertThat(back.problems()).isEmpty();
    }

    @Test
    void refusesTreesThatAreTooDeep() {
        List<ShareNode> chain = new ArrayList<>();
        for (int i = 1; i <= ShareTree.MAX_DEPTH + 5; i++) {
            chain.add(ShareNode.account("t", "a" + i, i == 1 ? null : "a" + (i - 1), 1, 0));
        }

        ShareTree tree = ShareTree.build("t", chain);

        assertThat(tree.size()).isEqualTo(ShareTree.MAX_DEPTH);
        assertThat(tree.problems()).hasSize(6);
        assertThat(tree.problems()).extracting(ShareProblem::kind).containsOnlyOnce(Kind.TOO_DEEP);
    }

    @Test
    void sumsOwnUsageUpToRoot() {
        ShareTree tree = ShareTree.build("alps", NODES);

        UsageSnapshot usage = UsageSnapshot.ofOwn(tree, new double[] {0, 1, 0, 2, 4, 8, 16});

        assertThat(IntStream.range(0, 7).mapToDouble(usage::raw))
                .containsExactly(31.0, 1.0, 30.0, 2.0, 28.0, 8.0, 16.0);
        assertThat(usage.exact(3)).isNull();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UsageSnapshot.of(new double[] {0, Double.NaN}))
                .withMessageContaining("node 1");
    }

    /** Anna has two leaves, one of them of partition day, and deleted Ben none: the account has what was his. */
    @Test
    void anAssociationOfAPartitionIsALeafOfItsOwn() {
        NodeId anna = NodeId.ofUser("t", "all", "anna");
        NodeId ben = NodeId.ofUser("t", "all", "ben");
        ShareTree tree = ShareTree.build(
                "t",
                List.of(
                        ShareNode.account("t", "all", null, 1, 0),
                        ShareNode.user("t", "all", "anna", 1, 1),
                        new ShareNode(anna.in("day"), null, 3, 0, 2, false),
                        ShareNode.user("t", "all", "ben", 1, 3).asDeleted()));

        assertThat(tree.problems()).isEmpty();
        assertThat(paths(tree)).containsExactly("/", "/all", "/all/anna", "/all/anna@day");
        assertThat(tree.userCount()).isEqualTo(2);
        assertThat(tree.levelShares(2)).isEqualTo(4);
        assertThat(tree.find(anna, "day")).isEqualTo(3);
        assertThat(tree.find(anna, "night")).isEqualTo(2);
        assertThat(tree.find(anna, "")).isEqualTo(2);
        assertThat(tree.owner(anna.in("day"))).isEqualTo(3);
        assertThat(tree.owner(anna.in("night"))).isEqualTo(2);
        assertThat(tree.owner(ben.in("day"))).isEqualTo(1);
        assertThat(tree.owner(NodeId.ofUser("t", "all", "carla").in("day"))).isEqualTo(-1);
    }

    @Test
    void onlyUsersHaveAssociationsOfAPartition() {
        ShareTree tree = ShareTree.build(
                "t", List.of(new ShareNode(NodeId.ofAccount("t", "all").in("day"), null, 1, 0, 0, false)));

        assertThat(tree.problems()).extracting(ShareProblem::kind).containsExactly(Kind.BAD_NAME);
    }

    private static List<String> paths(ShareTree tree) {
        return IntStream.range(0, tree.size()).mapToObj(tree::path).toList();
    }

    private static int[] all(ShareTree tree, java.util.function.IntUnaryOperator value) {
        return IntStream.range(0, tree.size()).map(value).toArray();
    }

    /** Below the deepest level there is one problem for each node; each account is followed once. */
    @Test
    void aChainOfTwentyThousandLevelsIsTooDeep() {
        List<ShareNode> nodes = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            nodes.add(ShareNode.account("t", "a" + i, i == 0 ? null : "a" + (i - 1), 1, 0));
        }
        for (int i = 0; i < 20_000; i++) {
            nodes.add(ShareNode.account("t", "c" + i, "c" + (i + 1) % 20_000, 1, 0));
        }

        ShareTree tree = ShareTree.build("t", nodes);

        assertThat(tree.size()).isEqualTo(ShareTree.MAX_DEPTH);
        Map<ShareProblem.Kind, Long> kinds =
                tree.problems().stream().collect(Collectors.groupingBy(ShareProblem::kind, Collectors.counting()));
        assertThat(kinds)
                .containsEntry(ShareProblem.Kind.TOO_DEEP, 1L)
                .containsEntry(ShareProblem.Kind.DETACHED, 20_000L - ShareTree.MAX_DEPTH)
                .containsEntry(ShareProblem.Kind.CYCLE, 20_000L);
    }
}
