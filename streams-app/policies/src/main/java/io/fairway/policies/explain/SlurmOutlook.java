package io.fairway.policies.explain;

import static io.fairway.policies.explain.Wording.rounded;

import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.usage.DecayLaw;
import io.fairway.schedulers.slurm.SlurmAlgorithm;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The outlook of an association under one of Slurm's fairshare algorithms.
 *
 * <ol>
 *   <li>Without jobs, usage is {@code U * 2^(-t/H)}. The linear algorithm relates usage to the machine, and effective usage UE
 *       is linear in it. UE falls below the normalised shares S after {@code H * log2(UE/S)}.
 *   <li>The other algorithms relate usage to everybody's usage: nothing changes while all are idle. Their sentences assume that
 *       one association is idle, and that the usage of all and the effective usage of the account above stay as they are. With
 *       q = shares / shares of the level, UE is then {@code q * UE(above) + (1 - q) * U * 2^(-t/H)}.
 *   <li>Under Fair Tree, level fairshare S/U doubles in every half-life under the same condition.
 * </ol>
 */
public final class SlurmOutlook {
    private final Fairshare fairshare;
    private final SlurmAlgorithm algorithm;
    private final double resources;
    private final int dampening;
    private final @Nullable ExponentialDecay decay;
    private final long nextReset;
    private final long at;

    /**
     * @param resources what the machine could deliver, TRES-seconds; for the linear algorithm only
     * @param nextReset epoch milliseconds; {@link Long#MAX_VALUE} = never
     * @param at the instant of evaluation, epoch milliseconds
     */
    public SlurmOutlook(
            Fairshare fairshare,
            SlurmAlgorithm algorithm,
            double resources,
            int dampening,
            DecayLaw law,
            long nextReset,
            long at) {
        this.fairshare = fairshare;
        this.algorithm = algorithm;
        this.resources = resources;
        this.dampening = dampening;
        this.nextReset = nextReset;
        this.at = at;
        decay = law.kind() == DecayLaw.Kind.NONE ? null : ExponentialDecay.halfLife(law.millis() / 1000.0);
    }

    /** The outlook of a node, for readers that may see every node. */
    public Outlook of(int node) {
        return of(node, every -> true);
    }

    /**
     * The outlook of a node.
     *
     * @param named the siblings that sentences may name; of others they tell only that they go before
     */
    public Outlook of(int node, IntPredicate named) {
        Outlook.Builder outlook = new Outlook.Builder();
        decays(node, outlook);
        if (node > 0) {
            switch (algorithm) {
                case LINEAR_2_0 -> linear(node, outlook);
                case CLASSIC -> classic(node, outlook);
                case DEPTH_OBLIVIOUS -> depthOblivious(node, outlook);
                case FAIR_TREE_DOCUMENTED, FAIR_TREE_SLURM -> fairTree(node, named, outlook);
                case FIFO -> outlook.change("Neither usage nor shares matter: jobs start in the order of submission.");
            }
        }
        return outlook.build(formula(), algorithm == SlurmAlgorithm.LINEAR_2_0 ? sum(node) : null);
    }

    private String formula() {
        return switch (algorithm) {
            case LINEAR_2_0 -> "factor = (normalised shares - effective usage + 1) / 2";
            case CLASSIC, DEPTH_OBLIVIOUS -> "factor = 2^(-(effective usage / normalised shares) / dampening)";
            case FAIR_TREE_DOCUMENTED, FAIR_TREE_SLURM ->
                "factor = Slurm's rank / users; Slurm ranks by level fairshare = share of the level / usage of the level,"
                        + " account by account from the root down";
            case FIFO -> "no factor: first in, first out";
        };
    }

    private Sum sum(int node) {
        return new Sum(
                "factor",
                fairshare.factor(node),
                List.of(
                        Sum.Part.of("constant", 0.5, 1),
                        Sum.Part.of("normalisedShares", 0.5, fairshare.normShares(node)),
                        Sum.Part.of("effectiveUsage", -0.5, fairshare.effectiveUsage(node))));
    }

    private void decays(int node, Outlook.Builder outlook) {
        double raw = fairshare.raw(node);
        if (raw == 0) {
            outlook.recovery("No usage counts: there is nothing to recover from.");
        } else if (decay != null) {
            outlook.recovery("Usage halves every " + Wording.duration(decay.seconds()) + ". Without running jobs, "
                    + rounded(raw) + " falls to " + rounded(raw / 2) + " " + Wording.after(decay.seconds(), at) + ".");
        } else if (nextReset == Long.MAX_VALUE) {
            outlook.recovery("Usage does not decay and is never reset: it stays at " + rounded(raw) + ".");
        }
        if (raw > 0 && nextReset != Long.MAX_VALUE) {
            outlook.recovery("The next reset, on " + Wording.instant(nextReset) + ", sets all usage to 0.");
        }
    }

    private void linear(int node, Outlook.Builder outlook) {
        moreShares(node, outlook);
        ShareTree tree = fairshare.tree();
        double hundredth = resources / 100;
        boolean capped = false;
        for (int i = node; i > 0; i = tree.fsParent(i)) {
            capped |= fairshare.raw(i) > resources;
        }
        if (capped) {
            outlook.change("It or an account above it used more than the machine could deliver (" + rounded(resources)
                    + "). This counts as 100 %: further usage costs nothing.");
            return;
        }
        if (!tree.hasParentShares(node)) {
            outlook.change("Each further 1 % of what the machine could deliver (" + rounded(hundredth)
                    + ") lowers the factor by 0.005.");
        }
        double effective = fairshare.effectiveUsage(node);
        double shares = fairshare.normShares(node);
        if (decay == null || effective == 0) {
            return;
        }
        if (effective > shares && shares > 0) {
            outlook.recovery("Without running jobs, effective usage falls from " + rounded(effective)
                    + " to the normalised shares " + rounded(shares) + " "
                    + Wording.after(decay.until(effective, shares), at) + ". The factor is then 0.5.");
        } else {
            outlook.recovery("Without running jobs, the factor covers half of its way to " + rounded((shares + 1) / 2)
                    + " every " + Wording.duration(decay.seconds()) + ": it is "
                    + rounded((shares - effective / 2 + 1) / 2) + " " + Wording.after(decay.seconds(), at) + ".");
        }
    }

    private void classic(int node, Outlook.Builder outlook) {
        moreShares(node, outlook);
        relative(outlook);
        ShareTree tree = fairshare.tree();
        int above = tree.fsParent(node);
        if (above > 0 && (tree.hasParentShares(node) || tree.shares(node) == tree.levelShares(node))) {
            outlook.recovery("It has the effective usage of " + tree.path(above) + " and recovers with it.");
            return;
        }
        double drawn = above == 0 ? 0 : (double) tree.shares(node) / tree.levelShares(node);
        toShares(node, drawn, above == 0 ? 0 : drawn * fairshare.effectiveUsage(above), outlook);
    }

    private void depthOblivious(int node, Outlook.Builder outlook) {
        relative(outlook);
        if (fairshare.tree().fsParent(node) == 0) {
            moreShares(node, outlook);
            toShares(node, 0, 0, outlook);
        } else {
            outlook.recovery(
                    "Fairway does not foretell this factor below the first level: it has no closed form over time.");
        }
    }

    private void relative(Outlook.Builder outlook) {
        if (decay != null && fairshare.raw(0) > 0) {
            outlook.recovery("Usage counts relative to everybody's usage: while nobody runs a job, no factor changes.");
        }
    }

    /**
     * @param drawn which part of the account's effective usage the node takes over
     * @param kept the effective usage that it takes over
     */
    private void toShares(int node, double drawn, double kept, Outlook.Builder outlook) {
        double effective = fairshare.effectiveUsage(node);
        double shares = fairshare.normShares(node);
        double own = (1 - drawn) * fairshare.normUsage(node);
        if (decay == null || shares <= 0 || own <= 0) {
            return;
        }
        String at50 = "the normalised shares " + rounded(shares) + " (factor "
                + rounded(StrictMath.pow(2, -1.0 / dampening)) + ")";
        if (effective <= shares) {
            outlook.recovery("Effective usage " + rounded(effective) + " does not exceed " + at50 + ".");
        } else if (kept >= shares) {
            outlook.recovery("Being idle does not bring it down to " + at50 + ": it takes over " + rounded(kept)
                    + " from the account above it.");
        } else {
            outlook.recovery("If it is idle and everybody's usage stays as it is, effective usage falls from "
                    + rounded(effective) + " to " + at50 + " " + Wording.after(decay.until(own, shares - kept), at)
                    + ".");
        }
    }

    /** What one more share would change, by the formulas of the linear and classic algorithms. */
    private void moreShares(int node, Outlook.Builder outlook) {
        ShareTree tree = fairshare.tree();
        if (tree.hasParentShares(node)) {
            outlook.change("It has parent shares: its factor changes with the shares of "
                    + tree.path(tree.fsParent(node)) + ".");
            return;
        }
        int above = tree.fsParent(node);
        if (above > 0 && tree.shares(node) > 0 && tree.shares(node) == tree.levelShares(node)) {
            outlook.change("It has all shares of its level: only more shares of " + tree.path(above)
                    + " would change its factor.");
            return;
        }
        double more = (tree.shares(node) + 1.0) / (tree.levelShares(node) + 1.0);
        double shares = fairshare.normShares(above) * more;
        double usage = fairshare.normUsage(node);
        double effective = above == 0 ? usage : usage + (fairshare.effectiveUsage(above) - usage) * more;
        double factor = algorithm == SlurmAlgorithm.LINEAR_2_0
                ? (shares - effective + 1) / 2
                : StrictMath.pow(2, -(effective / shares) / dampening);
        outlook.change("With " + (tree.shares(node) + 1) + " shares instead of " + tree.shares(node)
                + ", the factor would be " + rounded(factor) + " (normalised shares " + rounded(shares) + ").");
    }

    private void fairTree(int node, IntPredicate named, Outlook.Builder outlook) {
        relative(outlook);
        ShareTree tree = fairshare.tree();
        for (int i = node; i > 0; i = tree.parent(i)) {
            if (!tree.hasParentShares(i)) {
                level(i, named, outlook);
            }
        }
    }

    private void level(int node, IntPredicate named, Outlook.Builder outlook) {
        ShareTree tree = fairshare.tree();
        String path = tree.path(node);
        double own = fairshare.levelFs(node);
        if (fairshare.normShares(node) == 0) {
            outlook.change(path + " has no shares: it goes last on its level, whatever it uses.");
            return;
        }
        if (Double.isInfinite(own)) {
            return;
        }
        int ahead = ahead(node);
        if (ahead > 0 && !named.test(ahead)) {
            outlook.change((tree.isUser(ahead) ? "Another user" : "Another account") + " goes before " + path + ".");
        } else if (ahead > 0) {
            String other = tree.path(ahead);
            if (Double.isInfinite(fairshare.levelFs(ahead))) {
                outlook.change(other + " goes before " + path + " because it used nothing.");
            } else {
                double shares = tree.shares(ahead) * fairshare.raw(node) / fairshare.raw(ahead);
                outlook.change(other + " goes before " + path + ": its level fairshare is "
                        + rounded(fairshare.levelFs(ahead)) + " against " + rounded(own) + ". With more than "
                        + rounded(shares) + " shares (now " + tree.shares(node) + "), " + path + " would go first.");
                if (decay != null) {
                    double seconds = decay.until(fairshare.levelFs(ahead), own);
                    outlook.recovery("If " + path + " is idle and the usage of its level and of " + other
                            + " stays as it is, " + path + " goes before " + other + " "
                            + Wording.after(seconds, at) + ".");
                }
            }
        }
        if (decay != null && own < 1) {
            outlook.recovery(
                    "If " + path + " is idle and the usage of its level stays as it is, its level fairshare of "
                            + rounded(own) + " doubles every " + Wording.duration(decay.seconds())
                            + ". It is 1 (usage equals share) " + Wording.after(decay.until(1, own), at) + ".");
        }
    }

    /** The sibling that goes before a node by the smallest lead; 0 = none does. */
    private int ahead(int node) {
        ShareTree tree = fairshare.tree();
        int nearest = 0;
        for (int i = 1; i < tree.size(); i++) {
            if (tree.fsParent(i) == tree.fsParent(node)
                    && !tree.hasParentShares(i)
                    && fairshare.levelFs(i) > fairshare.levelFs(node)
                    && (nearest == 0 || fairshare.levelFs(i) < fairshare.levelFs(nearest))) {
                nearest = i;
            }
        }
        return nearest;
    }
}
