package io.fairway.schedulers.slurm.fairshare;

import static io.fairway.core.policy.Term.in;

import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.FairshareAlgorithm;
import io.fairway.core.policy.Term;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import java.util.List;

/**
 * The depth-oblivious fairshare factor: the classic formula with an effective usage that treats deep and shallow
 * associations alike.
 *
 * <ol>
 *   <li>S, U, and the UE of root, of nodes directly below root and of nodes with parent shares follow
 *       {@link ClassicFairshare}. A level without shares has UE = U instead.
 *   <li>Else, with p = fsParent, and S(x), S(p), UE(p), U(x) all above 0: Rp = UE(p)/S(p); Rs = (sum of U over the nodes of
 *       the level with shares of their own)/S(p); Rl = (U(x)/S(x))/Rs; k = 1 if ln(Rp)*ln(Rl) &gt;= 0, else
 *       1/(1 + (5 ln Rp)^2); UE = Rp * Rl^k * S(x). If one of the four is 0, UE = U.
 *   <li>F = 2^(-(UE/S)/d), 0 where S is 0.
 * </ol>
 *
 * <p>Source: Slurm 22.05 priority_multifactor, PriorityFlags=DEPTH_OBLIVIOUS, and its behaviour in steady state.
 *
 * <p>Where we differ: slurmctld sums the siblings' usage as the previous pass left it, so its first pass after a start
 * depends on the order of the nodes. We always sum the usage of the instant.
 */
public final class DepthObliviousFairshare implements FairshareAlgorithm {
    private final int dampening;

    /**
     * @param dampening FairShareDampeningFactor, 1..65535
     */
    public DepthObliviousFairshare(int dampening) {
        this.dampening = ClassicFairshare.checkDampening(dampening);
    }

    @Override
    public Fairshare evaluate(ShareTree tree, UsageSnapshot usage) {
        Fairshare.Values values = new Fairshare.Values(tree, usage);
        Normalised.shares(tree, values);
        Normalised.usage(tree, values, values.raw(0));
        double[] levelUsage = levelUsage(tree, values);
        values.effectiveUsage[0] = 1;
        for (int i = 1; i < tree.size(); i++) {
            values.effectiveUsage[i] = effectiveUsage(tree, values, levelUsage, i);
        }
        for (int i = 0; i < tree.size(); i++) {
            values.factor[i] = ClassicFairshare.factor(values.effectiveUsage[i], values.normShares[i], dampening);
        }
        return values.finish((fairshare, node) -> explain(fairshare, node, levelUsage));
    }

    /** Per node, the sum of the normalised usage of the nodes with this fsParent and shares of their own. */
    private static double[] levelUsage(ShareTree tree, Fairshare.Values values) {
        double[] sums = new double[tree.size()];
        for (int i = 1; i < tree.size(); i++) {
            if (!tree.hasParentShares(i)) {
                sums[tree.fsParent(i)] += values.normUsage[i];
            }
        }
        return sums;
    }

    private static double effectiveUsage(ShareTree tree, Fairshare.Values values, double[] levelUsage, int node) {
        int above = tree.fsParent(node);
        double usage = values.normUsage[node];
        if (above == 0) {
            return usage;
        }
        if (tree.hasParentShares(node)) {
            return values.effectiveUsage[above];
        }
        double shares = values.normShares[node];
        double sharesAbove = values.normShares[above];
        double usageAbove = values.effectiveUsage[above];
        if (shares == 0 || sharesAbove == 0 || usageAbove == 0 || usage == 0) {
            return usage;
        }
        double ratioAbove = usageAbove / sharesAbove;
        double ratioOfLevel = levelUsage[above] / sharesAbove;
        double ratio = usage / shares / ratioOfLevel;
        return ratioAbove * StrictMath.pow(ratio, damping(ratioAbove, ratio)) * shares;
    }

    private static double damping(double ratioAbove, double ratio) {
        double log = StrictMath.log(ratioAbove);
        return log * StrictMath.log(ratio) >= 0 ? 1 : 1 / (1 + (5 * log) * (5 * log));
    }

    private List<Term> explain(Fairshare fairshare, int node, double[] levelUsage) {
        int above = Math.max(0, fairshare.tree().fsParent(node));
        return List.of(
                ClassicFairshare.factorTerm(fairshare, node, dampening),
                Term.of(
                        "effectiveUsage",
                        fairshare.effectiveUsage(node),
                        "Rp * Rl^k * S: Rp = effective usage / shares of the account above, Rl = usage / shares compared"
                                + " with the level, k = 1 or 1/(1 + (5 ln Rp)^2) if Rp and Rl are on different sides of 1;"
                                + " directly below root and where a factor is 0 the normalised usage",
                        in("normalisedUsage", fairshare.normUsage(node)),
                        in("normalisedShares", fairshare.normShares(node)),
                        in("effectiveUsageAbove", fairshare.effectiveUsage(above)),
                        in("normalisedSharesAbove", fairshare.normShares(above)),
                        in("usageOfLevel", levelUsage[above])),
                Normalised.sharesTerm(fairshare, node),
                Normalised.usageTerm(
                        fairshare, node, "raw usage / raw usage of root", in("rawUsageOfRoot", fairshare.raw(0))));
    }
}
