package io.fairway.core.priority;

import io.fairway.core.model.NodeId;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The priority of a waiting job at every instant: a closed grammar that any reader evaluates. A reader needs one number
 * beside it: the fairshare factor or Slurm's rank of the job's association, which is published on its own.
 *
 * <ol>
 *   <li>A held job has priority 0.
 *   <li>Otherwise the components are added up in their order, from 0. {@code fairshareWeight} times the fairshare
 *       number is added after the first {@code fairsharePosition} of them. The order matters: schedulers add doubles,
 *       and then truncate.
 *   <li>An undefined fairshare number (not a number) counts as 0.
 *   <li>The sum is raised to {@code minimum}, lowered to {@code maximum}, and rounded.
 *   <li>Of two jobs of equal priority, the one whose {@code then} has the greater sum goes first; {@link Standing} has
 *       the whole order.
 * </ol>
 *
 * @param components the summands that do not depend on usage
 * @param fairshareWeight weight of the fairshare number; 0 = it does not count
 * @param fairsharePosition how many components are added before it, 0..number of components
 * @param fairshareTerm which number of {@code fairshareNode} counts
 * @param fairshareNode the node whose number counts; {@code null} for none
 * @param rounding the scheduler's rounding
 * @param minimum lowest priority of a job that is not held; may be negative infinity
 * @param maximum highest priority; may be infinity
 * @param held whether the job must not start
 * @param rejectsNegative whether the job must not start while its priority is below 0
 * @param validUntil epoch milliseconds from which another record replaces this one; {@link #FOREVER} if time alone
 *     changes nothing
 * @param then orders jobs of equal priority: summed in their order, from 0; empty = 0
 */
@RecordBuilder
public record JobPriorityRecord(
        List<Component> components,
        double fairshareWeight,
        int fairsharePosition,
        FairshareTerm fairshareTerm,
        @Nullable NodeId fairshareNode,
        Rounding rounding,
        double minimum,
        double maximum,
        boolean held,
        boolean rejectsNegative,
        long validUntil,
        List<Component> then)
        implements JobPriorityRecordBuilder.With {
    /** No end of validity. */
    public static final long FOREVER = Long.MAX_VALUE;

    public JobPriorityRecord {
        components = List.copyOf(components);
        then = List.copyOf(then);
        if (!Double.isFinite(fairshareWeight)) {
            throw new IllegalArgumentException("fairshare weight " + fairshareWeight + ": must be finite");
        }
        if (fairsharePosition < 0 || fairsharePosition > components.size()) {
            throw new IllegalArgumentException(
                    "fairshare position " + fairsharePosition + ": must be 0 to " + components.size());
        }
        if (!(minimum <= maximum)) {
            throw new IllegalArgumentException(
                    "priority range " + minimum + " to " + maximum + ": the minimum must not exceed the maximum");
        }
    }

    /** A record with the fairshare factor, without a number that orders jobs of equal priority. */
    public JobPriorityRecord(
            List<Component> components,
            double fairshareWeight,
            int fairsharePosition,
            @Nullable NodeId fairshareNode,
            Rounding rounding,
            double minimum,
            double maximum,
            boolean held,
            long validUntil) {
        this(
                components,
                fairshareWeight,
                fairsharePosition,
                FairshareTerm.FACTOR,
                fairshareNode,
                rounding,
                minimum,
                maximum,
                held,
                false,
                validUntil,
                List.of());
    }

    /**
     * The priority at an instant.
     *
     * @param time epoch milliseconds, before {@link #validUntil}
     * @param fairshare the number of {@link #fairshareNode} that {@link #fairshareTerm} names; any number without a
     *     node
     */
    public double evaluate(long time, double fairshare) {
        return held ? 0 : rounding.apply(Form.clamp(sum(time, fairshare), minimum, maximum));
    }

    /** Whether a job of this priority may start, as far as the record goes. */
    public boolean mayStart(double priority) {
        return !held && !(rejectsNegative && priority < 0);
    }

    /** The sum at an instant, without bounds and rounding; for people. */
    public double sum(long time, double fairshare) {
        double sum = 0;
        for (int i = 0; i < components.size(); i++) {
            if (i == fairsharePosition) {
                sum += fairshareWeight * defined(fairshare);
            }
            sum += components.get(i).at(time);
        }
        return fairsharePosition == components.size() ? sum + fairshareWeight * defined(fairshare) : sum;
    }

    /** The summands at an instant, in the order of addition. */
    public List<PriorityTerm> terms(long time, double fairshare) {
        List<PriorityTerm> terms = new ArrayList<>();
        for (Component component : components) {
            terms.add(component.term(time));
        }
        if (fairshareNode != null) {
            String name = fairshareTerm == FairshareTerm.RANK ? "fairshare rank" : "fairshare";
            terms.add(fairsharePosition, PriorityTerm.of(name, fairshareWeight, defined(fairshare)));
        }
        return terms;
    }

    /** The number that orders jobs of equal priority at an instant: the greater one goes first. */
    public double thenAt(long time) {
        double sum = 0;
        for (int i = 0; i < then.size(); i++) {
            sum += then.get(i).at(time);
        }
        return sum;
    }

    /** The summands of {@link #thenAt} at an instant, in the order of addition. */
    public List<PriorityTerm> thenTerms(long time) {
        return then.stream().map(component -> component.term(time)).toList();
    }

    private static double defined(double number) {
        return Double.isNaN(number) ? 0 : number;
    }
}
