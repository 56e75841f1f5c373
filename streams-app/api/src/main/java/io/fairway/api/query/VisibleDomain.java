package io.fairway.api.query;

import io.fairway.access.Caller;
import io.fairway.access.Forbidden;
import io.fairway.access.Visibility;
import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.JobView;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import io.fairway.policies.slurm.PendingJobs;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.SnapshotForest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a caller sees of a domain. For one question.
 *
 * <p>A refusal depends on the names in the question and on what the caller sees, and on nothing else. So it is the same
 * for a thing that is another's and for a thing that does not exist.
 */
public final class VisibleDomain extends Visibility {
    private final DomainView view;
    private final SnapshotForest forest;

    VisibleDomain(DomainView view, Caller caller, boolean open) {
        this(view, caller, open, new SnapshotForest(view.snapshot()));
    }

    private VisibleDomain(DomainView view, Caller caller, boolean open, SnapshotForest forest) {
        super(caller, open, forest);
        this.view = view;
        this.forest = forest;
    }

    /** Whether the caller sees usage, shares and fairshare of a node of a tree, by number. */
    IntPredicate in(ShareTree tree) {
        return node -> sees(tree.id(node));
    }

    /** Whether the caller may see a node of an earlier tree: for who does not see all, only if it is still where it was. */
    boolean isStill(String policyName, ShareTree then, int node) {
        DomainSnapshot now = view.snapshot();
        return seesAll()
                || now.policies().stream()
                        .filter(policy -> policy.name().equals(policyName)
                                && now.trees(policy).contains(then.tree()))
                        .map(policy -> now.tree(policy, then.tree()))
                        .anyMatch(tree -> {
                            int present = tree.find(then.id(node));
                            return present >= 0 && tree.path(present).equals(then.path(node));
                        });
    }

    /** Whether the caller sees the sums of a whole tree. */
    boolean root(String tree) {
        return sees(NodeId.ofRoot(tree));
    }

    /** Whether the caller sees a job: its own, and those that count for an account that it coordinates. */
    boolean job(JobKey key, JobView job) {
        return seesAll() || seesJob(PendingJobs.association(key, job).user(), () -> associations(key, job));
    }

    /** The associations that a job counts for under the policies, and the one that it names. */
    private List<NodeId> associations(JobKey key, JobView job) {
        List<NodeId> associations = new ArrayList<>(view.snapshot().associations(key, job));
        associations.add(PendingJobs.association(key, job));
        return associations;
    }

    /** The facts of a job that the caller sees; those of an earlier job with the same id may be another's. */
    List<io.fairway.core.model.JobFact> facts(JobKey key, JobState state) {
        if (seesAll()) {
            return state.facts();
        }
        DomainSnapshot snapshot = view.snapshot();
        return state.lives().stream()
                .filter(life -> job(key, snapshot.view(new JobState(life, state.asOf()))))
                .flatMap(List::stream)
                .toList();
    }

    /** Whether the caller sees an association, usage or a job of a user in a tree (null = in any). */
    boolean user(@Nullable String tree, String user) {
        if (seesAll() || isSelf(user)) {
            return true;
        }
        if (!coordinates()) {
            return false;
        }
        DomainSnapshot snapshot = view.snapshot();
        Predicate<NodeId> sees = node -> node.user().equals(user)
                && (tree == null || tree.equals(node.tree()))
                && coordinates(node.tree(), node.account());
        return snapshot.trees().stream()
                        .anyMatch(name -> forest.accountsOf(name, user).stream()
                                .anyMatch(account -> sees.test(NodeId.ofUser(name, account, user))))
                || snapshot.jobs().entrySet().stream()
                        .anyMatch(job -> associations(job.getKey(), job.getValue()).stream()
                                .anyMatch(sees))
                || snapshot.measures().stream()
                        .anyMatch(measure -> snapshot.charged(measure).stream().anyMatch(sees));
    }

    /** Refuses a question about accounts of a tree, or about users in it, if the caller sees nothing of one of them. */
    void require(String tree, Set<String> accounts, Set<String> users) {
        accounts.forEach(account -> requireNode(NodeId.ofAccount(tree, account)));
        users.forEach(user -> requireUser(tree, user));
    }

    /** Refuses a question about a node that the caller does not see. */
    void requireNode(NodeId node) {
        try {
            require(node);
        } catch (Forbidden refused) {
            throw Problem.forbidden(refused.detail());
        }
    }

    /** Refuses a question about a user of whom the caller sees nothing, in a tree (null = in any). */
    void requireUser(@Nullable String tree, String user) {
        if (!user(tree, user)) {
            throw Problem.forbidden(refusal(user).detail());
        }
    }

    /** The state of a job. An unknown job is a problem, and a job that the caller does not see is the same one. */
    JobState job(JobKey key) {
        JobState state = view.snapshot().job(key);
        if (!state.facts().isEmpty() && (seesAll() || job(key, view.snapshot().view(state)))) {
            return state;
        }
        throw Problem.notFound("job " + key.job() + " of cluster " + key.cluster() + ": not known in domain "
                + key.domain() + (seesAll() ? "" : ", or not yours to see")
                + "; ended jobs are remembered for two horizons of the ledger");
    }

    SnapshotForest forest() {
        return forest;
    }
}
