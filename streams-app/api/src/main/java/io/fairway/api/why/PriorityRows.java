package io.fairway.api.why;

import static io.fairway.policies.explain.Wording.number;

import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.priority.PriorityTerm;
import io.fairway.core.priority.Rounding;
import io.fairway.schedulers.moab.config.PriorityComponent;
import java.util.ArrayList;
import java.util.List;

/**
 * A priority as rows that add up to it, exactly.
 *
 * <ol>
 *   <li>The weighted terms in the order in which the scheduler adds them: their sum is {@link JobPriorityRecord#sum}.
 *   <li>A hold, or a bound that changed the sum: the new number less the sum. If no double is that difference (the sum is so
 *       large that the bound is lost in its last digit), there are two rows: one takes the sum away, one adds the bound.
 *   <li>The part that rounding takes away. It is always a double: both numbers are multiples of the last digit of the larger
 *       one.
 * </ol>
 *
 * <p>Adding cannot take an infinite sum away: the bound row of such a job has no contribution.
 */
final class PriorityRows {
    private static final String MOABS = PriorityComponent.FS.label();

    private final List<Row> rows = new ArrayList<>();
    private double sum;

    private PriorityRows() {}

    /**
     * The rows of a job.
     *
     * @param mostFairshare the largest value that {@link RankedJob#fairshare} can have; infinity = there is none
     * @param parts the weighted summands of the job's fairshare; empty if it is no weighted sum, or they are not known
     */
    static List<Row> of(RankedJob job, double mostFairshare, List<Row> parts, long at) {
        PriorityRows rows = new PriorityRows();
        JobPriorityRecord record = job.record();
        List<PriorityTerm> terms = record.terms(at, job.fairshare());
        for (int i = 0; i < terms.size(); i++) {
            boolean fairshare = record.fairshareNode() != null && i == record.fairsharePosition();
            rows.add(
                    fairshare
                            ? term(
                                    taken(terms.get(i), parts),
                                    Row.Kind.FAIRSHARE,
                                    TermWords.fairshare(job, terms.get(i), mostFairshare, parts))
                            : term(terms.get(i), Row.Kind.COMPONENT, TermWords.component(terms.get(i))));
        }
        rows.bound(record);
        rows.round(job.priority(at), record);
        return rows.rows;
    }

    private void add(Row row) {
        rows.add(row);
        sum += row.contribution();
    }

    private static PriorityTerm taken(PriorityTerm term, List<Row> parts) {
        return new PriorityTerm(
                term.name(),
                term.weight(),
                term.value(),
                term.weighted(),
                parts.stream()
                        .map(part -> new PriorityTerm(
                                part.name(), part.weight(), part.value(), part.contribution(), List.of()))
                        .toList());
    }

    private static Row term(PriorityTerm term, Row.Kind kind, String sentence) {
        List<Row> parts = new ArrayList<>();
        double values = 0;
        for (PriorityTerm part : term.parts()) {
            parts.add(new Row(
                    part.name(),
                    part.weight(),
                    part.value(),
                    term.weight() * part.weighted(),
                    "",
                    Row.Kind.COMPONENT,
                    "",
                    List.of()));
            values += part.weighted();
        }
        if (parts.size() == 1 && values == term.value() && parts.get(0).name().equals(term.name())) {
            parts.clear(); // A component of one factor of its own name is that factor.
        }
        if (!term.parts().isEmpty() && values != term.value()) {
            double over = term.weight() * (term.value() - values);
            boolean violated = term.value() == 0
                    && (kind == Row.Kind.FAIRSHARE || term.name().equals(MOABS));
            String name = violated ? "violation" : values > term.value() ? "cap" : "floor";
            String why = violated
                    ? "A ceiling or a floor is violated: the whole component is 0."
                    : number(term.value()) + (values > term.value() ? " is the most" : " is the least") + " that "
                            + term.name() + " can be.";
            parts.add(Row.step(name, over, Row.Kind.BOUND, why));
        }
        return new Row(
                term.name(), term.weight(), term.value(), term.weighted(), "weight * value", kind, sentence, parts);
    }

    private void bound(JobPriorityRecord record) {
        if (record.held()) {
            become(0, "held", "A held job has priority 0.");
            return;
        }
        double least = record.minimum();
        double most = record.maximum();
        if (record.rounding() == Rounding.SLURM_U32) {
            least = Math.min(Math.max(least, 0), Rounding.U32_MAX);
            most = Math.max(0, Math.min(most, Rounding.U32_MAX));
        }
        // As the record clamps: the maximum first, then the minimum.
        if (sum > most) {
            become(most, "maximum", number(most) + " is the highest priority.");
        }
        if (sum < least) {
            become(least, "minimum", number(least) + " is the lowest priority of a job that is not held.");
        }
    }

    /** Adds rows after which the sum is {@code to}. */
    private void become(double to, String name, String sentence) {
        if (sum == to) {
            return;
        }
        double difference = to - sum;
        if (Double.isInfinite(difference) || sum + difference != to) {
            if (Double.isInfinite(sum)) {
                rows.add(Row.step(name, Double.NaN, Row.Kind.BOUND, sentence));
                sum = to;
                return;
            }
            add(Row.step(name + ": instead of the sum", -sum, Row.Kind.BOUND, sentence));
            difference = to;
        }
        add(Row.step(name, difference, Row.Kind.BOUND, sentence));
    }

    private void round(double priority, JobPriorityRecord record) {
        if (sum == priority) {
            return;
        }
        String sentence = switch (record.rounding()) {
            case SLURM_U32, MOAB -> "Priorities are whole numbers: the fraction is cut off.";
            case LSF -> "";
        };
        add(Row.step("rounding", priority - sum, Row.Kind.ROUNDING, sentence));
    }
}
