package io.fairway.scenario.section;

import io.fairway.core.ledger.RateFunction;
import io.fairway.core.model.Attribute;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.schedulers.slurm.multifactor.BillingWeights;
import io.fairway.schedulers.slurm.multifactor.PriorityContext;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The cluster of a scenario of Slurm: its size, its partitions with their billing weights, and its QOS with their
 * UsageFactors.
 *
 * @param qos priority by name
 * @param billing by partition; only of those that have weights of their own
 * @param usageFactors by QOS
 */
public record ClusterSection(
        long nodes,
        long processors,
        List<PriorityContext.Partition> partitions,
        Map<String, Double> qos,
        Map<String, BillingWeights> billing,
        Map<String, BigDecimal> usageFactors) {
    public static ClusterSection read(YamlMap scenario, BillingWeights.Sum sum) {
        List<PriorityContext.Partition> partitions = new ArrayList<>();
        Map<String, Double> qos = new HashMap<>();
        Map<String, BillingWeights> billing = new HashMap<>();
        Map<String, BigDecimal> factors = new HashMap<>();
        YamlValue yaml = scenario.find("cluster");
        if (yaml == null) {
            return new ClusterSection(0, 0, partitions, qos, billing, factors);
        }
        YamlMap cluster = yaml.map();
        cluster.entries("partitions").forEach((name, value) -> {
            YamlMap partition = value.map();
            partitions.add(partition.checked(() -> new PriorityContext.Partition(
                    name,
                    partition.number("factor", 0),
                    HistorySection.tres(partition).counts(),
                    partition.whole("max-time-minutes", PriorityContext.UNLIMITED),
                    partition.has("default-time-minutes") ? partition.whole("default-time-minutes", 0) : null)));
            if (partition.has("billing-weights")) {
                String weights = partition.text("billing-weights", "");
                billing.put(name, partition.checked(() -> BillingWeights.parse(weights, sum)));
            }
            partition.done();
        });
        cluster.entries("qos").forEach((name, value) -> {
            if (!value.isMap()) {
                qos.put(name, value.number());
                return;
            }
            YamlMap own = value.map();
            qos.put(name, own.number("priority", 0));
            if (own.has("usage-factor")) {
                factors.put(name, usageFactor(own.get("usage-factor")));
            }
            own.done();
        });
        ClusterSection section = new ClusterSection(
                cluster.whole("nodes", 0), cluster.whole("processors", 0), partitions, qos, billing, factors);
        cluster.checked(() -> section.context(0));
        cluster.done();
        return section;
    }

    private static BigDecimal usageFactor(YamlValue yaml) {
        BigDecimal factor = yaml.decimal();
        if (factor.signum() < 0) {
            throw yaml.wrong("must be 0 or more: it is a UsageFactor");
        }
        return factor;
    }

    /** The cluster of the priorities, with the greatest association priority of the tree. */
    public PriorityContext context(long maxAssociationPriority) {
        return PriorityContext.of(nodes, processors, partitions, qos, (double) maxAssociationPriority);
    }

    /** Charges by the weights of the partition, or else of the policy, times the UsageFactor of the QOS. */
    public RateFunction rate(BillingWeights others) {
        return (allocated, job) -> billing.getOrDefault(job.text(Attribute.PARTITION, ""), others)
                .billing(allocated.counts())
                .multiply(usageFactors.getOrDefault(
                        PriorityContext.highestQos(job.text(Attribute.QOS, ""), qos), BigDecimal.ONE));
    }
}
