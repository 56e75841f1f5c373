package io.fairway.engine.results;

import io.fairway.core.ledger.JobView;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import io.fairway.engine.state.ActivePolicy;
import io.fairway.engine.state.CurrentJob;
import io.fairway.engine.state.DomainState;
import io.fairway.policies.family.JobPricer;
import io.fairway.policies.family.PolicyView;
import io.fairway.policies.family.Ranked;
import io.fairway.policies.family.UserActivities;
import io.fairway.policies.family.WaitingJob;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Prices the jobs of one domain. Each policy and tree has one price list at a time, made of the usage of its last
 * evaluation. After a start or with a new version, the first job that asks makes the list. So a job is never priced
 * without usage, and the jobs priced between two evaluations are comparable.
 */
public final class JobPricing {
    private final DomainState state;
    private final UserActivities activity = new UserActivities();
    private final Map<Of, PriceList> lists = new HashMap<>();

    private record Of(String policy, String tree) {}

    /** A price list, with the version and the tree that it was made for. Another version or tree needs another list. */
    private record PriceList(ActivePolicy policy, ShareTree tree, JobPricer pricer) {}

    JobPricing(DomainState state) {
        this.state = state;
    }

    /** Pricing for a domain that is only read. */
    public static JobPricing reading(DomainState state) {
        JobPricing pricing = new JobPricing(state);
        pricing.countActivities();
        return pricing;
    }

    /** Begins to count what users run when a policy reads it, and stops when none does. */
    void countActivities() {
        boolean needed = state.policies().inForce().stream()
                .anyMatch(policy -> policy.family().readsActivity());
        if (needed == activity.counts()) {
            return;
        }
        activity.count(needed);
        if (needed) {
            for (JobKey job : state.jobs().active().keySet()) {
                CurrentJob current = state.current(job);
                if (current != null) {
                    jobChanged(current);
                }
            }
        }
    }

    /** Takes a job in. Returns the share tree if its user's activity changed, else {@code null}. */
    @Nullable
    String jobChanged(CurrentJob job) {
        return activity.counts() ? activity.changed(job.key(), job.view(), job.life()) : null;
    }

    /** Prices by this view from now on. */
    void evaluated(ActivePolicy policy, ShareTree tree, PolicyView view) {
        lists.put(new Of(policy.name(), tree.tree()), new PriceList(policy, tree, view.pricer()));
    }

    /** Forgets the lists of other trees. Jobs of nobody have a list without a tree. */
    void keepTrees(Set<String> trees) {
        lists.keySet().removeIf(of -> !of.tree().isEmpty() && !trees.contains(of.tree()));
    }

    /** Other policies are in force: forgets the lists of those that are not. */
    void policiesChanged() {
        countActivities();
        lists.keySet().removeIf(of -> !state.policies().isInForce(of.policy()));
    }

    /**
     * The prices of a job under a policy, by request. There are none unless the job waits or the policy ranks active
     * jobs, and its association is known or the policy needs no shares.
     *
     * @param association the association whose fairshare counts under the policy; null = none
     * @param factor of the association; NaN if there is none yet
     * @param last by request, the priorities that its records begin at, if they must not fall
     */
    public Map<String, Ranked> ranked(
            ActivePolicy policy,
            CurrentJob job,
            @Nullable NodeId association,
            double factor,
            Map<String, Double> last) {
        JobView view = job.view();
        if (view.status() == JobView.Status.ENDED
                || (!job.isPending() && policy.family().requestsOfActive().isEmpty())) {
            return Map.of();
        }
        // A job of nobody has no tree. It must not make one of the name that it carries: names are anybody's to invent.
        ShareTree tree = state.tree(policy, association == null ? "" : association.tree());
        if (association != null
                && policy.family().needsShares()
                && !policy.family().hasPlace(tree, association, view.attributes())
                && state.shares().node(association) == null) {
            return Map.of();
        }
        WaitingJob waiting = new WaitingJob(
                job.key(),
                view,
                job.life(),
                association,
                factor,
                activity.of(job.key(), view.attributes(), state.clock()),
                last);
        return pricer(policy, tree).priorities(waiting, state.clock());
    }

    @SuppressWarnings("ReferenceEquality") // the same objects are the same version and shape
    private JobPricer pricer(ActivePolicy policy, ShareTree tree) {
        Of of = new Of(policy.name(), tree.tree());
        PriceList list = lists.get(of);
        if (list == null || list.policy() != policy || list.tree() != tree) {
            list = new PriceList(
                    policy,
                    tree,
                    policy.family().view(tree, state.charged(), state.clock()).pricer());
            lists.put(of, list);
        }
        return list.pricer();
    }
}
