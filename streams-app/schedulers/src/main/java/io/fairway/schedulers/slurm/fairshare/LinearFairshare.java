package io.fairway.schedulers.slurm.fairshare;

import static io.fairway.core.policy.Term.in;

import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.FairshareAlgorithm;
import io.fairway.core.policy.Term;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import java.util.List;

/**
 * The linear fairshare factor of Slurm 2.0, F = (S - UE + 1) / 2.
 *
 * <ol>
 *   <li>S is the product of shares / sum of the level over the node and the accounts above it.
 *   <li>U = raw usage / R, at most 1, where R is the capacity of the machine so far ({@link AvailableResources}).
 *   <li>UE = U directly below root, else UE = U + (UE(account above) - U) * shares / level shares, top down.
 *   <li>F = (S - UE + 1) / 2, 0..1; 0.5 = exactly on share.
 * </ol>
 *
 * <p>Source: Slurm 2.0 multifactor priority page of June 2009, "Fair-share".
 *
 * <p>Where we differ: the page speaks of all users, or of all sub-accounts, of an account. Like the released code, we
 * treat all children of an account as one level. The page has neither parent shares nor levels without shares:
 * {@link ClassicFairshare}'s rules apply to both.
 */
public final class LinearFairshare implements FairshareAlgorithm {
    private final double resources;

    /** @param resources R: the processor-seconds that the machine could have delivered, decayed; at least 0 */
    public LinearFairshare(double resources) {
        if (!(resources >= 0) || Double.isInfinite(resources)) {
            throw new IllegalArgumentException(
                    "resources " + resources + ": must be a finite number of available processor-seconds, at least 0");
        }
        this.resources = resources;
    }

    @Override
    public Fairshare evaluate(ShareTree tree, UsageSnapshot usage) {
        Fairshare.Values values = new Fairshare.Values(tree, usage);
        Normalised.shares(tree, values);
        Normalised.usage(tree, values, resources);
        EffectiveUsage.compute(tree, values, values.normUsage[0]);
        for (int i = 0; i < tree.size(); i++) {
            values.factor[i] = (values.normShares[i] - values.effectiveUsage[i] + 1) / 2;
        }
        return values.finish(this::explain);
    }

    private List<Term> explain(Fairshare fairshare, int node) {
        return List.of(
                Term.of(
                        "fairshare",
                        fairshare.factor(node),
                        "(normalised shares - effective usage + 1) / 2",
                        in("normalisedShares", fairshare.normShares(node)),
                        in("effectiveUsage", fairshare.effectiveUsage(node))),
                EffectiveUsage.term(fairshare, node),
                Normalised.sharesTerm(fairshare, node),
                Normalised.usageTerm(
                        fairshare, node, "raw usage / available resources, at most 1", in("resources", resources)));
    }
}
