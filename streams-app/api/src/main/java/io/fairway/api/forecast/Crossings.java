package io.fairway.api.forecast;

import io.fairway.api.why.Places;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.SlurmTicks;
import io.fairway.policies.family.UsageTrend;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * When two nodes change places, in closed form.
 *
 * <ol>
 *   <li>While rates stay, usage is {@code c + d * x}, with one x for all nodes: the decay since the beginning, or the time if
 *       usage does not decay. Both constants follow from two evaluations.
 *   <li>Under Fair Tree, a node is before its sibling if {@code own usage * the other's shares} is less than the reverse. Under
 *       the classic factor, it is if effective usage over shares, times the usage of root, is less. Both differences are linear
 *       in x, so each pair crosses once at most.
 *   <li>Between two crossings of an association, or of an account above it, its place does not change. One look between each two
 *       is enough.
 * </ol>
 */
final class Crossings {
    private record Crossing(long at, long places) {}

    private final DecayLaw law;
    private final long start;
    private final long sample;
    private final double sampled;
    private final List<Crossing> crossings = new ArrayList<>();

    private Crossings(DecayLaw law, long start) {
        this.law = law;
        this.start = start;
        sample = start + (law.kind() == DecayLaw.Kind.NONE ? 86_400_000 : Math.max(law.millis(), law.period()));
        sampled = x(sample);
    }

    /**
     * The instants to look at.
     *
     * @param first the fairshare at {@code start}
     * @param end exclusive
     * @param most above this number of instants, it keeps only those that can reach the goal
     */
    static Set<Long> probes(
            Trajectory trajectory,
            UsageTrend usageTrend,
            DecayLaw law,
            Fairshare first,
            long start,
            long end,
            int most) {
        Crossings found = new Crossings(law, start);
        Fairshare second = trajectory.at(found.sample);
        if (usageTrend == UsageTrend.LEVELS) {
            found.levels(trajectory, first, second);
        } else {
            found.users(trajectory, first, second);
        }
        return found.between(trajectory, Places.of(first, trajectory.node()), end, most);
    }

    /** The part of usage at {@code start} that is left, 1 down to 0; without decay, the seconds since then. */
    private double x(long time) {
        if (law.kind() == DecayLaw.Kind.NONE) {
            return (time - start) / 1000.0;
        }
        double epochs = (double) (law.epoch(reading(time)) - law.epoch(reading(start)));
        return Line.unit(law, time)
                / Line.unit(law, start)
                * StrictMath.pow(2, -DecayLaw.HALF_LIVES_PER_EPOCH * epochs);
    }

    private long reading(long time) {
        return law.kind() == DecayLaw.Kind.SLURM_TICK ? SlurmTicks.lastPass(law, time) : time;
    }

    private void levels(Trajectory trajectory, Fairshare first, Fairshare second) {
        ShareTree tree = trajectory.tree();
        for (int own = trajectory.node(); own > 0; own = tree.fsParent(own)) {
            int above = tree.fsParent(own);
            for (int other = above + 1; other < tree.subtreeEnd(above); other++) {
                if (other == own || tree.fsParent(other) != above || tree.hasParentShares(other)) {
                    continue;
                }
                long users = 0;
                for (int i = other; i < tree.subtreeEnd(other); i++) {
                    users += tree.isUser(i) ? 1 : 0;
                }
                add(
                        first.raw(own) * tree.shares(other) - first.raw(other) * tree.shares(own),
                        second.raw(own) * tree.shares(other) - second.raw(other) * tree.shares(own),
                        users);
            }
        }
    }

    private void users(Trajectory trajectory, Fairshare first, Fairshare second) {
        ShareTree tree = trajectory.tree();
        int own = trajectory.node();
        for (int other = 1; other < tree.size(); other++) {
            if (other != own && tree.isUser(other) && first.normShares(other) > 0 && first.normShares(own) > 0) {
                add(merit(first, own) - merit(first, other), merit(second, own) - merit(second, other), 1);
            }
        }
    }

    private static double merit(Fairshare fairshare, int node) {
        return fairshare.effectiveUsage(node) * fairshare.raw(0) / fairshare.normShares(node);
    }

    /** A difference that is linear in x, at both instants; below 0 the association is before the {@code users}. */
    private void add(double first, double second, long users) {
        boolean decays = law.kind() != DecayLaw.Kind.NONE;
        double at = decays ? 1 : 0;
        double slope = (second - first) / (sampled - at);
        double crossing = at - first / slope;
        if (!Double.isFinite(crossing) || first == 0 || (decays ? !(crossing > 0 && crossing < 1) : !(crossing > 0))) {
            return;
        }
        double millis =
                decays ? (sample - start) * StrictMath.log(crossing) / StrictMath.log(sampled) : crossing * 1000;
        if (millis < 1e15) {
            crossings.add(new Crossing(start + (long) millis, first > 0 ? -users : users));
        }
    }

    private Set<Long> between(Trajectory trajectory, long placeNow, long end, int most) {
        crossings.sort(Comparator.comparingLong(Crossing::at));
        Set<Long> probes = new HashSet<>();
        long place = placeNow;
        for (int i = 0; i < crossings.size(); i++) {
            long at = crossings.get(i).at();
            place += crossings.get(i).places();
            long next = i + 1 < crossings.size() ? crossings.get(i + 1).at() : end;
            long middle = at + Math.max(1, (Math.min(next, end) - at) / 2);
            if (middle < end && (crossings.size() <= most || trajectory.wouldPass(place))) {
                probes.add(middle);
            }
        }
        return probes;
    }
}
