package io.fairway.schedulers.slurm.multifactor;

import static io.fairway.core.policy.Term.in;

import io.fairway.core.policy.Term;
import io.fairway.schedulers.slurm.multifactor.PriorityContext.Partition;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The factors of {@link MultifactorPriority} that do not change with time, each with its inputs; rules 3 to 6 there.
 *
 * @param job the job
 * @param partitionName the partition of the evaluation
 * @param context the cluster
 * @param parameters the policy
 */
record MultifactorFactors(
        PendingJob job, String partitionName, PriorityContext context, MultifactorParameters parameters) {

    Term association() {
        return normalised(
                "assoc",
                (double) job.associationPriority(),
                context.maxAssociationPriority(),
                PriorityFlag.NO_NORMAL_ASSOC,
                "association priority");
    }

    Term jobSize() {
        return JobSizeFactor.of(job, partition(), context, parameters);
    }

    Term partitionFactor() {
        Partition partition = partition();
        return partition == null
                ? Term.of("partition", 0, "0: partition \"" + partitionName + "\" is unknown")
                : normalised(
                        "partition",
                        partition.factor(),
                        context.maxPartitionFactor(),
                        PriorityFlag.NO_NORMAL_PART,
                        "PriorityJobFactor of partition " + partitionName);
    }

    Term qos() {
        String qos = PriorityContext.highestQos(job.qos(), context.qos());
        Double priority = context.qos().get(qos);
        return priority == null
                ? Term.of("qos", 0, qos.isEmpty() ? "0: no QOS" : "0: QOS \"" + qos + "\" is unknown")
                : normalised(
                        "qos",
                        priority,
                        context.maxQosPriority(),
                        PriorityFlag.NO_NORMAL_QOS,
                        "priority of QOS " + qos);
    }

    /** One term per weighted resource, in the order of addition. */
    List<Term> tres() {
        List<Term> terms = new ArrayList<>();
        for (String resource : parameters.tresWeights().asMap().keySet()) {
            terms.add(tres(resource));
        }
        return terms;
    }

    Term tres(String resource) {
        double count = count(job.tres(), resource);
        Partition partition = partition();
        double all = partition == null ? 0 : count(partition.tres(), resource);
        if (parameters.has(PriorityFlag.NO_NORMAL_TRES)) {
            return Term.of(resource, count, "count", in("count", count));
        }
        return Term.of(
                resource,
                all == 0 ? 0 : count / all,
                "count / count in partition " + partitionName,
                in("count", count),
                in("partitionCount", all));
    }

    private Term normalised(String name, double value, double max, PriorityFlag raw, String what) {
        return switch (parameters.dialect()) {
            case SLURM_2_0 -> Term.of(name, Math.min(1, value), what + ", given as 0 to 1", in("factor", value));
            case SLURM_22_05 ->
                parameters.has(raw)
                        ? Term.of(name, value, what + ", as it is", in("priority", value))
                        : Term.of(
                                name,
                                max == 0 ? 0 : value / max,
                                what + " / largest",
                                in("priority", value),
                                in("largest", max));
        };
    }

    private @Nullable Partition partition() {
        return context.partition(partitionName);
    }

    private static double count(Map<String, BigDecimal> tres, String resource) {
        return tres.getOrDefault(resource, BigDecimal.ZERO).doubleValue();
    }
}
