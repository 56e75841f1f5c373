package io.fairway.api.why;

import static io.fairway.policies.explain.Wording.number;
import static io.fairway.policies.explain.Wording.rounded;

import io.fairway.core.priority.FairshareTerm;
import io.fairway.core.priority.PriorityTerm;
import java.util.List;
import java.util.stream.Collectors;

/** The meaning of a term of a priority, in words. */
final class TermWords {
    private TermWords() {}

    /** The effect of the fairshare of a job's association. */
    static String fairshare(RankedJob job, PriorityTerm term, double most, List<Row> parts) {
        if (job.record().fairshareTerm() == FairshareTerm.RANK) {
            return walk(job, term.value(), most);
        }
        if (Double.isFinite(most) && most > 0 && term.weight() > 0) {
            double cost = term.weight() * (most - term.value());
            return "Fairshare " + rounded(term.value()) + " of " + number(most) + " gives " + rounded(term.weighted())
                    + " of " + number(term.weight() * most) + " points"
                    + (cost > 0 ? ": it costs " + rounded(cost) + "." : ".");
        }
        String made = parts.stream()
                .filter(part -> part.contribution() != 0)
                .map(part -> part.name() + " " + number(part.weight()) + " * " + rounded(part.value()))
                .collect(Collectors.joining(", "));
        double sum = 0;
        for (Row part : parts) {
            sum += part.contribution();
        }
        if (term.value() == 0 && sum != 0) {
            return "Fairshare gives 0 points because a target that is a ceiling or a floor is violated. These parts do not"
                    + " count: " + made + ".";
        }
        return "Fairshare" + adds(term) + " points: " + rounded(term.value()) + " at weight " + number(term.weight())
                + "." + (made.isEmpty() ? "" : " It is made of " + made + ".");
    }

    /** A queue with FAIRSHARE compares dynamic priorities level by level. Only the order of this walk compares all users. */
    private static String walk(RankedJob job, double rank, double users) {
        if (!(rank > 0)) {
            return "Its queue serves users in the order of the share tree. " + Words.owner(job)
                    + " has no place in this order.";
        }
        return "Its queue goes down the share tree and takes the group or user with the highest dynamic priority on every"
                + " level. In this order, " + Words.owner(job) + " is " + Words.ordinal((long) (users - rank) + 1)
                + " of " + Words.count((long) users) + (users == 1 ? " user" : " users") + ", "
                + Words.ordinal((long) rank) + " from the end.";
    }

    /** The effect of any other term. */
    static String component(PriorityTerm term) {
        return switch (term.name()) {
            case "beforePending" ->
                "It was migrated and goes before all jobs that were not: this" + adds(term) + " points.";
            case "systemFirst" ->
                "An operator gave it a priority that goes before all others: this" + adds(term) + " points.";
            default ->
                term.name() + adds(term) + " points" + inside(term)
                        + (term.weight() == 1
                                ? "."
                                : ": " + rounded(term.value()) + " at weight " + number(term.weight()) + ".");
        };
    }

    private static String inside(PriorityTerm term) {
        boolean alone = term.parts().size() == 1 && term.parts().get(0).name().equals(term.name());
        return alone || term.parts().isEmpty()
                ? ""
                : term.parts().stream()
                        .map(part -> part.name() + " " + rounded(part.weighted()))
                        .collect(Collectors.joining(", ", " (", ")"));
    }

    private static String adds(PriorityTerm term) {
        return (term.weighted() < 0 ? " takes away " : " gives ") + rounded(Math.abs(term.weighted()));
    }
}
