package io.fairway.policies.explain;

import static io.fairway.policies.explain.Wording.number;

import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.usage.DecayLaw;
import io.fairway.schedulers.slurm.SlurmAlgorithm;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outlook of an association under one of Slurm's fairshare algorithms.
 *
 * <ol>
 *   <li>Without jobs usage is {@code U * 2^(-t/H)}. Under the linear algorithm effective usage is linear in usage, which is
 *       relative to the machine: it falls below the normalised shares S after {@code H * log2(UE/S)}.
 *   <li>Under the others usage is relative to everybody's, so that nothing moves while all are idle. What is said is for one
 *       association that is idle while the usage of all, and the effective usage of the account above, stay as they are:
 *       with q = shares / shares of the level UE is {@code q * UE(above) + (1 - q) * U * 2^(-t/H)}.
 *   <li>Under Fair Tree level fairshare S/U doubles in every half-life under the same condition.
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
     * @param resources what the machine could have delivered, TRES-seconds; of the linear algorithm alone
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

    /** The outlook of a node. */
    public Outlook of(int node) {
        Outlook.Builder outlook = new Outlook.Builder();
        decays(node, outlook);
        if (node > 0) {
            switch (algorithm) {
                case LINEAR_2_0 -> linear(node, outlook);
                case CLASSIC -> classic(node, outlook);
                case DEPTH_OBLIVIOUS -> depthOblivious(node, outlook);
                case FAIR_TREE_DOCUMENTED, FAIR_TREE_SLURM -> fairTree(node, outlook);
                case FIFO -> outlook.change("Usage and shares change nothing: jobs start in the order of submission.");
            }
        }
        return outlook.build(formula(), algorithm == SlurmAlgorithm.LINEAR_2_0 ? sum(node) : null);
    }

    private String formula() {
        return switch (algorithm) {
            case LINEAR_2_0 -> "factor = (normalised shares - effective usage + 1) / 2";
            case CLASSIC, DEPTH_OBLIVIOUS -> "factor = 2^(-(effective usage / normalised shares) / dampening)";
            case FAIR_TREE_DOCUMENTED, FAIR_TREE_SLURM ->
                "factor = rank / users; ranks by level fairshare = shares of the level / usage of the level,"
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
            outlook.recovery("Nothing that counts has been used: there is nothing to recover from.");
        } else if (decay != null) {
            outlook.recovery("Usage halves every " + Wording.duration(decay.seconds()) + ": of the " + number(raw)
                    + " that count now " + number(raw / 2) + " are left "
                    + Wording.after(decay.seconds(), at) + ", if nothing runs.");
        } else if (nextReset == Long.MAX_VALUE) {
            outlook.recovery("Usage does not decay and is never reset: the " + number(raw) + " stay.");
        }
        if (raw > 0 && nextReset != Long.MAX_VALUE) {
            outlook.recovery("All usage is forgotten at the next reset, on " + Wording.instant(nextReset) + ".");
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
            outlook.change("It, or an account above it, has used more than the " + number(resources)
                    + " that the machine could deliver, which counts as all of it: more costs nothing more.");
            return;
        }
        if (!tree.hasParentShares(node)) {
            outlook.change("Each further hundredth of what the machine could deliver (" + number(hundredth)
                    + ") that it uses costs 0.005.");
        }
        double effective = fairshare.effectiveUsage(node);
        double shares = fairshare.normShares(node);
        if (decay == null || effective == 0) {
            return;
        }
        if (effective > shares && shares > 0) {
            outlook.recovery("Without any job running, effective usage " + number(effective)
                    + " falls to the normalised shares " + number(shares) + ", and the factor is 0.5, "
                    + Wording.after(decay.until(effective, shares), at) + ".");
        } else {
            outlook.recovery("Without any job running, half of what the factor lacks to " + number((shares + 1) / 2)
                    + " comes back every " + Wording.duration(decay.seconds()) + ": it is "
                    + number((shares - effective / 2 + 1) / 2) + " " + Wording.after(decay.seconds(), at) + ".");
        }
    }

    private void classic(int node, Outlook.Builder outlook) {
        moreShares(node, outlook);
        relative(outlook);
        ShareTree tree = fairshare.tree();
        int above = tree.fsParent(node);
        if (above > 0 && (tree.hasParentShares(node) || tree.shares(node) == tree.levelShares(node))) {
            outlook.recovery("It has the effective usage of " + tree.path(above) + ", and recovers with it.");
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
            outlook.recovery("Below the first level the formula has no closed form over time.");
        }
    }

    private void relative(Outlook.Builder outlook) {
        if (decay != null && fairshare.raw(0) > 0) {
            outlook.recovery("Usage counts in relation to that of all: while nobody runs anything no factor moves.");
        }
    }

    /** @param drawn part of its effective usage that is the account's; {@code kept} is that part itself */
    private void toShares(int node, double drawn, double kept, Outlook.Builder outlook) {
        double effective = fairshare.effectiveUsage(node);
        double shares = fairshare.normShares(node);
        double own = (1 - drawn) * fairshare.normUsage(node);
        if (decay == null || shares <= 0 || own <= 0) {
            return;
        }
        String at50 = "the normalised shares " + number(shares) + " (factor "
                + number(StrictMath.pow(2, -1.0 / dampening)) + ")";
        if (effective <= shares) {
            outlook.recovery("Effective usage " + number(effective) + " is not above " + at50 + ".");
        } else if (kept >= shares) {
            outlook.recovery("By being idle it does not come down to " + at50
                    + ": the usage of the account above draws " + number(kept) + ".");
        } else {
            outlook.recovery("If it is idle, and all together use on as before, effective usage " + number(effective)
                    + " falls to " + at50 + " " + Wording.after(decay.until(own, shares - kept), at) + ".");
        }
    }

    /** One share more, everything else unchanged; the formulas of the linear and classic algorithms. */
    private void moreShares(int node, Outlook.Builder outlook) {
        ShareTree tree = fairshare.tree();
        if (tree.hasParentShares(node)) {
            outlook.change("It has parent shares: its factor changes with the shares of "
                    + tree.path(tree.fsParent(node)) + ".");
            return;
        }
        int above = tree.fsParent(node);
        if (above > 0 && tree.shares(node) > 0 && tree.shares(node) == tree.levelShares(node)) {
            outlook.change("It has all shares of its level: more of them change nothing, but more of "
                    + tree.path(above) + " do.");
            return;
        }
        double more = (tree.shares(node) + 1.0) / (tree.levelShares(node) + 1.0);
        double shares = fairshare.normShares(above) * more;
        double usage = fairshare.normUsage(node);
        double effective = above == 0 ? usage : usage + (fairshare.effectiveUsage(above) - usage) * more;
        double factor = algorithm == SlurmAlgorithm.LINEAR_2_0
                ? (shares - effective + 1) / 2
                : StrictMath.pow(2, -(effective / shares) / dampening);
        outlook.change("With " + (tree.shares(node) + 1) + " shares instead of " + tree.shares(node) + " of "
                + tree.levelShares(node) + " on its level, normalised shares were " + number(shares)
                + " and the factor " + number(factor) + ".");
    }

    private void fairTree(int node, Outlook.Builder outlook) {
        relative(outlook);
        ShareTree tree = fairshare.tree();
        for (int i = node; i > 0; i = tree.parent(i)) {
            if (!tree.hasParentShares(i)) {
                level(i, outlook);
            }
        }
    }

    private void level(int node, Outlook.Builder outlook) {
        ShareTree tree = fairshare.tree();
        String path = tree.path(node);
        double own = fairshare.levelFs(node);
        if (fairshare.normShares(node) == 0) {
            outlook.change(path + " has no shares, and goes last on its level whatever it uses.");
            return;
        }
        if (Double.isInfinite(own)) {
            return;
        }
        int ahead = ahead(node);
        if (ahead > 0) {
            String other = tree.path(ahead);
            if (Double.isInfinite(fairshare.levelFs(ahead))) {
                outlook.change(other + " goes before " + path + ", since it has used nothing.");
            } else {
                double shares = tree.shares(ahead) * fairshare.raw(node) / fairshare.raw(ahead);
                outlook.change(other + " goes before " + path + ", with level fairshare "
                        + number(fairshare.levelFs(ahead)) + " against " + number(own) + ": with more than "
                        + number(shares) + " shares (now " + tree.shares(node) + ") it would be the other way round.");
                if (decay != null) {
                    double seconds = decay.until(fairshare.levelFs(ahead), own);
                    outlook.recovery("If " + path + " is idle, and the usage of its level and of " + other
                            + " stays as it is, it goes before " + other + " "
                            + Wording.after(seconds, at) + ".");
                }
            }
        }
        if (decay != null && own < 1) {
            outlook.recovery("If " + path + " is idle, and the usage of its level stays as it is, its level fairshare "
                    + number(own) + " doubles every " + Wording.duration(decay.seconds())
                    + ", and is 1 (used as much as its shares) " + Wording.after(decay.until(1, own), at) + ".");
        }
    }

    /** Of those on the level that go before a node, the one that is least ahead; 0 = none. */
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
