package io.fairway.api.why;

import static io.fairway.policies.explain.Wording.rounded;

import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareTree;
import io.fairway.policies.family.PolicyFamily;
import java.util.ArrayList;
import java.util.List;

/**
 * The places of associations, in sentences.
 *
 * <p>For Slurm, they compare the usage of an association, and of each account above it, with its share on its level. The largest
 * multiple of a share costs most. LSF has no common measure of usage: its sentences compare the dynamic priorities of siblings.
 * Moab has no levels, but targets.
 */
final class Standings {
    private final PolicyFamily.Scheduler scheduler;
    private final Fairshare fairshare;
    private final ShareTree tree;

    Standings(PolicyFamily.Scheduler scheduler, Fairshare fairshare) {
        this.scheduler = scheduler;
        this.fairshare = fairshare;
        tree = fairshare.tree();
    }

    String summary(int node) {
        long place = Places.of(fairshare, node);
        String factor = Double.isNaN(fairshare.factor(node))
                ? ""
                : ", with " + factor() + " " + rounded(fairshare.factor(node));
        if (place > 0) {
            return tree.path(node) + " is " + Words.ordinal(place) + " of " + users() + factor + ".";
        }
        return node == 0
                ? tree.path(0) + " is the whole tree: it competes with nobody."
                : tree.path(node) + " has no place: only users have one" + factor + ".";
    }

    private String factor() {
        return switch (scheduler) {
            case SLURM -> "factor";
            case LSF -> "dynamic priority";
            case MOAB -> "fairshare component";
        };
    }

    private String users() {
        return tree.userCount() == 1 ? "1 user" : Words.count(tree.userCount()) + " users";
    }

    List<String> sentences(int node) {
        if (node == 0) {
            return List.of(summary(0));
        }
        List<String> sentences = new ArrayList<>(List.of(summary(node)));
        switch (scheduler) {
            case SLURM -> slurm(node, sentences);
            case LSF -> lsf(node, sentences);
            case MOAB -> moab(node, sentences);
        }
        return sentences;
    }

    private void slurm(int node, List<String> sentences) {
        if (fairshare.raw(0) == 0) {
            sentences.add("No usage counts yet.");
            return;
        }
        if (tree.hasParentShares(node)) {
            sentences.add(tree.path(node) + " has parent shares: it competes with the shares of "
                    + tree.path(tree.fsParent(node)) + ".");
        } else if (tree.shares(node) == 0) {
            sentences.add(tree.path(node) + " has no shares.");
        }
        sentences.add(tree.path(node) + " " + usedAgainstShare(node) + ".");
        int most = node;
        for (int i = node; i > 0; i = tree.fsParent(i)) {
            if (!tree.hasParentShares(i) && excess(i) > excess(most)) {
                most = i;
            }
        }
        if (!(excess(most) > 1)) {
            sentences.add("Neither it nor an account above it used more than its share.");
        } else {
            sentences.add(
                    most == node
                            ? "Its own usage costs it most: " + rounded(round(excess(node)))
                                    + " times its share of its level."
                            : "Account " + tree.path(most) + " costs it most: it " + usedAgainstShare(most) + ".");
        }
    }

    /** {@code made 8.9 % of all usage, against a share of 4.8 %}. */
    private String usedAgainstShare(int node) {
        double used = fairshare.raw(node) / fairshare.raw(0);
        return "made " + Words.percent(used) + " of all usage, against a share of " + Words.percent(share(node));
    }

    /** A node's part of the whole tree: its share of its level, times those of the accounts above it. */
    private double share(int node) {
        double share = 1;
        for (int i = node; i > 0; i = tree.fsParent(i)) {
            share *= tree.hasParentShares(i) ? 1 : ofLevel(i);
        }
        return share;
    }

    private double ofLevel(int node) {
        return tree.levelShares(node) == 0 ? 0 : (double) tree.shares(node) / tree.levelShares(node);
    }

    /** The usage of a node as a multiple of its share of its level. */
    private double excess(int node) {
        double above = fairshare.raw(tree.fsParent(node));
        double used = above > 0 ? fairshare.raw(node) / above : 0;
        return used == 0 ? 0 : used / ofLevel(node);
    }

    private static double round(double multiple) {
        return Double.isInfinite(multiple)
                ? multiple
                : new java.math.BigDecimal(multiple)
                        .round(new java.math.MathContext(3))
                        .doubleValue();
    }

    private void lsf(int node, List<String> sentences) {
        int worst = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int i = node; i > 0; i = tree.parent(i)) {
            Level level = level(i);
            sentences.add(tree.path(i) + " has dynamic priority " + rounded(fairshare.factor(i)) + " with "
                    + Words.count(Math.max(0, tree.shares(i))) + " of " + Words.count(tree.levelShares(i))
                    + " shares, and is " + Words.ordinal(level.before + 1) + " of " + Words.count(level.size)
                    + " on its level.");
            double ratio = level.best > 0 ? fairshare.factor(i) / level.best : 1;
            if (ratio < least) {
                least = ratio;
                worst = i;
            }
        }
        if (least < 1) {
            sentences.add((worst == node ? "Its own use" : "The use of group " + tree.path(worst))
                    + " costs it most: its dynamic priority is " + Words.percent(least)
                    + " of the highest on its level.");
        } else {
            sentences.add("It and every group above it are the first on their levels.");
        }
    }

    private record Level(int size, int before, double best) {}

    private Level level(int node) {
        int size = 0;
        int before = 0;
        double best = 0;
        for (int i = tree.parent(node) + 1; i < tree.subtreeEnd(tree.parent(node)); i = tree.subtreeEnd(i)) {
            size++;
            before += fairshare.factor(i) > fairshare.factor(node) ? 1 : 0;
            best = Math.max(best, fairshare.factor(i));
        }
        return new Level(size, before, best);
    }

    private void moab(int node, List<String> sentences) {
        target(
                node,
                tree.isUser(node)
                        ? "User " + tree.id(node).user()
                        : "Account " + tree.id(node).account(),
                sentences);
        if (tree.isUser(node) && tree.parent(node) > 0) {
            int account = tree.parent(node);
            target(account, "Account " + tree.id(account).account(), sentences);
        }
    }

    private void target(int node, String who, List<String> sentences) {
        double used = fairshare.effectiveUsage(node);
        double target = fairshare.normShares(node);
        String usage = who + " used " + Words.percent(used) + " of what was delivered";
        if (Double.isNaN(target)) {
            sentences.add(usage + " and has no target.");
        } else {
            String points = rounded(round(100 * Math.abs(target - used))) + " percentage points ";
            sentences.add(usage + ", against a target of " + Words.percent(target) + ": "
                    + (used == target ? "exactly on target." : points + (used > target ? "above it." : "below it.")));
        }
    }
}
