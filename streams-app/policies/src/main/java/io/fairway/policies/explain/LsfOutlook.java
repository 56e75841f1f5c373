package io.fairway.policies.explain;

import static io.fairway.policies.explain.Wording.number;

import io.fairway.core.policy.Term;
import io.fairway.schedulers.lsf.Consumption;
import io.fairway.schedulers.lsf.DynamicPriority;
import io.fairway.schedulers.lsf.DynamicPriorityParameters;
import io.fairway.schedulers.lsf.HistoryDecay;
import io.fairway.schedulers.lsf.LsfParameter;
import java.util.ArrayList;
import java.util.List;

/**
 * The outlook of a share account under LSF's dynamic user priority.
 *
 * <p>What is finished falls to a tenth in every HIST_HOURS: with the denominator I of an account that uses nothing, and C of
 * finished use, the denominator without jobs is {@code I + C * 10^(-t / HIST_HOURS)}. Nine tenths of the priority of an idle
 * account are reached where that is {@code I / 0.9}, after {@code HIST_HOURS * log10(9 * C / I)}.
 */
public final class LsfOutlook {
    private static final double HOUR = 3600;

    private LsfOutlook() {}

    /**
     * The outlook of an account.
     *
     * @param terms of its priority, see {@link DynamicPriority#terms}
     * @param at the instant of evaluation, epoch milliseconds
     */
    public static Outlook of(
            long shares,
            Consumption use,
            List<Term> terms,
            DynamicPriorityParameters parameters,
            HistoryDecay decay,
            long at) {
        Outlook.Builder outlook = new Outlook.Builder();
        String formula = "priority = shares / max(0.01, sum of the terms)";
        if (shares < 1) {
            outlook.change("It has no shares, and is never served.");
            return outlook.build(formula, null);
        }
        Sum sum = sum(terms);
        changes(shares, sum.total(), use, parameters, outlook);
        double idle = idle(parameters);
        double finished = finished(use, parameters);
        if (use.jobSlots() > 0) {
            outlook.recovery("Of its term for job slots " + number(parameters.value(LsfParameter.RUN_JOB_FACTOR))
                    + " go with each slot that is freed, at once.");
        }
        if (finished == 0) {
            outlook.recovery(
                    use.jobSlots() > 0
                            ? "Nothing that is finished counts against it."
                            : "It uses nothing that counts: there is nothing to recover from.");
        } else if (decay.histHours() == 0) {
            outlook.recovery("HIST_HOURS is 0: what is finished is never forgotten.");
        } else {
            decays(shares, use, idle, finished, decay, outlook, at);
        }
        return outlook.build(formula, sum);
    }

    private static void changes(
            long shares, double total, Consumption use, DynamicPriorityParameters parameters, Outlook.Builder outlook) {
        double now = Math.max(DynamicPriority.FLOOR, total);
        double slot = parameters.value(LsfParameter.RUN_JOB_FACTOR);
        outlook.change("One slot more adds RUN_JOB_FACTOR " + number(slot) + " to the denominator: dynamic priority "
                + number(shares / Math.max(DynamicPriority.FLOOR, total + slot)) + ".");
        outlook.change("With " + (shares + 1) + " shares instead of " + shares + " the dynamic priority were "
                + number((shares + 1) / now) + ".");
        double run = parameters.value(LsfParameter.RUN_TIME_FACTOR) * use.slotsInUse();
        if (use.slotsInUse() > 0 && run > 0) {
            outlook.change("Its running jobs add up to RUN_TIME_FACTOR "
                    + number(parameters.value(LsfParameter.RUN_TIME_FACTOR))
                    + " for each job and hour that they run on.");
        }
    }

    private static void decays(
            long shares,
            Consumption use,
            double idle,
            double finished,
            HistoryDecay decay,
            Outlook.Builder outlook,
            long at) {
        ExponentialDecay law = ExponentialDecay.tenthLife(decay.histHours() * HOUR);
        String hours = number(decay.histHours()) + " h (HIST_HOURS)";
        if (use.cpuTime() > 0) {
            outlook.recovery("CPU time falls to a tenth every " + hours + ": the " + number(use.cpuTime())
                    + " h that count now are " + number(use.cpuTime() / 10) + " h "
                    + Wording.after(law.seconds(), at) + ".");
        }
        if (decay.stepHours() > 0) {
            outlook.recovery("Decay goes by whole steps of " + Wording.duration(decay.stepHours() * HOUR)
                    + ": what is said here may come as much later.");
        }
        double nine = law.until(finished, idle / 9);
        String most =
                "nine tenths of its " + number(shares / Math.max(DynamicPriority.FLOOR, idle)) + " without any use";
        outlook.recovery(
                nine == 0
                        ? "Without its running jobs it has at least " + most + "."
                        : "Without jobs from now on (and what they report at their end) what is finished, "
                                + number(finished) + " of the denominator, falls to a tenth every " + hours
                                + "; the priority is " + most + " " + Wording.after(nine, at) + ".");
    }

    /** The denominator of an account that uses nothing, not raised to the least one. */
    private static double idle(DynamicPriorityParameters parameters) {
        double forwarded =
                parameters.isDefined(LsfParameter.FWD_JOB_FACTOR) ? parameters.value(LsfParameter.FWD_JOB_FACTOR) : 0;
        return Math.max(DynamicPriority.FLOOR, parameters.value(LsfParameter.RUN_JOB_FACTOR) + forwarded);
    }

    /** What decays by itself of the denominator. */
    private static double finished(Consumption use, DynamicPriorityParameters parameters) {
        double run = parameters.isOn(LsfParameter.ENABLE_HIST_RUN_TIME) ? use.historicalRunTime() : 0;
        double gpu = parameters.countsGpuHistory() ? use.historicalGpuRunTime() : 0;
        return use.cpuTime() * parameters.value(LsfParameter.CPU_TIME_FACTOR)
                + run * parameters.value(LsfParameter.RUN_TIME_FACTOR)
                + gpu * parameters.value(LsfParameter.GPU_RUN_TIME_FACTOR);
    }

    /** The summands of the denominator: the factor stands last among the inputs of a term, what it weighs before it. */
    private static Sum sum(List<Term> terms) {
        List<Sum.Part> parts = new ArrayList<>();
        double total = 0;
        for (Term term : terms.subList(2, terms.size())) {
            int last = term.inputs().size() - 1;
            boolean weighted = term.inputs().get(last).name().endsWith("_FACTOR");
            double weight = weighted ? term.inputs().get(last).value() : 1;
            double value = term.name().endsWith("lots") ? 1 : 0;
            for (Term.Input input : weighted ? term.inputs().subList(0, last) : term.inputs()) {
                value += input.value();
            }
            parts.add(new Sum.Part(term.name(), weight, value, term.value(), List.of()));
            total += term.value();
        }
        return new Sum("denominator", total, parts);
    }
}
