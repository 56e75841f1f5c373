package io.fairway.core.fairness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What was due, computed by hand. */
class FairnessTest {
    private static final String T = "t";

    /** physics 3 (anna 1, ben 1), bio 1 (carla 1, dave 2), law 4 (eva 1). */
    private final ShareTree tree = ShareTree.build(
            T,
            List.of(
                    ShareNode.account(T, "physics", null, 3, 0),
                    ShareNode.user(T, "physics", "anna", 1, 1),
                    ShareNode.user(T, "physics", "ben", 1, 2),
                    ShareNode.account(T, "bio", null, 1, 3),
                    ShareNode.user(T, "bio", "carla", 1, 4),
                    ShareNode.user(T, "bio", "dave", 2, 5),
                    ShareNode.account(T, "law", null, 4, 6),
                    ShareNode.user(T, "law", "eva", 1, 7)));

    private Fairness of(Map<String, Double> used, Set<String> waited) {
        double[] own = new double[tree.size()];
        boolean[] wants = new boolean[tree.size()];
        for (int node = 0; node < tree.size(); node++) {
            own[node] = used.getOrDefault(tree.id(node).user(), 0.0);
            wants[node] = own[node] > 0 || waited.contains(tree.id(node).user());
        }
        return new Fairness(tree, own, wants);
    }

    private int user(String account, String user) {
        return tree.find(NodeId.ofUser(T, account, user));
    }

    /**
     * Law wanted nothing, nor did dave: of 100, physics is due 3/4 and bio 1/4; anna and ben share theirs alike, carla has all of
     * bio's.
     */
    @Test
    void whoWantedNothingLeavesItsPartToTheOthers() {
        Fairness fairness = of(Map.of("anna", 60.0, "carla", 40.0), Set.of("ben"));

        assertThat(fairness.due(tree.findAccount("physics"))).isEqualTo(75);
        assertThat(fairness.due(tree.findAccount("bio"))).isEqualTo(25);
        assertThat(fairness.due(user("physics", "anna"))).isEqualTo(37.5);
        assertThat(fairness.due(user("physics", "ben"))).isEqualTo(37.5);
        assertThat(fairness.due(user("bio", "carla"))).isEqualTo(25);
        assertThat(fairness.isMeasured(user("bio", "dave"))).isFalse();
        assertThat(fairness.isMeasured(tree.findAccount("law"))).isFalse();

        assertThat(fairness.ratio(user("physics", "anna"))).isEqualTo(1.6);
        assertThat(fairness.ratio(user("bio", "carla"))).isEqualTo(1.6);
        assertThat(fairness.ratio(tree.findAccount("physics"))).isEqualTo(0.8);
        assertThat(fairness.isStarved(user("physics", "ben"))).isTrue();
        assertThat(fairness.isStarved(user("bio", "dave"))).isFalse();
        assertThat(fairness.mostBehind()).isEqualTo(user("physics", "ben"));
        assertThat(fairness.lag(user("physics", "ben"))).isEqualTo(37.5);
        // (1.6 + 1.6 + 0)^2 / (3 * (1.6^2 + 1.6^2))
        assertThat(fairness.jain()).isCloseTo(10.24 / 15.36, within(1e-12));
    }

    @Test
    void whereEverybodyHasWhatIsDueTheIndexIsOne() {
        Fairness fairness =
                of(Map.of("anna", 3.0, "ben", 3.0, "carla", 2.0 / 3, "dave", 4.0 / 3, "eva", 8.0), Set.of());

        assertThat(fairness.jain()).isCloseTo(1, within(1e-12));
        assertThat(fairness.lag(fairness.mostBehind())).isCloseTo(0, within(1e-12));
    }

    /** Of n users alike, one who has all makes 1/n. */
    @Test
    void ofTwoUsersOneHasAll() {
        assertThat(of(Map.of("anna", 5.0), Set.of("ben")).jain()).isCloseTo(0.5, within(1e-12));
    }

    @Test
    void withoutDemandNothingIsMeasured() {
        Fairness fairness = of(Map.of(), Set.of());

        assertThat(fairness.jain()).isNaN();
        assertThat(fairness.mostBehind()).isEqualTo(-1);
    }

    /** Members of an account with FairShare=parent compete with its siblings; the account divides nothing. */
    @Test
    void parentShares() {
        ShareTree flat = ShareTree.build(
                T,
                List.of(
                        ShareNode.account(T, "open", null, ShareNode.PARENT, 0),
                        ShareNode.user(T, "open", "anna", 1, 1),
                        ShareNode.account(T, "bio", null, 3, 2),
                        ShareNode.user(T, "bio", "ben", 1, 3)));
        double[] own = new double[flat.size()];
        boolean[] wants = new boolean[flat.size()];
        int anna = flat.find(NodeId.ofUser(T, "open", "anna"));
        int ben = flat.find(NodeId.ofUser(T, "bio", "ben"));
        own[anna] = 50;
        own[ben] = 50;
        wants[anna] = true;
        wants[ben] = true;

        Fairness fairness = new Fairness(flat, own, wants);

        assertThat(fairness.due(anna)).isEqualTo(25);
        assertThat(fairness.due(ben)).isEqualTo(75);
        assertThat(fairness.isMeasured(flat.findAccount("open"))).isFalse();
    }

    /** A user with no shares is due nothing, and is not starved by getting nothing. */
    @Test
    void noShares() {
        ShareTree zero = ShareTree.build(
                T,
                List.of(
                        ShareNode.account(T, "bio", null, 1, 0),
                        ShareNode.user(T, "bio", "guest", 0, 1),
                        ShareNode.user(T, "bio", "ben", 1, 2)));
        double[] own = new double[zero.size()];
        boolean[] wants = new boolean[zero.size()];
        int guest = zero.find(NodeId.ofUser(T, "bio", "guest"));
        own[zero.find(NodeId.ofUser(T, "bio", "ben"))] = 10;
        wants[zero.find(NodeId.ofUser(T, "bio", "ben"))] = true;
        wants[guest] = true;

        assertThat(new Fairness(zero, own, wants).isStarved(guest)).isFalse();
        own[guest] = 5;
        assertThat(new Fairness(zero, own, wants).ratio(guest)).isInfinite();
    }
}
