package io.fairway.schedulers.slurm.fairshare;

import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.FairshareAlgorithm;
import io.fairway.core.policy.Term;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import java.util.List;

/**
 * First in, first out: usage has no effect, so no node has a fairshare factor. Raw and normalised usage are still
 * reported. {@code FifoPriority} orders the jobs.
 *
 * <p>Source: Slurm 2.0 multifactor priority page of June 2009 (PriorityType=priority/basic, the default of 2.0).
 */
public final class Fifo implements FairshareAlgorithm {
    @Override
    public Fairshare evaluate(ShareTree tree, UsageSnapshot usage) {
        Fairshare.Values values = new Fairshare.Values(tree, usage);
        Normalised.shares(tree, values);
        Normalised.usage(tree, values, values.raw(0));
        return values.finish((fairshare, node) -> List.of(
                Term.of("fairshare", Double.NaN, "FIFO: jobs go in the order of submission; usage has no effect"),
                Normalised.sharesTerm(fairshare, node),
                Normalised.usageTerm(
                        fairshare,
                        node,
                        "raw usage / raw usage of root",
                        Term.in("rawUsageOfRoot", fairshare.raw(0)))));
    }
}
