package io.fairway.schedulers.slurm.multifactor;

import static io.fairway.core.policy.Term.in;

import io.fairway.core.policy.Term;
import io.fairway.core.priority.Component;
import io.fairway.core.priority.Factor;
import io.fairway.core.priority.Form;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.priority.Rounding;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Slurm's multifactor job priority: age, association, fairshare, job size, partition, QOS, TRES, site factor and nice.
 *
 * <p>priority = trunc(max(minimum, W_age*age + W_assoc*assoc + W_fs*fairshare + W_js*jobsize + W_part*partition + W_qos*qos +
 * sum of W_t*tres_t + site - nice)), at most 4294967295, added in this order in doubles and truncated once.
 *
 * <ol>
 *   <li>A held job and a job of direct priority 0 have priority 0.
 *   <li>Age is min(1, time that counts / PriorityMaxAge) in whole seconds; {@link AgeClock} gives the start.
 *   <li>Association, partition and QOS: priority / the largest one, 0 where that is 0; raw with NO_NORMAL_*. In dialect
 *       2.0 the partition and QOS factors are already 0..1.
 *   <li>Job size: {@link JobSizeFactor}.
 *   <li>TRES: count / count of that resource in the job's partition; the raw count with NO_NORMAL_TRES.
 *   <li>A job for several partitions has one priority in each.
 *   <li>The minimum is 1 (22.05), 0 (2.0 as documented) or 2 (2.0.5, compatible); with INCR_ONLY also the previous
 *       priority.
 *   <li>A direct priority replaces the sum. Nothing changes it, not even nice.
 *   <li>2.0.5, compatible: before its begin time a job has priority 1.
 * </ol>
 *
 * <p>Source: Slurm 22.05 priority_multifactor; Slurm 2.0 multifactor priority page of June 2009. The order of the sum is
 * that of the released code.
 *
 * <p>Where we differ: slurmctld computes priorities at its passes, and nothing ages in between. A record here is valid
 * at any instant, and gives Slurm's integer at the second of a pass.
 */
public final class MultifactorPriority {
    /** The formula in one line. */
    public static final String FORMULA = "priority = sum of weight * factor over the terms, a whole number of 32 bits";

    private MultifactorPriority() {}

    /**
     * The record of a job in one partition.
     *
     * @param now epoch milliseconds from which the record holds
     */
    public static JobPriorityRecord evaluate(
            PendingJob job, String partition, PriorityContext context, MultifactorParameters parameters, long now) {
        Long direct = job.directPriority();
        if (direct != null) {
            return constant("direct", direct, job.held(), JobPriorityRecord.FOREVER);
        }
        AgeClock age = AgeClock.of(parameters.ageRule(), job.facts());
        Long since = age.since();
        if (parameters.compatible() && !job.held() && since != null && since > now) {
            return constant("begin", 1, false, since);
        }
        return sum(job, age, new MultifactorFactors(job, partition, context, parameters), parameters);
    }

    /** The factors of a job in one partition at {@code now}, each with its inputs and rule; without fairshare. */
    public static List<Term> explain(
            PendingJob job, String partition, PriorityContext context, MultifactorParameters parameters, long now) {
        Long direct = job.directPriority();
        if (direct != null) {
            return List.of(Term.of("direct", direct, "set by an operator; nothing else counts"));
        }
        MultifactorFactors factors = new MultifactorFactors(job, partition, context, parameters);
        List<Term> terms = new ArrayList<>();
        terms.add(ageTerm(AgeClock.of(parameters.ageRule(), job.facts()), parameters, now));
        terms.add(factors.association());
        terms.add(factors.jobSize());
        terms.add(factors.partitionFactor());
        terms.add(factors.qos());
        terms.addAll(factors.tres());
        terms.add(Term.of("site", (double) job.siteFactor(), "added as it is"));
        terms.add(Term.of("nice", (double) job.nice(), "subtracted as it is"));
        return terms;
    }

    private static Term ageTerm(AgeClock age, MultifactorParameters parameters, long now) {
        Long since = age.since();
        double running = since == null ? 0 : Math.max(0, now - since) / 1000.0;
        return Term.of(
                "age",
                age.form(parameters.maxAgeSeconds()).at(now),
                since == null
                        ? "seconds accrued / PriorityMaxAge, at most 1; age does not count at present"
                        : "seconds for which age counted / PriorityMaxAge, at most 1",
                in("accruedSeconds", age.accruedMillis() / 1000.0),
                in("runningSeconds", running),
                in("maxAgeSeconds", parameters.maxAgeSeconds()));
    }

    private static JobPriorityRecord sum(
            PendingJob job, AgeClock age, MultifactorFactors factors, MultifactorParameters parameters) {
        MultifactorParameters.Weights weights = parameters.weights();
        List<Component> components = new ArrayList<>();
        if (weights.age() != 0) {
            components.add(Component.of("age", (double) weights.age(), age.form(parameters.maxAgeSeconds())));
        }
        add(components, weights.association(), factors.association());
        int fairsharePosition = components.size();
        add(components, weights.jobSize(), factors.jobSize());
        add(components, weights.partition(), factors.partitionFactor());
        add(components, weights.qos(), factors.qos());
        if (!parameters.tresWeights().isEmpty()) {
            components.add(tres(factors, parameters));
        }
        if (job.siteFactor() != 0) {
            components.add(Component.of("site", 1, new Form.Constant(job.siteFactor())));
        }
        if (job.nice() != 0) {
            components.add(Component.of("nice", -1, new Form.Constant(job.nice())));
        }
        return new JobPriorityRecord(
                components,
                weights.fairshare(),
                fairsharePosition,
                weights.fairshare() == 0 ? null : job.association(),
                Rounding.SLURM_U32,
                minimum(job, parameters),
                Rounding.U32_MAX,
                job.held(),
                JobPriorityRecord.FOREVER);
    }

    private static void add(List<Component> components, long weight, Term factor) {
        if (weight != 0) {
            components.add(Component.of(factor.name(), (double) weight, new Form.Constant(factor.value())));
        }
    }

    private static Component tres(MultifactorFactors factors, MultifactorParameters parameters) {
        List<Factor> parts = new ArrayList<>();
        for (Map.Entry<String, BigDecimal> weight :
                parameters.tresWeights().asMap().entrySet()) {
            double factor = factors.tres(weight.getKey()).value();
            parts.add(Factor.of(weight.getKey(), weight.getValue().doubleValue(), new Form.Constant(factor)));
        }
        return Component.of("tres", 1, parts);
    }

    private static double minimum(PendingJob job, MultifactorParameters parameters) {
        return neverFalls(job, parameters) ? Math.max(parameters.minimum(), job.lastPriority()) : parameters.minimum();
    }

    /** Whether the job's priority must not fall: INCR_ONLY, and neither a hold nor an operator decides. */
    public static boolean neverFalls(PendingJob job, MultifactorParameters parameters) {
        return parameters.has(PriorityFlag.INCR_ONLY) && job.directPriority() == null && !job.held();
    }

    private static JobPriorityRecord constant(String name, long value, boolean held, long validUntil) {
        return constant(List.of(Component.of(name, 1, new Form.Constant(value))), 0, held, validUntil);
    }

    /** A record to which fairshare does not belong. */
    static JobPriorityRecord constant(List<Component> components, double minimum, boolean held, long validUntil) {
        return new JobPriorityRecord(
                components,
                0,
                components.size(),
                null,
                Rounding.SLURM_U32,
                minimum,
                Rounding.U32_MAX,
                held,
                validUntil);
    }
}
