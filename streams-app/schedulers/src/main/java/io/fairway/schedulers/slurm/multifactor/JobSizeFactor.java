package io.fairway.schedulers.slurm.multifactor;

import static io.fairway.core.policy.Term.in;

import io.fairway.core.policy.Term;
import io.fairway.schedulers.slurm.multifactor.PriorityContext.Partition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The job size factor, 0..1, of a job of n nodes and c processors on a cluster of N nodes and C processors.
 *
 * <ol>
 *   <li>22.05, large jobs favoured (the default): (n/N + c/C)/2; n/N if c is unknown.
 *   <li>22.05, PriorityFavorSmall: ((N-n)/N + (C-c)/C)/2; (N-n)/N if c is unknown. A job of one node never gets 1.
 *   <li>22.05, SMALL_RELATIVE_TO_TIME: max(n*C/N, c) / minutes of the time limit / C, and 1 minus that with
 *       PriorityFavorSmall. Without a time limit the partition's MaxTime counts (unlimited is 4294967295 minutes).
 *   <li>2.0, large jobs favoured: n/N. Small jobs favoured: (N-n+1)/N as documented, so a job of one node has 1; the
 *       released code has (N-n)/N.
 *   <li>All factors are limited to 0..1; a cluster without nodes or processors gives 0.
 * </ol>
 *
 * <p>Source: Slurm 22.05 priority_multifactor, Job Size Factor (its page, like that of 2.0, says 1.0 for a job of one
 * node); Slurm 2.0 multifactor priority page of June 2009.
 */
final class JobSizeFactor {
    private JobSizeFactor() {}

    static Term of(
            PendingJob job, @Nullable Partition partition, PriorityContext context, MultifactorParameters parameters) {
        return switch (parameters.dialect()) {
            case SLURM_2_0 -> byNodes(job, context, parameters);
            case SLURM_22_05 ->
                parameters.has(PriorityFlag.SMALL_RELATIVE_TO_TIME)
                        ? relativeToTime(job, partition, context, parameters.favorSmall())
                        : byNodesAndCpus(job, context, parameters.favorSmall());
        };
    }

    private static Term byNodes(PendingJob job, PriorityContext context, MultifactorParameters parameters) {
        double all = context.nodes();
        double nodes = job.nodes();
        if (!parameters.favorSmall()) {
            return term(nodes / all, "nodes / nodes of the cluster", job, context);
        }
        return parameters.compatible()
                ? term((all - nodes) / all, "(nodes of the cluster - nodes) / nodes of the cluster", job, context)
                : term(
                        (all - nodes + 1) / all,
                        "(nodes of the cluster - nodes + 1) / nodes of the cluster",
                        job,
                        context);
    }

    private static Term byNodesAndCpus(PendingJob job, PriorityContext context, boolean favorSmall) {
        double nodes = part(job.nodes(), context.nodes(), favorSmall);
        String small = favorSmall ? "share of the cluster left to others" : "share of the cluster";
        if (job.cpus() == 0) {
            return term(nodes, small + ", by nodes", job, context);
        }
        double cpus = part(job.cpus(), context.cpus(), favorSmall);
        return term((nodes + cpus) / 2, small + ", by nodes and by cpus, halved", job, context);
    }

    private static double part(long count, long all, boolean favorSmall) {
        return (double) (favorSmall ? all - count : count) / all;
    }

    private static Term relativeToTime(
            PendingJob job, @Nullable Partition partition, PriorityContext context, boolean favorSmall) {
        Long given = job.timeLimitMinutes();
        long minutes = given != null ? given : partition == null ? PriorityContext.UNLIMITED : partition.limitMinutes();
        double byNodes = (double) job.nodes() * context.cpus() / context.nodes();
        double size = Math.max(byNodes, (double) job.cpus()) / minutes / context.cpus();
        Term term = term(
                favorSmall ? 1 - size : size,
                "max(cpus of its nodes, cpus) / minutes of its time limit / cpus of the cluster"
                        + (favorSmall ? ", subtracted from 1" : ""),
                job,
                context);
        return new Term(
                term.name(),
                term.value(),
                term.rule(),
                List.of(
                        in("nodes", job.nodes()),
                        in("cpus", job.cpus()),
                        in("minutes", minutes),
                        in("clusterNodes", context.nodes()),
                        in("clusterCpus", context.cpus())));
    }

    private static Term term(double value, String rule, PendingJob job, PriorityContext context) {
        double bounded = Double.isNaN(value) ? 0 : Math.max(0, Math.min(1, value));
        return Term.of(
                "jobsize",
                bounded,
                rule,
                in("nodes", job.nodes()),
                in("cpus", job.cpus()),
                in("clusterNodes", context.nodes()),
                in("clusterCpus", context.cpus()));
    }
}
