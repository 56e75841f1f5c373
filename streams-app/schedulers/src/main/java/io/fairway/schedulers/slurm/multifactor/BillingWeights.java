package io.fairway.schedulers.slurm.multifactor;

import java.math.BigDecimal;
import java.util.Map;

/**
 * A job's charge per second: its billing TRES.
 *
 * <ol>
 *   <li>Without weights: the allocated cpus.
 *   <li>Else the sum of count * weight over the weighted resources.
 *   <li>With PriorityFlags=MAX_TRES: the largest of count * weight over the resources of nodes (cpu, mem, node, gres), at
 *       least 0, plus the sum over the others (licenses, burst buffers, ...).
 *   <li>The result is a decimal and keeps its fraction; Slurm truncates the {@code billing=} that it prints, not the
 *       charge.
 *   <li>The resource {@code billing} is the result and never an input.
 * </ol>
 *
 * <p>Source: Slurm 22.05 slurm.conf, TRESBillingWeights, and priority_multifactor, MAX_TRES.
 *
 * @param weights of the job's partition
 * @param maxTres whether rule 3 replaces rule 2
 */
public record BillingWeights(TresWeights weights, boolean maxTres) {
    /** Charges allocated cpus. */
    public static final BillingWeights CPUS = new BillingWeights(TresWeights.NONE, false);

    /** Reads TRESBillingWeights. */
    public static BillingWeights parse(String text, boolean maxTres) {
        return new BillingWeights(TresWeights.parse("TRESBillingWeights", text), maxTres);
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
        BigDecimal sum = BigDecimal.ZERO;
        BigDecimal max = BigDecimal.ZERO;
        for (Map.Entry<String, BigDecimal> weight : weights.asMap().entrySet()) {
            BigDecimal count = tres.get(weight.getKey());
            if (count == null || weight.getKey().equals("billing")) {
                continue;
            }
            BigDecimal billed = count.multiply(weight.getValue());
            if (maxTres && isOfNodes(weight.getKey())) {
                max = max.max(billed);
            } else {
                sum = sum.add(billed);
            }
        }
        return sum.add(max);
    }

    private static boolean isOfNodes(String resource) {
        return resource.equals("cpu")
                || resource.equals("mem")
                || resource.equals("node")
                || resource.startsWith("gres/");
    }
}
