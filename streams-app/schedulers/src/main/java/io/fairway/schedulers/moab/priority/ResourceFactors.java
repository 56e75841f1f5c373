package io.fairway.schedulers.moab.priority;

import static io.fairway.core.policy.Term.in;

import io.fairway.schedulers.moab.config.Subfactor;
import io.fairway.schedulers.moab.job.JobRequest;
import io.fairway.schedulers.moab.job.Requirement;
import io.fairway.schedulers.moab.job.SystemTotals;
import java.util.List;

/**
 * The resource component: the job's requests, over all its tasks.
 *
 * <ol>
 *   <li>NODE: requested nodes, if any. PROC: processors. MEM, SWAP, DISK: MB.
 *   <li>WALLTIME: wall clock limit, seconds. PS: processors * limit. Both are 0 for a job without limit.
 *   <li>PE: processor equivalents, the sum over the requirements.
 *   <li>PRIORITYTARGETPROCCOUNT and PRIORITYTARGETDURATION make PROC and WALLTIME the distance from the ideal.
 * </ol>
 *
 * <p>Source: Moab 5.1.2-C; rule 4 from the Moab manual, Appendix A.
 */
final class ResourceFactors {
    private ResourceFactors() {}

    static List<Evaluation.Part> of(Evaluation evaluation) {
        JobRequest request = evaluation.job().request();
        SystemTotals system = evaluation.context().system();
        double mem = 0;
        double swap = 0;
        double disk = 0;
        double equivalents = 0;
        for (Requirement requirement : request.requirements()) {
            mem += requirement.tasks() * requirement.perTask().mem();
            swap += requirement.tasks() * requirement.perTask().swap();
            disk += requirement.tasks() * requirement.perTask().disk();
            equivalents += system.equivalents(requirement);
        }
        double procs = request.procs();
        return List.of(
                evaluation.constant(Subfactor.NODE, request.nodes(), "nodes"),
                ideal(evaluation, Subfactor.PROC, procs, evaluation.parameters().targetProcs(), "processors"),
                evaluation.constant(Subfactor.MEM, mem, "memory, MB"),
                evaluation.constant(Subfactor.SWAP, swap, "swap, MB"),
                evaluation.constant(Subfactor.DISK, disk, "disk, MB"),
                evaluation.constant(
                        Subfactor.PS,
                        procs * request.wallclock(),
                        "processors * wall clock limit",
                        in("procs", procs),
                        in("wallclock", request.wallclock())),
                evaluation.constant(
                        Subfactor.PE,
                        equivalents,
                        "processors of the system * largest part of a resource of it",
                        in("systemProcs", system.procs()),
                        in("systemMem", system.mem()),
                        in("systemSwap", system.swap()),
                        in("systemDisk", system.disk())),
                ideal(
                        evaluation,
                        Subfactor.WALLTIME,
                        (double) request.wallclock(),
                        request.hasLimit() ? evaluation.parameters().targetDuration() : 0,
                        "wall clock limit, seconds"));
    }

    private static Evaluation.Part ideal(
            Evaluation evaluation, Subfactor subfactor, double value, long ideal, String what) {
        return ideal == 0
                ? evaluation.constant(subfactor, value, what)
                : evaluation.constant(
                        subfactor,
                        Math.abs(value - ideal),
                        "distance from the ideal: " + what,
                        in("asked", value),
                        in("ideal", ideal));
    }
}
