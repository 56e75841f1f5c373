package io.fairway.policies.explain;

import static io.fairway.policies.explain.Wording.rounded;

import io.fairway.core.policy.Term;
import io.fairway.schedulers.lsf.config.LsfParameter;
import io.fairway.schedulers.lsf.fairshare.Consumption;
import io.fairway.schedulers.lsf.fairshare.DynamicPriority;
import io.fairway.schedulers.lsf.fairshare.DynamicPriorityParameters;
import io.fairway.schedulers.lsf.fairshare.HistoryDecay;
import java.util.ArrayList;
import java.util.List;

/**
 * The outlook of a share account under LSF's dynamic user priority.
 *
 * <p>Finished use falls to a tenth in every HIST_HOURS. Let I be the denominator of an account that uses nothing, and C the
 * part of finished use. The denominator without jobs is then {@code I + C * 10^(-t / HIST_HOURS)}. The account has 90 % of its
 * idle priority when the denominator is {@code I / 0.9}, after {@code HIST_HOURS * log10(9 * C / I)}.
 */
public final class LsfOutlook {
    private static final double HOUR = 3600;

    private LsfOutlook() {}

    /**
     * The outlook of an account.
     *
     * @param terms the terms of its priority, see {@link DynamicPriority#terms}
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
            outlook.change("It has no shares: it is never served.");
            return outlook.build(formula, null);
        }
        Sum sum = sum(terms);
        changes(shares, sum.total(), use, parameters, outlook);
        double idle = idle(parameters) + use.remoteLoad();
        double finished = finished(use, parameters);
        if (use.jobSlots() > 0) {
            outlook.recovery("Each slot it frees lowers the denominator by "
                    + rounded(parameters.value(LsfParameter.RUN_JOB_FACTOR)) + ", at once.");
        }
        if (use.remoteLoad() > 0) {
            outlook.recovery("Other clusters report a load of " + rounded(use.remoteLoad())
                    + ", which stays in the denominator until they report less.");
        }
        if (finished == 0) {
            outlook.recovery(
                    use.jobSlots() > 0
                            ? "No finished job counts against it."
                            : "No usage counts: there is nothing to recover from.");
        } else if (decay.histHours() == 0) {
            outlook.recovery("HIST_HOURS is 0: finished use never decays.");
        } else {
            decays(shares, use, idle, finished, decay, outlook, at);
        }
        return outlook.build(formula, sum);
    }

    private static void changes(
            long shares, double total, Consumption use, DynamicPriorityParameters parameters, Outlook.Builder outlook) {
        double now = Math.max(DynamicPriority.FLOOR, total);
        double slot = parameters.value(LsfParameter.RUN_JOB_FACTOR);
        outlook.change("One more slot adds " + rounded(slot)
                + " (RUN_JOB_FACTOR) to the denominator: the dynamic priority would be "
                + rounded(shares / Math.max(DynamicPriority.FLOOR, total + slot)) + ".");
        outlook.change("With " + (shares + 1) + " shares instead of " + shares + ", the dynamic priority would be "
                + rounded((shares + 1) / now) + ".");
        double run = parameters.value(LsfParameter.RUN_TIME_FACTOR) * use.slotsInUse();
        if (use.slotsInUse() > 0 && run > 0) {
            outlook.change("Each further hour of a running job adds "
                    + rounded(parameters.value(LsfParameter.RUN_TIME_FACTOR))
                    + " (RUN_TIME_FACTOR) to the denominator.");
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
        String hours = rounded(decay.histHours()) + " h (HIST_HOURS)";
        if (use.cpuTime() > 0) {
            outlook.recovery("CPU time falls to a tenth every " + hours + ": from " + rounded(use.cpuTime())
                    + " h now to " + rounded(use.cpuTime() / 10) + " h " + Wording.after(law.seconds(), at) + ".");
        }
        if (decay.stepHours() > 0) {
            outlook.recovery("Use decays in steps of " + Wording.duration(decay.stepHours() * HOUR)
                    + ": what this says may come that much later.");
        }
        double nine = law.until(finished, idle / 9);
        String most = "90 % of its idle priority, " + rounded(shares / Math.max(DynamicPriority.FLOOR, idle));
        outlook.recovery(
                nine == 0
                        ? "Without its running jobs, it has at least " + most + "."
                        : "If it runs no jobs and none reports further use, finished use (" + rounded(finished)
                                + " of the denominator) falls to a tenth every " + hours + ". It has " + most + ", "
                                + Wording.after(nine, at) + ".");
    }

    /** The denominator of an account that uses nothing. */
    private static double idle(DynamicPriorityParameters parameters) {
        double forwarded =
                parameters.isDefined(LsfParameter.FWD_JOB_FACTOR) ? parameters.value(LsfParameter.FWD_JOB_FACTOR) : 0;
        return Math.max(DynamicPriority.FLOOR, parameters.value(LsfParameter.RUN_JOB_FACTOR) + forwarded);
    }

    /** The part of the denominator that decays by itself. */
    private static double finished(Consumption use, DynamicPriorityParameters parameters) {
        double run = parameters.isOn(LsfParameter.ENABLE_HIST_RUN_TIME) ? use.historicalRunTime() : 0;
        double gpu = parameters.countsGpuHistory() ? use.historicalGpuRunTime() : 0;
        return use.cpuTime() * parameters.value(LsfParameter.CPU_TIME_FACTOR)
                + run * parameters.value(LsfParameter.RUN_TIME_FACTOR)
                + gpu * parameters.value(LsfParameter.GPU_RUN_TIME_FACTOR);
    }

    /** The summands of the denominator. The last input of a term is its factor; the factor weighs the inputs before it. */
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
