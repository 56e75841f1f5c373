package io.fairway.schedulers.lsf.fairshare;

import static io.fairway.core.policy.Term.in;

import io.fairway.core.policy.Term;
import java.util.Arrays;
import java.util.List;

/**
 * The dynamic priorities of all nodes of a share tree. A group's use is the use of its members and subgroups together.
 * The formula is the same on every level. Priorities are comparable among siblings only. Immutable.
 *
 * <p>Source: IBM Spectrum LSF 10.1, Hierarchical user-based fair share.
 */
public final class DynamicPriorities {
    /**
     * The adjustment plug-in with its view of the cluster.
     *
     * @param slotMemory average memory of a slot
     * @param clusterMemory memory in use by all started jobs of the cluster
     * @param cluster parameters of the cluster, without a queue's overrides
     */
    public record Adjustment(
            FairshareAdjustment plugin, double slotMemory, double clusterMemory, DynamicPriorityParameters cluster) {
        /** No adjustment. */
        public static final Adjustment NONE =
                new Adjustment(FairshareAdjustment.NONE, 0, 0, DynamicPriorityParameters.DEFAULTS);

        /** The same while the started jobs of the cluster use this memory. */
        public Adjustment inUse(double memory) {
            return new Adjustment(plugin, slotMemory, memory, cluster);
        }

        double of(Consumption use) {
            return plugin.adjust(new AdjustmentInput(use, clusterMemory, slotMemory, cluster));
        }
    }

    private final ShareLevels levels;
    private final Consumption[] use;
    private final double[] adjustment;
    private final double[] priority;
    private final DynamicPriorityParameters parameters;

    private DynamicPriorities(
            ShareLevels levels, Consumption[] use, Adjustment adjustment, DynamicPriorityParameters parameters) {
        this.levels = levels;
        this.use = use;
        this.parameters = parameters;
        this.adjustment = new double[use.length];
        priority = new double[use.length];
        priority[0] = Double.NaN;
        for (int i = 1; i < use.length; i++) {
            this.adjustment[i] = adjustment.of(use[i]);
            priority[i] = levels.shares(i) < 1
                    ? 0
                    : DynamicPriority.priority(
                            levels.shares(i), DynamicPriority.denominator(use[i], this.adjustment[i], parameters));
        }
    }

    /**
     * The priorities of a tree.
     *
     * @param own each node's own use, without the nodes below it; by node number
     */
    public static DynamicPriorities evaluate(
            ShareLevels levels, List<Consumption> own, DynamicPriorityParameters parameters, Adjustment adjustment) {
        if (own.size() != levels.size()) {
            throw new IllegalArgumentException(
                    "consumption of " + own.size() + " nodes: must be of all " + levels.size() + " nodes of the tree");
        }
        Consumption[] use = own.toArray(new Consumption[0]);
        for (int i = use.length - 1; i > 0; i--) {
            int above = levels.parent(i);
            use[above] = use[above].plus(use[i]);
        }
        return new DynamicPriorities(levels, use, adjustment, parameters);
    }

    /** The priority of a node among its siblings, at least 0; not a number for the root, which has no siblings. */
    public double priority(int node) {
        return priority[node];
    }

    /** The denominator of a node's priority, at least {@link DynamicPriority#FLOOR}. */
    public double denominator(int node) {
        return Math.max(DynamicPriority.FLOOR, DynamicPriority.denominator(use[node], adjustment[node], parameters));
    }

    /** The use of a node and everything below it. */
    public Consumption use(int node) {
        return use[node];
    }

    /** The number of nodes. */
    public int size() {
        return priority.length;
    }

    /** The priority of a node with its terms. */
    public List<Term> explain(int node) {
        if (node == 0) {
            return List.of(Term.of("dynamicPriority", Double.NaN, "the root of a share tree has no siblings"));
        }
        if (levels.shares(node) < 1) {
            return List.of(Term.of("dynamicPriority", 0, "no shares: never served", in("shares", levels.shares(node))));
        }
        return DynamicPriority.evaluate(levels.shares(node), use[node], adjustment[node], parameters)
                .terms();
    }

    @Override
    public String toString() {
        return Arrays.toString(priority);
    }
}
