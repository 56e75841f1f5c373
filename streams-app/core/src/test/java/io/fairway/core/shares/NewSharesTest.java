package io.fairway.core.shares;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.NodeId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A tree with newer shares against the law: the tree that is built from the newer records. */
class NewSharesTest {
    private static final int TREES = 2_000;

    @Test
    void aTreeWithNewSharesIsTheTreeOfTheNewRecords() {
        int kept = 0;
        for (int seed = 0; seed < TREES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<ShareNode> nodes = nodes(random);
            ShareTree tree = ShareTree.build("t", nodes);
            for (int turn = 0; turn < 3; turn++) {
                List<ShareNode> records = new ArrayList<>();
                for (int i = 0; i < nodes.size(); i++) {
                    ShareNode now = changed(random, nodes.get(i));
                    if (random.nextInt(3) == 0 && ShareTree.keepsShape(nodes.get(i), now)) {
                        nodes.set(i, now);
                        records.add(now);
                    }
                }
                ShareTree before = tree;
                tree = tree.withShares(records);
                kept += records.size();

                ShareTree law = ShareTree.build("t", nodes);
                NodeId guest = NodeId.ofUser("t", "a0", "guest");
                assertThat(tree.isShapedAs(before)).isTrue();
                assertThat(law.isShapedAs(before)).isFalse();
                assertThat(numbers(tree)).as("seed %d, turn %d", seed, turn).isEqualTo(numbers(law));
                assertThat(numbers(tree.withUsers(List.of(guest), 2)))
                        .as("with a user, seed %d, turn %d", seed, turn)
                        .isEqualTo(numbers(law.withUsers(List.of(guest), 2)));
            }
        }
        assertThat(kept).isGreaterThan(TREES);
    }

    @Test
    void theOrderOfTheRecordsDoesNotCount() {
        for (int seed = 0; seed < TREES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<ShareNode> nodes = nodes(random);
            ShareNode again = nodes.get(random.nextInt(nodes.size()));
            nodes.add(new ShareNode(again.id(), again.parent(), shares(random), 0, again.order(), false));
            List<ShareNode> shuffled = new ArrayList<>(nodes);
            Collections.shuffle(shuffled, new Random(seed));

            assertThat(numbers(ShareTree.build("t", shuffled)))
                    .as("seed %d", seed)
                    .isEqualTo(numbers(ShareTree.build("t", nodes)));
        }
    }

    /** Accounts and users, some deleted, with parent shares, of an unknown account, or with shares that cannot be. */
    private static List<ShareNode> nodes(SplittableRandom random) {
        List<ShareNode> nodes = new ArrayList<>();
        int size = random.nextInt(2, 30);
        for (int i = 0; i < size; i++) {
            String above = "a" + random.nextInt(1 + i);
            ShareNode node = random.nextInt(3) == 0
                    ? ShareNode.account("t", "a" + i, random.nextInt(2) == 0 ? null : above, shares(random), i)
                    : ShareNode.user("t", above, "u" + i, shares(random), random.nextInt(3));
            nodes.add(random.nextInt(10) == 0 ? node.asDeleted() : node);
        }
        return nodes;
    }

    private static ShareNode changed(SplittableRandom random, ShareNode node) {
        return new ShareNode(
                node.id(),
                random.nextInt(10) == 0 ? "a0" : node.parent(),
                shares(random),
                random.nextInt(5) - 1,
                random.nextInt(10) == 0 ? 7 : node.order(),
                node.deleted() != (random.nextInt(10) == 0));
    }

    private static long shares(SplittableRandom random) {
        return random.nextInt(8) - 2L;
    }

    private static List<Object> numbers(ShareTree tree) {
        List<Object> numbers = new ArrayList<>(List.of(tree.maxPriority(), tree.userCount(), tree.deleted()));
        numbers.addAll(tree.problems());
        for (int node = 0; node < tree.size(); node++) {
            numbers.addAll(List.of(
                    tree.id(node),
                    tree.shares(node),
                    tree.priority(node),
                    tree.levelShares(node),
                    tree.parent(node),
                    tree.fsParent(node)));
        }
        return numbers;
    }
}
