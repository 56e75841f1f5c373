package io.fairway.api.why;

import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareTree;
import java.util.Arrays;

/** Places among the users of a tree: 1 is served first. Equal users have the same place. */
public final class Places {
    private Places() {}

    /** The place of a node: by its rank, or by its factor if the policy has no ranks; 0 = it has no place. */
    public static long of(Fairshare fairshare, int node) {
        ShareTree tree = fairshare.tree();
        if (!tree.isUser(node)) {
            return 0;
        }
        if (fairshare.rank(node) > 0) {
            return tree.userCount() - fairshare.rank(node) + 1;
        }
        double own = fairshare.factor(node);
        if (Double.isNaN(own)) {
            return 0;
        }
        long before = 0;
        for (int i = 1; i < tree.size(); i++) {
            before += tree.isUser(i) && fairshare.factor(i) > own ? 1 : 0;
        }
        return before + 1;
    }

    /** The places of all nodes. */
    public static long[] all(Fairshare fairshare) {
        ShareTree tree = fairshare.tree();
        long[] places = new long[tree.size()];
        double[] factors = new double[tree.userCount()];
        int count = 0;
        for (int i = 1; i < tree.size(); i++) {
            if (tree.isUser(i) && fairshare.rank(i) == 0 && !Double.isNaN(fairshare.factor(i))) {
                factors[count++] = -fairshare.factor(i) + 0.0;
            }
        }
        Arrays.sort(factors, 0, count);
        for (int i = 1; i < tree.size(); i++) {
            if (!tree.isUser(i)) {
                continue;
            }
            if (fairshare.rank(i) > 0) {
                places[i] = tree.userCount() - fairshare.rank(i) + 1;
            } else if (!Double.isNaN(fairshare.factor(i))) {
                places[i] = first(factors, count, -fairshare.factor(i) + 0.0) + 1L;
            }
        }
        return places;
    }

    /** How many of the sorted numbers are below {@code number}, which is one of them. */
    private static int first(double[] sorted, int count, double number) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
