package io.fairway.api.forecast;

import io.fairway.api.why.Places;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareTree;
import io.fairway.policies.family.PolicyFamily;

/** An association's fairshare over time, under one policy and one state of usage; and whether it has passed a goal. */
final class Trajectory {
    private final PolicyFamily family;
    private final ShareTree tree;
    private final WhatIfUsage usage;
    private final int node;
    private final Goal goal;
    private final boolean rises;

    Trajectory(PolicyFamily family, ShareTree tree, WhatIfUsage usage, int node, Goal goal, boolean rises) {
        this.family = family;
        this.tree = tree;
        this.usage = usage;
        this.node = node;
        this.goal = goal;
        this.rises = rises;
    }

    ShareTree tree() {
        return tree;
    }

    int node() {
        return node;
    }

    Fairshare at(long time) {
        return family.view(tree, usage, time).fairshare();
    }

    boolean hasPassed(long time) {
        return hasPassed(at(time));
    }

    boolean hasPassed(Fairshare fairshare) {
        return switch (goal) {
            case Goal.Factor wanted -> hasPassed(fairshare.factor(node), wanted.value());
            // Of places the lesser one is higher.
            case Goal.Place wanted -> hasPassed((double) -Places.of(fairshare, node), (double) -wanted.value());
        };
    }

    /** Whether a place, as it is foreseen, passes the goal; a factor goal under ranks is a place as well. */
    boolean wouldPass(long place) {
        return switch (goal) {
            case Goal.Factor wanted -> hasPassed((tree.userCount() - place + 1.0) / tree.userCount(), wanted.value());
            case Goal.Place wanted -> hasPassed((double) -place, (double) -wanted.value());
        };
    }

    boolean isOfPlaces() {
        return goal instanceof Goal.Place;
    }

    private boolean hasPassed(double number, double wanted) {
        return rises ? number >= wanted : number <= wanted;
    }

    /** The first instant after {@code before}, where it has not, at which it has, if it does so once until {@code after}. */
    long firstPassed(long before, long after) {
        long low = before;
        long high = after;
        while (high - low > 1) {
            long middle = low + (high - low) / 2;
            if (hasPassed(middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }
}
