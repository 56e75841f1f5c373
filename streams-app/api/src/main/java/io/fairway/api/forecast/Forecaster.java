package io.fairway.api.forecast;

import static io.fairway.policies.explain.Wording.number;
import static io.fairway.policies.explain.Wording.rounded;

import io.fairway.api.forecast.Forecast.Direction;
import io.fairway.api.why.Places;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareTree;
import io.fairway.policies.explain.Wording;
import io.fairway.policies.family.PolicyFamily;
import io.fairway.policies.family.UsageReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Finds when an association passes a factor or a place, in either direction. It computes the exact usage at the instants that
 * matter, and bisects to the millisecond. It never steps through time.
 *
 * <p>The known changes (ends of jobs, resets) cut time into stages. The course of the policy gives the instants to look at
 * within a stage, see {@link Probes}. Between two neighbours, it assumes one crossing at most.
 */
public final class Forecaster {
    /**
     * A question about an association.
     *
     * @param tree as the policy sees it
     * @param usage as of {@code from}
     * @param condition the assumption behind {@code changes}, for the sentence
     * @param changes the coming changes of usage, see {@link Changes}
     * @param nextReset when the next reset of usage after an instant is; {@link Long#MAX_VALUE} = never
     * @param from now, epoch milliseconds
     */
    public record Question(
            PolicyFamily family,
            ShareTree tree,
            UsageReader usage,
            NodeId association,
            Goal goal,
            Condition condition,
            List<UsageChange> changes,
            LongUnaryOperator nextReset,
            long from) {
        public Question {
            changes = changes.stream()
                    .sorted(Comparator.comparingLong(UsageChange::at))
                    .toList();
        }
    }

    private final Question question;
    private final int node;
    private final Fairshare now;
    private final WhatIfUsage usage;

    private Forecaster(Question question) {
        this.question = question;
        node = question.tree().find(question.association());
        if (node < 0) {
            throw new IllegalArgumentException("association " + question.association() + ": is not in share tree "
                    + question.tree().tree());
        }
        usage = new WhatIfUsage(question.usage(), question.family().measures());
        now = question.family()
                .view(question.tree(), question.usage(), question.from())
                .fairshare();
    }

    /**
     * The forecast.
     *
     * @throws IllegalArgumentException if the association is not in the tree
     */
    public static Forecast of(Question question) {
        return new Forecaster(question).forecast();
    }

    private Forecast forecast() {
        double value = value(now);
        double wanted = wanted();
        if (Double.isNaN(value)) {
            return answer(
                    Direction.THERE,
                    -1,
                    question.tree().path(node)
                            + (question.goal() instanceof Goal.Place
                                    ? " has no place: only users have one."
                                    : " has no factor under this policy."));
        }
        if (value == wanted) {
            return answer(Direction.THERE, question.from(), "It is at " + goal() + " now.");
        }
        Direction direction = value < wanted ? Direction.RISES : Direction.FALLS;
        Trajectory trajectory = new Trajectory(
                question.family(), question.tree(), usage, node, question.goal(), direction == Direction.RISES);
        Probes probes = new Probes(question.family(), trajectory);
        List<Long> stages = stages(probes.horizon(lastChange()));
        int applied = apply(0, question.from());
        Fairshare at = trajectory.at(question.from());
        long start = question.from();
        for (int stage = 0; stage < stages.size(); stage++) {
            long end = stages.get(stage);
            if (trajectory.hasPassed(at)) {
                return reached(direction, start);
            }
            long before = start;
            for (long probe : probes.of(at, start, end, stages.size())) {
                at = trajectory.at(probe);
                if (trajectory.hasPassed(at)) {
                    return reached(direction, trajectory.firstPassed(before, probe));
                }
                before = probe;
            }
            if (stage + 1 < stages.size()) {
                applied = apply(applied, end);
                if (isReset(end)) {
                    usage.reset(end);
                }
                at = trajectory.at(end);
                start = end;
            }
        }
        return never(direction, at);
    }

    private long lastChange() {
        List<UsageChange> changes = question.changes();
        return changes.isEmpty()
                ? question.from()
                : Math.max(question.from(), changes.get(changes.size() - 1).at());
    }

    /** The ends of stages: changes, resets, and the horizon for the last one. */
    private List<Long> stages(long horizon) {
        java.util.TreeSet<Long> ends = new java.util.TreeSet<>();
        question.changes().forEach(change -> ends.add(change.at()));
        long end = horizon;
        long reset = question.from();
        // After the last change, everything repeats from the third reset on.
        for (int late = 0; late < 3; late += reset > lastChange() ? 1 : 0) {
            reset = question.nextReset().applyAsLong(reset);
            if (reset >= horizon) {
                break;
            }
            ends.add(reset);
            end = late == 2 ? reset : end;
        }
        ends.removeIf(each -> each <= question.from());
        List<Long> stages = new ArrayList<>(ends.headSet(end));
        stages.add(end);
        return stages;
    }

    private boolean isReset(long instant) {
        return question.nextReset().applyAsLong(instant - 1) == instant;
    }

    /** Applies the changes until an instant, inclusive; those before index {@code from} are applied already. */
    private int apply(int from, long until) {
        int next = from;
        while (next < question.changes().size() && question.changes().get(next).at() <= until) {
            usage.apply(question.changes().get(next++));
        }
        return next;
    }

    private double value(Fairshare fairshare) {
        if (question.goal() instanceof Goal.Factor) {
            return fairshare.factor(node);
        }
        long place = Places.of(fairshare, node);
        return place == 0 ? Double.NaN : (double) -place;
    }

    private double wanted() {
        return switch (question.goal()) {
            case Goal.Factor factor -> factor.value();
            case Goal.Place place -> (double) -place.value();
        };
    }

    private String goal() {
        return switch (question.goal()) {
            case Goal.Factor factor -> "factor " + number(factor.value());
            case Goal.Place place -> "place " + place.value();
        };
    }

    private String better() {
        return question.goal() instanceof Goal.Place ? "before" : "above";
    }

    private String what(Fairshare fairshare) {
        return switch (question.goal()) {
            case Goal.Factor factor -> "factor " + rounded(fairshare.factor(node));
            case Goal.Place place -> "place " + Places.of(fairshare, node);
        };
    }

    private Forecast reached(Direction direction, long at) {
        String when = at == question.from()
                ? " at once"
                : " " + Wording.after((at - question.from()) / 1000.0, question.from());
        return answer(
                direction,
                at,
                "It " + (direction == Direction.RISES ? "rises" : "falls") + " from " + what(now) + " to " + goal()
                        + when + ", " + question.condition().words() + ".");
    }

    private Forecast never(Direction direction, Fairshare last) {
        double end = value(last);
        boolean stays = Math.abs(end - value(now)) <= 1e-9 * Math.max(1, Math.abs(end));
        if (direction == Direction.FALLS) {
            return answer(
                    Direction.HOLDS,
                    -1,
                    "It holds: it is at " + what(now) + ", " + better() + " " + goal() + ", and "
                            + (stays ? "stays there" : "tends to " + what(last)) + ", "
                            + question.condition().words() + ".");
        }
        return answer(
                direction,
                -1,
                "It never " + (direction == Direction.RISES ? "rises" : "falls") + " to " + goal() + ", "
                        + question.condition().words() + ": "
                        + (stays ? "it stays at " + what(now) : "it is at " + what(now) + " and tends to " + what(last))
                        + ".");
    }

    private Forecast answer(Direction direction, long at, String reason) {
        return new Forecast(at >= 0, at, now.factor(node), Places.of(now, node), direction, reason);
    }
}
