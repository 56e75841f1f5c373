package io.fairway.schedulers.slurm;

import io.fairway.core.model.NodeId;
import io.fairway.schedulers.slurm.PriorityContext.Partition;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A cluster, its pending jobs, and their priorities there. */
final class MultifactorJobs {
    private static final NodeId ANNA = NodeId.ofUser("alps", "cms", "anna");
    static final long SUBMIT = 1_000_000_000_000L;
    static final PriorityContext CLUSTER = PriorityContext.of(
            4,
            64,
            List.of(
                    new Partition(
                            "low",
                            50,
                            Map.of("cpu", BigDecimal.valueOf(64), "mem", BigDecimal.valueOf(256_000)),
                            PriorityContext.UNLIMITED),
                    new Partition("high", 200, Map.of("cpu", BigDecimal.valueOf(32)), 100)),
            Map.of("normal", 0.0, "q", 25.0, "top", 100.0),
            200);

    private MultifactorJobs() {}

    static PendingJob.Builder job() {
        return PendingJob.builder(ANNA, SUBMIT);
    }

    static MultifactorParameters slurm22(Set<PriorityFlag> flags) {
        return MultifactorParameters.slurm22().withFlags(flags);
    }

    static double priority(PendingJob job, MultifactorParameters parameters) {
        return priority(job, parameters, SUBMIT);
    }

    static double priority(PendingJob job, MultifactorParameters parameters, long time) {
        return MultifactorPriority.evaluate(job, CLUSTER, parameters, time).evaluate(time, 0);
    }
}
