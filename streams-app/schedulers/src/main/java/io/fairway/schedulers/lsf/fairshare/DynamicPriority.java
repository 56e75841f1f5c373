package io.fairway.schedulers.lsf.fairshare;

import static io.fairway.core.policy.Term.in;
import static io.fairway.schedulers.lsf.config.LsfParameter.COMMITTED_RUN_TIME_FACTOR;
import static io.fairway.schedulers.lsf.config.LsfParameter.CPU_TIME_FACTOR;
import static io.fairway.schedulers.lsf.config.LsfParameter.ENABLE_HIST_RUN_TIME;
import static io.fairway.schedulers.lsf.config.LsfParameter.FAIRSHARE_ADJUSTMENT_FACTOR;
import static io.fairway.schedulers.lsf.config.LsfParameter.FWD_JOB_FACTOR;
import static io.fairway.schedulers.lsf.config.LsfParameter.GPU_RUN_TIME_FACTOR;
import static io.fairway.schedulers.lsf.config.LsfParameter.RUN_JOB_FACTOR;
import static io.fairway.schedulers.lsf.config.LsfParameter.RUN_TIME_FACTOR;

import io.fairway.core.policy.Term;
import io.fairway.schedulers.lsf.config.LsfParameter;
import java.util.ArrayList;
import java.util.List;

/**
 * LSF's dynamic user priority, of a user or a group: shares over use, above 0 and at most 100 times the shares.
 *
 * <pre>
 * priority = shares / max(0.01,
 *     cpu_time * CPU_TIME_FACTOR
 *   + (run_time + historical_run_time) * RUN_TIME_FACTOR
 *   + committed_run_time_left * COMMITTED_RUN_TIME_FACTOR
 *   + (1 + job_slots) * RUN_JOB_FACTOR
 *   + (1 + fwd_job_slots) * FWD_JOB_FACTOR
 *   + fairshare_adjustment * FAIRSHARE_ADJUSTMENT_FACTOR
 *   + (gpu_run_time + historical_gpu_run_time) * GPU_RUN_TIME_FACTOR
 *   + remote_fairshare_load)
 * </pre>
 *
 * <ol>
 *   <li>Times are hours, GPU times GPU-hours: the product of run time and GPUs is formed job by job.
 *   <li>Historical run time counts with ENABLE_HIST_RUN_TIME=Y, historical GPU run time as {@link
 *       DynamicPriorityParameters.GpuHistory} says.
 *   <li>Where FWD_JOB_FACTOR is not defined, the forwarded slots have no term at all, not even for the 1.
 *   <li>The GPU term belongs to the denominator. Two pages print it after the fraction. Use would then raise the
 *       priority, and the stated maximum of 100 times the shares would not hold.
 *   <li>A denominator below 0.01 is raised to 0.01. With all factors 0 the priority is 100 * shares (static priority).
 * </ol>
 *
 * <p>Source: IBM Spectrum LSF 10.1, Dynamic user priority; Configuring GPU run time; Committed run time weighting factor;
 * Global fair share dynamic user priority.
 *
 * @param priority larger is served first; only comparable among siblings
 * @param denominator the use that divides the shares, at least {@link #FLOOR}
 * @param terms the priority first, then the denominator, then its summands in the order of the formula
 */
public record DynamicPriority(double priority, double denominator, List<Term> terms) {
    /** The lowest denominator. */
    public static final double FLOOR = 0.01;

    public DynamicPriority {
        terms = List.copyOf(terms);
    }

    /**
     * The priority with its terms.
     *
     * @param shares number_shares at its level of the share tree, at least 1
     * @param adjustment the value of the adjustment plug-in, 0 without one
     */
    public static DynamicPriority evaluate(
            long shares, Consumption use, double adjustment, DynamicPriorityParameters parameters) {
        double denominator = denominator(use, adjustment, parameters);
        double priority = priority(shares, denominator);
        List<Term> terms = new ArrayList<>();
        terms.add(Term.of(
                "dynamicPriority",
                priority,
                "shares / denominator",
                in("shares", shares),
                in("denominator", Math.max(FLOOR, denominator))));
        terms.add(Term.of(
                "denominator",
                Math.max(FLOOR, denominator),
                denominator < FLOOR ? "the sum of the terms, raised to the minimum" : "the sum of the terms",
                in("sum", denominator),
                in("least", FLOOR)));
        terms.addAll(summands(use, adjustment, parameters));
        return new DynamicPriority(priority, Math.max(FLOOR, denominator), terms);
    }

    /** The priority alone. */
    static double priority(long shares, double denominator) {
        if (shares < 1) {
            throw new IllegalArgumentException("shares " + shares + ": must be a positive integer");
        }
        return shares / Math.max(FLOOR, denominator);
    }

    /** The sum of the terms, before {@link #FLOOR} applies; added in the order of the formula. */
    static double denominator(Consumption use, double adjustment, DynamicPriorityParameters p) {
        if (!Double.isFinite(adjustment)) {
            throw new IllegalArgumentException("fairshare adjustment " + adjustment + ": must be a finite number");
        }
        double history = p.isOn(ENABLE_HIST_RUN_TIME) ? use.historicalRunTime() : 0;
        double gpuHistory = p.countsGpuHistory() ? use.historicalGpuRunTime() : 0;
        double sum = use.cpuTime() * p.value(CPU_TIME_FACTOR)
                + (use.runTime() + history) * p.value(RUN_TIME_FACTOR)
                + use.committedRemainder() * p.value(COMMITTED_RUN_TIME_FACTOR)
                + (1 + use.jobSlots()) * p.value(RUN_JOB_FACTOR);
        if (p.isDefined(FWD_JOB_FACTOR)) {
            sum += (1 + use.forwardedSlots()) * p.value(FWD_JOB_FACTOR);
        }
        return sum
                + adjustment * p.value(FAIRSHARE_ADJUSTMENT_FACTOR)
                + (use.gpuRunTime() + gpuHistory) * p.value(GPU_RUN_TIME_FACTOR)
                + use.remoteLoad();
    }

    /**
     * The use that another cluster of a global fairshare policy reports: CPU time, run time, committed run time and job
     * slots by the same factors; historical run time only with ENABLE_HIST_RUN_TIME=Y.
     */
    public static double remoteLoad(Consumption remote, DynamicPriorityParameters p) {
        double history = p.isOn(ENABLE_HIST_RUN_TIME) ? remote.historicalRunTime() : 0;
        return remote.cpuTime() * p.value(CPU_TIME_FACTOR)
                + (remote.runTime() + history) * p.value(RUN_TIME_FACTOR)
                + remote.committedRemainder() * p.value(COMMITTED_RUN_TIME_FACTOR)
                + remote.jobSlots() * p.value(RUN_JOB_FACTOR);
    }

    private static List<Term> summands(Consumption use, double adjustment, DynamicPriorityParameters p) {
        double history = p.isOn(ENABLE_HIST_RUN_TIME) ? use.historicalRunTime() : 0;
        double gpuHistory = p.countsGpuHistory() ? use.historicalGpuRunTime() : 0;
        List<Term> terms = new ArrayList<>();
        terms.add(weighted("cpuTime", p, CPU_TIME_FACTOR, use.cpuTime(), in("cpuTimeHours", use.cpuTime())));
        terms.add(weighted(
                "runTime",
                p,
                RUN_TIME_FACTOR,
                use.runTime() + history,
                in("runTimeHours", use.runTime()),
                in("historicalRunTimeHours", history)));
        terms.add(weighted(
                "committedRunTime",
                p,
                COMMITTED_RUN_TIME_FACTOR,
                use.committedRemainder(),
                in("committedRunTimeLeftHours", use.committedRemainder())));
        terms.add(weighted(
                "jobSlots",
                p,
                RUN_JOB_FACTOR,
                (double) (1 + use.jobSlots()),
                in("slotsInUse", use.slotsInUse()),
                in("slotsSuspended", use.slotsSuspended()),
                in("slotsReserved", use.slotsReserved())));
        if (p.isDefined(FWD_JOB_FACTOR)) {
            terms.add(weighted(
                    "forwardedJobSlots",
                    p,
                    FWD_JOB_FACTOR,
                    (double) (1 + use.forwardedSlots()),
                    in("forwardedSlots", use.forwardedSlots())));
        }
        terms.add(weighted(
                "fairshareAdjustment",
                p,
                FAIRSHARE_ADJUSTMENT_FACTOR,
                adjustment,
                in("fairshareAdjustment", adjustment)));
        terms.add(weighted(
                "gpuRunTime",
                p,
                GPU_RUN_TIME_FACTOR,
                use.gpuRunTime() + gpuHistory,
                in("gpuRunTimeHours", use.gpuRunTime()),
                in("historicalGpuRunTimeHours", gpuHistory)));
        if (use.remoteLoad() > 0) {
            terms.add(Term.of(
                    "remoteFairshareLoad",
                    use.remoteLoad(),
                    "load reported by the other clusters, already weighted",
                    in("remoteFairshareLoad", use.remoteLoad())));
        }
        return terms;
    }

    private static Term weighted(
            String name, DynamicPriorityParameters p, LsfParameter factor, double value, Term.Input... inputs) {
        List<Term.Input> all = new ArrayList<>(List.of(inputs));
        all.add(in(factor.name(), p.value(factor)));
        return new Term(name, value * p.value(factor), rule(name) + " * " + factor.name(), all);
    }

    private static String rule(String name) {
        return switch (name) {
            case "runTime" -> "(run time + historical run time)";
            case "jobSlots" -> "(1 + slots in use, suspended and reserved)";
            case "forwardedJobSlots" -> "(1 + forwarded slots)";
            case "committedRunTime" -> "remaining committed run time";
            case "gpuRunTime" -> "(GPU run time + historical GPU run time), each job's time multiplied by its GPUs,";
            case "cpuTime" -> "decayed CPU time";
            default -> "adjustment of the plug-in";
        };
    }
}
