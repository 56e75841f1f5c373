package io.fairway.schedulers.slurm;

import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.FairshareAlgorithm;
import io.fairway.core.policy.Term;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import java.util.List;

/**
 * First in, first out: usage decides nothing, so that no node has a fairshare factor. Raw and normalised usage are still
 * reported. The order of jobs is that of {@link FifoPriority}.
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
                Term.of("fairshare", Double.NaN, "FIFO: jobs go in the order of submission; usage decides nothing"),
                Normalised.sharesTerm(fairshare, node),
                Normalised.usageTerm(
                        fairshare,
                        node,
                        "raw usage / raw usage of root",
                        Term.in("rawUsageOfRoot", fairshare.raw(0)))));
    }
}
