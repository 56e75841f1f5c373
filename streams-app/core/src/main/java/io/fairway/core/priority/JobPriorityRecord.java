package io.fairway.core.priority;

import io.fairway.core.model.NodeId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The priority of a waiting job at every instant: a closed grammar that any reader evaluates, given the fairshare factor of
 * the job's association, which travels on its own.
 *
 * <ol>
 *   <li>A held job has priority 0.
 *   <li>Otherwise the components are added up in their order, from 0; {@code fairshareWeight * factor} is added after the
 *       first {@code fairsharePosition} of them. The order matters: schedulers add doubles, and then truncate.
 *   <li>A factor that is not defined (not a number) counts as 0.
 *   <li>The sum is raised to {@code minimum}, lowered to {@code maximum}, and rounded.
 * </ol>
 *
 * @param components the summands that are known without usage
 * @param fairshareWeight weight of the fairshare factor; 0 = it does not count
 * @param fairsharePosition how many components are added before it, 0..number of components
 * @param fairshareNode whose factor counts; {@code null} if none does
 * @param rounding the scheduler's
 * @param minimum lowest priority of a job that is not held; may be negative infinity
 * @param maximum highest priority; may be infinity
 * @param held whether the job must not start
 * @param validUntil epoch milliseconds from which on another record holds; {@link #FOREVER} if time alone changes nothing
 */
public record JobPriorityRecord(
        List<Component> components,
        double fairshareWeight,
        int fairsharePosition,
        @Nullable NodeId fairshareNode,
        Rounding rounding,
        double minimum,
        double maximum,
        boolean held,
        long validUntil) {
    /** No end of validity. */
    public static final long FOREVER = Long.MAX_VALUE;

    public JobPriorityRecord {
        components = List.copyOf(components);
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

    /**
     * The priority at an instant.
     *
     * @param time epoch milliseconds, before {@link #validUntil}
     * @param fairshareFactor of {@link #fairshareNode}; anything if there is none
     */
    public double evaluate(long time, double fairshareFactor) {
        return held ? 0 : rounding.apply(Form.clamp(sum(time, fairshareFactor), minimum, maximum));
    }

    /** The sum at an instant, before it is bounded and rounded; for people. */
    public double sum(long time, double fairshareFactor) {
        double sum = 0;
        for (int i = 0; i < components.size(); i++) {
            if (i == fairsharePosition) {
                sum += fairshareWeight * defined(fairshareFactor);
            }
            sum += components.get(i).at(time);
        }
        return fairsharePosition == components.size() ? sum + fairshareWeight * defined(fairshareFactor) : sum;
    }

    /** The summands at an instant, in the order in which they are added. */
    public List<Term> terms(long time, double fairshareFactor) {
        List<Term> terms = new ArrayList<>();
        for (Component component : components) {
            terms.add(component.term(time));
        }
        if (fairshareNode != null) {
            terms.add(fairsharePosition, Term.of("fairshare", fairshareWeight, defined(fairshareFactor)));
        }
        return terms;
    }

    private static double defined(double factor) {
        return Double.isNaN(factor) ? 0 : factor;
    }
}
