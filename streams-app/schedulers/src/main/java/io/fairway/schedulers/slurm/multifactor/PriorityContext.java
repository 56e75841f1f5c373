package io.fairway.schedulers.slurm.multifactor;

import io.fairway.schedulers.slurm.time.SlurmEdition;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The cluster of the priorities, with the factors of its partitions and QOS.
 *
 * @param nodes configured nodes, down nodes included
 * @param cpus configured processors, likewise
 * @param partitions by name
 * @param qos priority by name of the QOS: a number of at least 0, in dialect 2.0 a factor 0..1
 * @param maxPartitionFactor divisor of partition factors; usually the largest of them
 * @param maxQosPriority likewise for QOS
 * @param maxAssociationPriority likewise for associations; usually {@code ShareTree.maxPriority()}
 */
public record PriorityContext(
        long nodes,
        long cpus,
        Map<String, Partition> partitions,
        Map<String, Double> qos,
        double maxPartitionFactor,
        double maxQosPriority,
        double maxAssociationPriority) {
    /** MaxTime of a partition without limit, in minutes. */
    public static final long UNLIMITED = 0xFFFF_FFFFL;

    /**
     * A partition.
     *
     * @param name its name
     * @param factor PriorityJobFactor, at least 0; in dialect 2.0 a factor 0..1
     * @param tres its resources: counts by resource, memory in MB
     * @param maxTimeMinutes MaxTime, or {@link #UNLIMITED}
     * @param defaultTimeMinutes DefaultTime, the limit of a job that names none; {@code null} = MaxTime
     */
    public record Partition(
            String name,
            double factor,
            Map<String, BigDecimal> tres,
            long maxTimeMinutes,
            @Nullable Long defaultTimeMinutes) {
        public Partition {
            tres = Map.copyOf(tres);
            notNegative("PriorityJobFactor of partition " + name, factor);
            notNegative("MaxTime of partition " + name, maxTimeMinutes);
            if (defaultTimeMinutes != null) {
                notNegative("DefaultTime of partition " + name, defaultTimeMinutes);
                if (defaultTimeMinutes > UNLIMITED) {
                    throw new IllegalArgumentException("DefaultTime of partition " + name + " " + defaultTimeMinutes
                            + ": must be at most " + UNLIMITED + " minutes");
                }
            }
        }

        /** Minutes that a job has which names no limit: DefaultTime, else MaxTime; slurm.conf(5), DefaultTime. */
        public long limitMinutes() {
            return defaultTimeMinutes == null ? maxTimeMinutes : defaultTimeMinutes;
        }
    }

    public PriorityContext {
        partitions = Map.copyOf(partitions);
        qos = Map.copyOf(qos);
        notNegative("nodes of the cluster", nodes);
        notNegative("cpus of the cluster", cpus);
        qos.forEach((name, priority) -> notNegative("priority of QOS " + name, priority));
        notNegative("largest partition factor", maxPartitionFactor);
        notNegative("largest QOS priority", maxQosPriority);
        notNegative("largest association priority", maxAssociationPriority);
    }

    /** A context that normalises partitions and QOS by the largest of them. */
    public static PriorityContext of(
            long nodes, long cpus, Collection<Partition> partitions, Map<String, Double> qos, double maxAssociation) {
        Map<String, Partition> byName = new LinkedHashMap<>();
        partitions.forEach(partition -> byName.put(partition.name(), partition));
        double maxFactor =
                partitions.stream().mapToDouble(Partition::factor).max().orElse(0);
        double maxQos =
                qos.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
        return new PriorityContext(nodes, cpus, byName, qos, maxFactor, maxQos, maxAssociation);
    }

    /**
     * The QOS that counts for a job: of several, separated by commas, the known one of the highest priority. Slurm 24.11 and
     * later let a job name several; sbatch(1), --qos.
     */
    public static String highestQos(String named, Map<String, Double> priorities) {
        if (named.indexOf(',') < 0) {
            return named; // Each charge asks, and most jobs name one.
        }
        return Stream.of(named.split(","))
                .filter(priorities::containsKey)
                .max(Comparator.comparingDouble(each -> priorities.getOrDefault(each, 0.0)))
                .orElse(named);
    }

    @Nullable
    public Partition partition(String name) {
        return partitions.get(name);
    }

    /** Conflicts between these settings and the dialect; empty if there are none. */
    public List<String> problems(MultifactorParameters parameters) {
        List<String> problems = new ArrayList<>();
        if (parameters.dialect() == SlurmEdition.SLURM_2_0) {
            partitions.values().stream()
                    .filter(partition -> partition.factor() > 1)
                    .forEach(partition -> problems.add("factor " + partition.factor() + " of partition "
                            + partition.name() + ": must be 0 to 1 in dialect 2.0"));
            qos.forEach((name, priority) -> {
                if (priority > 1) {
                    problems.add("factor " + priority + " of QOS " + name + ": must be 0 to 1 in dialect 2.0");
                }
            });
        }
        return problems;
    }

    private static void notNegative(String what, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(what + " " + value + ": must be at least 0");
        }
    }

    private static void notNegative(String what, double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(what + " " + value + ": must be a finite number of at least 0");
        }
    }
}
