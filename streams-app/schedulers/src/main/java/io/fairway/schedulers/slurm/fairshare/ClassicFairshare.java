package io.fairway.schedulers.slurm.fairshare;

import static io.fairway.core.policy.Term.in;

import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.FairshareAlgorithm;
import io.fairway.core.policy.Term;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import java.util.List;

/**
 * The classic fairshare factor of Slurm, F = 2^(-(UE/S)/d).
 *
 * <ol>
 *   <li>{@link Normalised} defines S and U; U is raw usage over that of root.
 *   <li>Effective usage UE: 1 for root. Where fsParent is root, UE = U (also with parent shares). With parent shares, or
 *       where the level has no shares at all, UE = UE(fsParent). Else UE = U + (UE(fsParent) - U) * shares / level shares.
 *   <li>F = 0 where S is 0, even without usage; else 2^(-(UE/S)/d) with the dampening factor d. 1 = nothing used, 0.5 =
 *       exactly on share (d = 1).
 * </ol>
 *
 * <p>Source: Slurm 22.05 priority_multifactor, "The SLURM Fair-Share Formula", PriorityFlags=NO_FAIR_TREE.
 *
 * <p>Where we differ: slurmctld computes the effective usage of accounts before it charges a pass, so it lags one pass
 * behind; here all numbers belong to one instant.
 */
public final class ClassicFairshare implements FairshareAlgorithm {
    private final int dampening;

    /**
     * @param dampening FairShareDampeningFactor, 1..65535
     */
    public ClassicFairshare(int dampening) {
        this.dampening = checkDampening(dampening);
    }

    static int checkDampening(int dampening) {
        if (dampening < 1 || dampening > 0xFFFF) {
            throw new IllegalArgumentException("FairShareDampeningFactor " + dampening + ": must be 1 to 65535");
        }
        return dampening;
    }

    @Override
    public Fairshare evaluate(ShareTree tree, UsageSnapshot usage) {
        Fairshare.Values values = new Fairshare.Values(tree, usage);
        Normalised.shares(tree, values);
        Normalised.usage(tree, values, values.raw(0));
        EffectiveUsage.compute(tree, values, 1);
        for (int i = 0; i < tree.size(); i++) {
            values.factor[i] = factor(values.effectiveUsage[i], values.normShares[i], dampening);
        }
        return values.finish(this::explain);
    }

    static double factor(double effectiveUsage, double normShares, int dampening) {
        return normShares <= 0 ? 0 : StrictMath.pow(2, -(effectiveUsage / normShares) / dampening);
    }

    private List<Term> explain(Fairshare fairshare, int node) {
        return List.of(
                factorTerm(fairshare, node, dampening),
                EffectiveUsage.term(fairshare, node),
                Normalised.sharesTerm(fairshare, node),
                Normalised.usageTerm(
                        fairshare, node, "raw usage / raw usage of root", in("rawUsageOfRoot", fairshare.raw(0))));
    }

    static Term factorTerm(Fairshare fairshare, int node, int dampening) {
        double shares = fairshare.normShares(node);
        return Term.of(
                "fairshare",
                fairshare.factor(node),
                shares <= 0 ? "0: no shares" : "2^(-(effective usage / normalised shares) / dampening)",
                in("effectiveUsage", fairshare.effectiveUsage(node)),
                in("normalisedShares", shares),
                in("dampening", dampening));
    }
}
