package io.fairway.api.why;

import io.fairway.avro.PolicyState;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareTree;
import io.fairway.policies.slurm.PendingJobs;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.DomainSnapshot.NamedPolicy;
import io.fairway.reading.DomainSnapshot.RankedJob;
import io.fairway.reading.past.PastDomain;
import io.fairway.reading.past.PastDomain.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What changed for a user since an earlier instant: the domain of then is made that of now in steps, and each step has its part. Another
 * order of the steps would divide the change in another way; the first and the last value would be the same.
 *
 * @param step what this stage has of now, with all steps before it
 * @param associations how each association of the user stands
 * @param firstJob the place of the user's first job, 1 = next; 0 = none has a place
 * @param startable the number of jobs that have a place
 */
public record WhySince(Step step, Map<NodeId, Standing> associations, int firstJob, int startable) {
    /**
     * How an association stands.
     *
     * @param factor the policy's fairshare factor
     * @param place among the users of its tree, 1 is served first; 0 = none
     */
    public record Standing(double factor, long place) {}

    /**
     * All steps, from then to now.
     *
     * @param at epoch milliseconds
     * @param policy its name; null = the policy that is active at each step
     */
    public static List<WhySince> steps(DomainSnapshot now, long at, @Nullable String policy, String user) {
        List<WhySince> steps = new ArrayList<>();
        for (Step step : Step.values()) {
            steps.add(of(step, PastDomain.after(now, at, step, user), policy, user));
        }
        return steps;
    }

    private static WhySince of(Step step, DomainSnapshot snapshot, @Nullable String name, String user) {
        Map<NodeId, Standing> standings = new LinkedHashMap<>();
        for (NamedPolicy policy : snapshot.policies()) {
            boolean asked = name == null
                    ? policy.current().getState() == PolicyState.ACTIVE
                    : policy.name().equals(name);
            if (!asked) {
                continue;
            }
            for (String tree : snapshot.trees(policy)) {
                stand(snapshot.fairshare(policy, tree), user, standings);
            }
            List<RankedJob> ranking = snapshot.ranking(policy);
            int startable = (int) ranking.stream().filter(RankedJob::mayStart).count();
            for (int i = 0; i < startable; i++) {
                RankedJob job = ranking.get(i);
                if (PendingJobs.association(job.key(), job.view()).user().equals(user)) {
                    return new WhySince(step, standings, i + 1, startable);
                }
            }
            return new WhySince(step, standings, 0, startable);
        }
        return new WhySince(step, standings, 0, 0);
    }

    private static void stand(Fairshare fairshare, String user, Map<NodeId, Standing> standings) {
        ShareTree tree = fairshare.tree();
        for (int node = 1; node < tree.size(); node++) {
            if (tree.isUser(node) && tree.id(node).user().equals(user)) {
                standings.put(tree.id(node), new Standing(fairshare.factor(node), Places.of(fairshare, node)));
            }
        }
    }
}
