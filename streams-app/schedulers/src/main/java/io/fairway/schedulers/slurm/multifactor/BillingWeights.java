package io.fairway.schedulers.slurm.multifactor;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;

/**
 * A job's charge per second: its billing TRES.
 *
 * <ol>
 *   <li>Without weights: the allocated cpus.
 *   <li>Else the sum of count * weight over the weighted resources.
 *   <li>With PriorityFlags=MAX_TRES: the largest of count * weight over the resources of nodes (cpu, mem, node, gres), at
 *       least 0, plus the sum over the others (licenses, burst buffers, ...). With MAX_TRES_GRES, gres is one of the others.
 *   <li>The result is a decimal and keeps its fraction; Slurm truncates the {@code billing=} that it prints, not the
 *       charge.
 *   <li>The resource {@code billing} is the result and never an input.
 * </ol>
 *
 * <p>Source: slurm.conf(5) of Slurm 22.05 and 25.05 (MAX_TRES_GRES), TRESBillingWeights and PriorityFlags.
 *
 * @param weights of the job's partition
 * @param sum which of rules 2 and 3 holds
 */
public record BillingWeights(TresWeights weights, Sum sum) {
    /** The resources of which only the largest counts. */
    public enum Sum {
        /** None: all are added. */
        ALL,
        /** Those of nodes. */
        MAX_TRES,
        /** Those of nodes but gres. */
        MAX_TRES_GRES;

        private boolean takesLargestOf(String resource) {
            return this != ALL && (OF_NODES.contains(resource) || (this == MAX_TRES && resource.startsWith("gres/")));
        }
    }

    /** Charges allocated cpus. */
    public static final BillingWeights CPUS = new BillingWeights(TresWeights.NONE, Sum.ALL);

    private static final Set<String> OF_NODES = Set.of("cpu", "mem", "node");

    /** Reads TRESBillingWeights. */
    public static BillingWeights parse(String text, Sum sum) {
        return new BillingWeights(TresWeights.parse("TRESBillingWeights", text), sum);
    }

    /**
     * The exact billing TRES of an allocation.
     *
     * @param tres allocated counts by resource, memory in MB
     */
    public BigDecimal billing(Map<String, BigDecimal> tres) {
        if (weights.isEmpty()) {
            return tres.getOrDefault("cpu", BigDecimal.ZERO);
        }
        BigDecimal added = BigDecimal.ZERO;
        BigDecimal max = BigDecimal.ZERO;
        for (Map.Entry<String, BigDecimal> weight : weights.asMap().entrySet()) {
            BigDecimal count = tres.get(weight.getKey());
            if (count == null || weight.getKey().equals("billing")) {
                continue;
            }
            BigDecimal billed = count.multiply(weight.getValue());
            if (sum.takesLargestOf(weight.getKey())) {
                max = max.max(billed);
            } else {
                added = added.add(billed);
            }
        }
        return added.add(max);
    }
}
