package io.fairway.policies.explain;

import static io.fairway.policies.explain.Wording.rounded;

import io.fairway.core.priority.Component;
import io.fairway.core.priority.Factor;
import io.fairway.core.priority.FairshareTerm;
import io.fairway.core.priority.Form;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.priority.PriorityTerm;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The outlook of a waiting job: how its priority changes while it waits, and how far it is behind the job before it.
 *
 * <p>The priority record knows its value at every instant. Growth is that of the next day. When it passes another job is found
 * by {@link Overtaking}, for priorities that reach their bounds at different instants.
 *
 * @param name the job's name; empty if the reader may not see it
 * @param fairshare the record's input from the share tree; not a number if the record takes none
 * @param most the largest value that this input can have
 */
public record JobOutlook(String name, JobPriorityRecord record, double fairshare, double most) {
    private static final long HOUR = 3_600_000;
    private static final long DAY = 24 * HOUR;
    /** Records add more than this for jobs that go first whatever their priority. */
    private static final double BY_RULE = 1e11;

    private static final double CENTURY_HOURS = 100 * 366 * 24.0;

    /** The sum of the weighted terms; a component holds its own terms. */
    public static Sum sum(String of, double total, List<PriorityTerm> terms) {
        return new Sum(of, total, terms.stream().map(JobOutlook::part).toList());
    }

    private static Sum.Part part(PriorityTerm term) {
        List<Sum.Part> parts = term.parts().stream().map(JobOutlook::part).toList();
        // A component of one factor of its own name is that factor.
        boolean alone = parts.size() == 1 && parts.get(0).name().equals(term.name());
        return new Sum.Part(term.name(), term.weight(), term.value(), term.weighted(), alone ? List.of() : parts);
    }

    /**
     * The outlook.
     *
     * @param before the job just before this one in the order of the policy; {@code null} = none
     * @param at the instant of evaluation, epoch milliseconds
     */
    public Outlook of(String formula, Sum sum, @Nullable JobOutlook before, long at) {
        Outlook.Builder outlook = new Outlook.Builder();
        if (record.held()) {
            outlook.change("It is held: its priority is 0 until it is released.");
        }
        if (record.held()) {
            return growing(outlook, at).build(formula, sum);
        }
        if (before == null) {
            outlook.change("No job goes before it.");
        } else {
            behind(before, at, outlook);
        }
        return growing(outlook, at).build(formula, sum);
    }

    private Outlook.Builder growing(Outlook.Builder outlook, long at) {
        int growing = 0;
        for (Component component : record.components()) {
            growing += growth(component, at, outlook);
        }
        if (growing == 0) {
            outlook.recovery("Waiting does not change its priority.");
        }
        return outlook;
    }

    private void behind(JobOutlook before, long at, Outlook.Builder outlook) {
        double missing = before.record.sum(at, before.fairshare) - record.sum(at, fairshare);
        if (missing <= 0) {
            boolean equal = before.record.evaluate(at, before.fairshare) == record.evaluate(at, fairshare);
            outlook.change(before.who() + " goes before it "
                    + (equal ? "at equal priority." : "although its priority is lower: its queue is served first."));
            return;
        }
        if (missing >= BY_RULE) {
            outlook.change(before.who() + " goes before it by a rule of the scheduler, whatever their priorities.");
            return;
        }
        outlook.change(before.who() + " goes before it: its priority is " + rounded(missing) + " higher.");
        double weight = record.fairshareWeight();
        if (record.fairshareNode() != null && weight > 0 && !Double.isNaN(fairshare)) {
            outlook.change(makesUp(missing / weight));
        }
        double own = hourly(at);
        double other = before.hourly(at);
        long known = Math.min(record.validUntil(), before.record.validUntil());
        long until = Math.min(known - 1, at + (long) (CENTURY_HOURS * HOUR));
        OptionalLong reached = Overtaking.first(record, fairshare, before.record, before.fairshare, at, until);
        if (reached.isPresent()) {
            outlook.recovery("It catches up with " + before.whom() + " "
                    + Wording.after((reached.getAsLong() - at) / 1000.0, at)
                    + ", if both wait until then: in the next day it"
                    + " gains " + rounded(own) + " an hour, and " + before.whom() + " gains " + rounded(other) + ".");
        } else if (until < known - 1) {
            outlook.recovery("It does not pass " + before.whom() + " by waiting, however long.");
        } else {
            outlook.recovery("It does not pass " + before.whom() + " by waiting until " + Wording.instant(known)
                    + ", when one of their priorities changes by more than waiting.");
        }
    }

    /** What its fairshare would have to be for a priority that is higher by {@code needed} * weight. */
    private String makesUp(double needed) {
        boolean possible = fairshare + needed <= most;
        if (record.fairshareTerm() == FairshareTerm.RANK) {
            // The record's rank counts from the end: 1 is served last.
            String now = fairshare > 0
                    ? " (now place " + rounded(most - fairshare + 1) + " of " + rounded(most) + ")."
                    : " (now without a place).";
            return possible
                    ? "To make up for it, its user would have to move forward by " + rounded(needed)
                            + (needed == 1 ? " place" : " places") + now
                    : "No place of its user would make up for it" + now;
        }
        return possible
                ? "A fairshare value higher by " + rounded(needed) + " (now " + rounded(fairshare)
                        + ") would make up for it."
                : "No fairshare value would make up for it: it is " + rounded(fairshare) + " of at most "
                        + rounded(most) + ".";
    }

    private String who() {
        return name.isEmpty() ? "Another user's job" : "Job " + name;
    }

    private String whom() {
        return name.isEmpty() ? "that job" : "job " + name;
    }

    /** What it gains in an hour, over the next day. */
    private double hourly(long at) {
        return (record.sum(at + DAY, fairshare) - record.sum(at, fairshare)) / 24;
    }

    private int growth(Component component, long at, Outlook.Builder outlook) {
        int growing = 0;
        for (Factor factor : component.factors()) {
            if (component.weight() * factor.weight() == 0) {
                continue;
            }
            String how = how(factor, component.weight() * factor.weight(), at);
            if (how != null) {
                boolean own = factor.name().equals(component.name());
                List<String> words =
                        new ArrayList<>(List.of(own ? factor.name() : component.name() + " " + factor.name()));
                words.add(how + ". " + component.name() + " is " + rounded(component.at(at)) + " now and "
                        + rounded(component.at(at + DAY)) + " in a day.");
                outlook.recovery(String.join(" ", words));
                growing++;
            }
        }
        return growing;
    }

    /** How a factor changes from an instant on; {@code null} = it does not. */
    private static @Nullable String how(Factor factor, double weight, long at) {
        return switch (factor.form()) {
            case Form.Constant constant -> null;
            case Form.Ramp ramp -> ramp(ramp, Math.min(ramp.cap(), factor.cap()), weight, at);
            case Form.Step step ->
                step.increment() == 0 || Math.abs(step.at(at)) >= step.max()
                        ? null
                        : "gains " + rounded(weight * step.increment()) + " every "
                                + Wording.duration(step.every() / 1000.0)
                                + (isFar(step) ? "" : ", up to " + rounded(weight * step.max()));
            case Form.InverseSquare target ->
                (at < target.target()
                                ? "rises with the inverse square of the time to its target, "
                                : "missed its target, ")
                        + Wording.instant(target.target());
        };
    }

    /** Whether a step takes more than a century to its largest value. */
    private static boolean isFar(Form.Step step) {
        return step.max() / Math.abs(step.increment()) * step.every() > CENTURY_HOURS * HOUR;
    }

    private static @Nullable String ramp(Form.Ramp ramp, double cap, double weight, long at) {
        if (ramp.divisor() == 0) {
            return at >= ramp.start()
                    ? null
                    : "jumps to " + rounded(weight * cap) + " on " + Wording.instant(ramp.start());
        }
        double hourly = weight * HOUR / ramp.unit() / ramp.divisor();
        if (ramp.divisor() < 0) {
            return ramp.at(at) <= ramp.floor() ? null : "falls by " + rounded(-hourly) + " an hour";
        }
        if (ramp.at(at) >= cap) {
            return null;
        }
        String gains = "gains " + rounded(hourly) + " an hour";
        if (Double.isInfinite(cap)) {
            return gains;
        }
        double units = Math.ceil((cap - ramp.base()) * ramp.divisor());
        double end = ((double) Math.floorDiv(ramp.start(), ramp.unit()) + units) * ramp.unit();
        return gains + ", up to " + rounded(weight * cap) + " " + Wording.after((end - at) / 1000, at);
    }
}
