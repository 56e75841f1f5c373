package io.fairway.api.why;

import static io.fairway.policies.explain.Wording.number;

import io.fairway.core.priority.FairshareTerm;
import io.fairway.core.priority.PriorityTerm;
import java.util.List;
import java.util.stream.Collectors;

/** What a term of a priority means, in words. */
final class TermWords {
    private TermWords() {}

    /** What the fairshare of a job's association does to it. */
    static String fairshare(RankedJob job, PriorityTerm term, double most, List<Row> parts) {
        if (job.record().fairshareTerm() == FairshareTerm.RANK) {
            return walk(job, term.value(), most);
        }
        if (Double.isFinite(most) && most > 0 && term.weight() > 0) {
            double cost = term.weight() * (most - term.value());
            return "Fair share " + number(term.value()) + " of " + number(most) + " gives " + number(term.weighted())
                    + " of " + number(term.weight() * most) + " points"
                    + (cost > 0 ? ", and so costs " + number(cost) + "." : ".");
        }
        String made = parts.stream()
                .filter(part -> part.contribution() != 0)
                .map(part -> part.name() + " " + number(part.weight()) + " * " + number(part.value()))
                .collect(Collectors.joining(", "));
        double sum = 0;
        for (Row part : parts) {
            sum += part.contribution();
        }
        if (term.value() == 0 && sum != 0) {
            return "Fair share gives 0 points: a target that is a ceiling or a floor is violated, and so nothing counts of "
                    + made + ".";
        }
        return "Fair share" + adds(term) + " points: " + number(term.value()) + " at weight " + number(term.weight())
                + (made.isEmpty() ? "." : ", which is made of " + made + ".");
    }

    /** A queue with FAIRSHARE compares dynamic priorities level by level: only the order of that walk compares all users. */
    private static String walk(RankedJob job, double rank, double users) {
        if (!(rank > 0)) {
            return "Its queue serves users in the order of the share tree, in which " + Words.owner(job)
                    + " has no place.";
        }
        return "Its queue goes down the share tree, and on every level takes the group or user of the highest dynamic"
                + " priority. In this order " + Words.owner(job) + " is " + Words.ordinal((long) (users - rank) + 1)
                + " of "
                + Words.count((long) users) + (users == 1 ? " user" : " users") + ": rank " + number(rank)
                + ", where the highest is served first.";
    }

    /** What any other term does. */
    static String component(PriorityTerm term) {
        return switch (term.name()) {
            case "beforePending" ->
                "It was migrated, and goes before all jobs that were not: this" + adds(term) + " points.";
            case "systemFirst" ->
                "An operator gave it a priority that goes before all others: this" + adds(term) + " points.";
            default ->
                term.name() + adds(term) + " points" + inside(term)
                        + (term.weight() == 1
                                ? "."
                                : ": " + number(term.value()) + " at weight " + number(term.weight()) + ".");
        };
    }

    private static String inside(PriorityTerm term) {
        boolean alone = term.parts().size() == 1 && term.parts().get(0).name().equals(term.name());
        return alone || term.parts().isEmpty()
                ? ""
                : term.parts().stream()
                        .map(part -> part.name() + " " + number(part.weighted()))
                        .collect(Collectors.joining(", ", " (", ")"));
    }

    private static String adds(PriorityTerm term) {
        return (term.weighted() < 0 ? " takes away " : " gives ") + number(Math.abs(term.weighted()));
    }
}
