package io.fairway.core.fairness;

import io.fairway.core.shares.ShareTree;
import java.util.Arrays;

/**
 * How fair a period was: what each node of a share tree was delivered, against what was due to it. Due is the whole delivery, divided level
 * by level by the shares of those siblings who had demand: who wanted nothing leaves its part to the others. Accounts with FairShare=parent
 * divide nothing; their members compete on the level above.
 */
public final class Fairness {
    private final ShareTree tree;
    private final double[] delivered;
    private final double[] due;
    private final boolean[] demand;

    /**
     * Measures a tree.
     *
     * @param own what was delivered to each node itself, TRES-seconds, by number
     * @param wants whether each node itself had demand: it was delivered something, or it had a job that waited
     */
    public Fairness(ShareTree tree, double[] own, boolean[] wants) {
        this.tree = tree;
        delivered = own.clone();
        demand = wants.clone();
        due = new double[tree.size()];
        for (int node = tree.size() - 1; node > 0; node--) {
            int parent = tree.parent(node);
            delivered[parent] += delivered[node];
            demand[parent] |= demand[node];
        }
        Arrays.fill(due, Double.NaN);
        due[0] = delivered[0];
        for (int node = 0; node < tree.size(); node++) {
            divide(node);
        }
    }

    private void divide(int node) {
        int[] children = new int[tree.fsChildCount(node)];
        tree.copyFsChildren(node, children, 0);
        double all = 0;
        for (int child : children) {
            all += competes(child) ? tree.shares(child) : 0;
        }
        for (int child : children) {
            if (competes(child)) {
                due[child] = all == 0 ? 0 : due[node] * tree.shares(child) / all;
            }
        }
    }

    private boolean competes(int node) {
        return demand[node] && !tree.hasParentShares(node);
    }

    /** Whether something was due to a node, or would have been: it had demand and shares of its own. */
    public boolean isMeasured(int node) {
        return node > 0 && competes(node);
    }

    /** What was delivered to a node and all below it, TRES-seconds. */
    public double delivered(int node) {
        return delivered[node];
    }

    /** What was due to it, TRES-seconds; not a number if it is not measured. */
    public double due(int node) {
        return due[node];
    }

    /** Delivered over due: 1 is fair, 0 is starved. Infinite if nothing was due. */
    public double ratio(int node) {
        return delivered[node] == 0 ? 0 : delivered[node] / due[node];
    }

    /** What is missing of what was due, TRES-seconds; negative if it got more. */
    public double lag(int node) {
        return due[node] - delivered[node];
    }

    /** Whether it had demand and shares, and got nothing. */
    public boolean isStarved(int node) {
        return isMeasured(node) && delivered[node] == 0 && tree.shares(node) > 0;
    }

    /**
     * Jain's index of the ratios of the users to whom something was due: 1 if all are equal, 1/n if one of n has all; not a number
     * without any. Source: Jain, Chiu, Hawe: A Quantitative Measure of Fairness, DEC-TR-301, 1984.
     */
    public double jain() {
        double sum = 0;
        double squares = 0;
        int users = 0;
        for (int node = 1; node < tree.size(); node++) {
            if (isMeasured(node) && tree.isUser(node) && due[node] > 0) {
                sum += ratio(node);
                squares += ratio(node) * ratio(node);
                users++;
            }
        }
        return sum * sum / (users * squares);
    }

    /** The user with the largest lag; -1 without any. */
    public int mostBehind() {
        int most = -1;
        for (int node = 1; node < tree.size(); node++) {
            if (isMeasured(node) && tree.isUser(node) && (most < 0 || lag(node) > lag(most))) {
                most = node;
            }
        }
        return most;
    }
}
