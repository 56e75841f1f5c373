package io.fairway.schedulers.slurm;

import io.fairway.core.shares.ShareNode;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Random share nodes and usage for laws: uneven shares, parent shares, zero shares, users and accounts mixed. */
public final class RandomTrees {
    private RandomTrees() {}

    public static List<ShareNode> nodes(SplittableRandom random) {
        List<ShareNode> nodes = new ArrayList<>();
        List<String> accounts = new ArrayList<>(List.of("root"));
        int size = random.nextInt(3, 60);
        for (int i = 0; i < size; i++) {
            String above = accounts.get(random.nextInt(accounts.size()));
            if (random.nextInt(3) == 0) {
                nodes.add(ShareNode.account("t", "a" + i, above, shares(random), i));
                accounts.add("a" + i);
            } else {
                nodes.add(ShareNode.user("t", above, "u" + i, shares(random), i));
            }
        }
        return nodes;
    }

    private static long shares(SplittableRandom random) {
        return switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> ShareNode.PARENT;
            default -> random.nextInt(1, 5);
        };
    }

    /** Usage in few sizes, to get ties, and zero for every third node. */
    static double usage(SplittableRandom random) {
        return random.nextInt(3) == 0 ? 0 : 1000.0 * random.nextInt(1, 6);
    }
}
