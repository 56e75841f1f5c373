package io.fairway.schedulers.slurm;

import io.fairway.core.model.NodeId;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.schedulers.slurm.multifactor.MultifactorParameters;
import io.fairway.schedulers.slurm.multifactor.MultifactorPriority;
import io.fairway.schedulers.slurm.multifactor.PendingJob;
import io.fairway.schedulers.slurm.multifactor.PendingJobBuilder;
import io.fairway.schedulers.slurm.multifactor.PriorityContext;
import io.fairway.schedulers.slurm.multifactor.PriorityContext.Partition;
import io.fairway.schedulers.slurm.multifactor.PriorityFlag;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A cluster, its pending jobs, and their priorities there. */
public final class MultifactorJobs {
    private static final NodeId ANNA = NodeId.ofUser("alps", "cms", "anna");
    public static final long SUBMIT = 1_000_000_000_000L;
    public static final PriorityContext CLUSTER = PriorityContext.of(
            4,
            64,
            List.of(
                    new Partition(
                            "low",
                            50,
                            Map.of("cpu", BigDecimal.valueOf(64), "mem", BigDecimal.valueOf(256_000)),
                            PriorityContext.UNLIMITED,
                            null),
                    new Partition("high", 200, Map.of("cpu", BigDecimal.valueOf(32)), 100, null)),
            Map.of("normal", 0.0, "q", 25.0, "top", 100.0),
            200);

    private MultifactorJobs() {}

    public static PendingJobBuilder job() {
        return PendingJob.builder(ANNA, SUBMIT);
    }

    public static MultifactorParameters slurm22(Set<PriorityFlag> flags) {
        return MultifactorParameters.slurm22().withFlags(flags);
    }

    public static double priority(PendingJob job, MultifactorParameters parameters) {
        return priority(job, parameters, SUBMIT);
    }

    public static double priority(PendingJob job, MultifactorParameters parameters, long time) {
        return record(job, CLUSTER, parameters, time).evaluate(time, 0);
    }

    /** The record in the first of its partitions. */
    public static JobPriorityRecord record(
            PendingJob job, PriorityContext context, MultifactorParameters parameters, long time) {
        String first = job.partitions().isEmpty() ? "" : job.partitions().get(0);
        return MultifactorPriority.evaluate(job, first, context, parameters, time);
    }

    /** The record in each of its partitions. */
    public static Map<String, JobPriorityRecord> records(
            PendingJob job, PriorityContext context, MultifactorParameters parameters, long time) {
        return job.partitions().stream()
                .collect(Collectors.toMap(
                        name -> name, name -> MultifactorPriority.evaluate(job, name, context, parameters, time)));
    }
}
