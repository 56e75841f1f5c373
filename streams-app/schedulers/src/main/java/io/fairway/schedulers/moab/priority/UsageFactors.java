package io.fairway.schedulers.moab.priority;

import static io.fairway.core.policy.Term.in;

import io.fairway.core.priority.Form;
import io.fairway.schedulers.moab.config.Subfactor;
import io.fairway.schedulers.moab.job.Accrual;
import io.fairway.schedulers.moab.job.ActiveRun;
import java.util.List;

/**
 * The usage component: the consumption of an active job, and its remaining limit. 0 for a job that is not active.
 *
 * <ol>
 *   <li>CONSUMED: processors * run time, seconds. REMAINING: processors * the rest of the wall clock limit, at least 0.
 *       EXECUTIONTIME: run time, seconds. PERCENT: percent of the limit, 0..100.
 *   <li>HUNGER: processors that a dynamic job needs.
 *   <li>REMAINING and PERCENT are 0 for a job without limit.
 * </ol>
 *
 * <p>Source: Moab 5.1.2-F. Maui 3.3 uses none of it in the priority that starts jobs.
 */
final class UsageFactors {
    private static final double NONE = Double.POSITIVE_INFINITY;

    private UsageFactors() {}

    static List<Evaluation.Part> of(Evaluation evaluation) {
        ActiveRun run = evaluation.job().run();
        if (run == null) {
            return List.of(
                    idle(evaluation, Subfactor.USAGECONSUMED),
                    idle(evaluation, Subfactor.USAGEHUNGER),
                    idle(evaluation, Subfactor.USAGEREMAINING),
                    idle(evaluation, Subfactor.USAGEEXECUTIONTIME),
                    idle(evaluation, Subfactor.USAGEPERCENT));
        }
        Accrual elapsed = run.elapsed().asOf(evaluation.now());
        double procs = evaluation.job().request().procs();
        long wallclock = evaluation.job().request().wallclock();
        boolean limited = evaluation.job().request().hasLimit();
        Form consumed = procs > 0 ? elapsed.linear(1000 / procs, 0, 0, NONE) : new Form.Constant(0);
        Form remaining =
                procs > 0 && limited ? elapsed.linear(-1000 / procs, procs * wallclock, 0, NONE) : new Form.Constant(0);
        Form percent = limited ? elapsed.linear(wallclock * 10.0, 0, 0, 100) : new Form.Constant(0);
        double seconds = elapsed.at(evaluation.now()) / 1000.0;
        return List.of(
                evaluation.part(
                        Subfactor.USAGECONSUMED,
                        consumed,
                        "processors * seconds that it has run",
                        in("procs", procs),
                        in("elapsed", seconds)),
                evaluation.constant(Subfactor.USAGEHUNGER, run.hunger(), "processors needed to balance it"),
                evaluation.part(
                        Subfactor.USAGEREMAINING,
                        remaining,
                        "processors * seconds left of the wall clock limit",
                        in("procs", procs),
                        in("elapsed", seconds),
                        in("wallclock", wallclock)),
                evaluation.part(
                        Subfactor.USAGEEXECUTIONTIME, elapsed.linear(1000, 0, 0, NONE), "seconds that it has run"),
                evaluation.part(
                        Subfactor.USAGEPERCENT,
                        percent,
                        "percent of the wall clock limit",
                        in("elapsed", seconds),
                        in("wallclock", wallclock)));
    }

    private static Evaluation.Part idle(Evaluation evaluation, Subfactor subfactor) {
        return evaluation.constant(subfactor, 0, "0: the job is not active");
    }
}
