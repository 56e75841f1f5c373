package io.fairway.policies.registry;

import io.fairway.core.hosts.HostTable;
import io.fairway.core.ledger.JobView;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.model.Tres;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.WindowRing;
import io.fairway.policies.avro.RemoteUsageTable;
import io.fairway.policies.family.PolicyFamily;
import io.fairway.policies.family.PolicyView;
import io.fairway.policies.family.QueuedJob;
import io.fairway.policies.family.UsageReader;
import io.fairway.policies.family.UserActivities;
import io.fairway.policies.family.WaitingJob;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Uses a version of a policy once, on one user with one job. A setting that is only read with a tree or a job would
 * otherwise be found wrong when the version is in force, at every evaluation.
 */
final class PolicyTrial {
    private static final String ACCOUNT = "trial";
    private static final String USER = "user";

    private static final UsageReader NO_USAGE = new UsageReader() {
        @Override
        public @Nullable Line line(String measure, NodeId node) {
            return null;
        }

        @Override
        public Map<NodeId, WindowRing> rings(String measure) {
            return Map.of();
        }

        @Override
        public RemoteUsageTable remote() {
            return new RemoteUsageTable();
        }
    };

    private PolicyTrial() {}

    /**
     * Evaluates and prices, only for the exception.
     *
     * @param at epoch milliseconds
     * @throws RuntimeException of any kind, if the version cannot be used
     */
    static void of(PolicyFamily family, long at) {
        Set<String> trees = new TreeSet<>(family.scopes());
        if (family.readsNamedTrees()) {
            trees.add(ACCOUNT);
        }
        family.measures();
        family.formulaOfJobs();
        family.usualEpsilon();
        for (String tree : trees) {
            evaluate(family, tree, at);
        }
        // Jobs of nobody are priced too, and a policy may have no tree at all.
        price(family.view(ShareTree.build("", List.of()), NO_USAGE, at), "", null, at);
        JobView waiting = view(JobView.Status.PENDING, "", at);
        family.orders(List.of(new QueuedJob(key(), waiting, true)), NO_USAGE, HostTable.EMPTY, at);
    }

    private static void evaluate(PolicyFamily family, String name, long at) {
        ShareTree tree = ShareTree.build(
                name, List.of(ShareNode.account(name, ACCOUNT, null, 1, 0), ShareNode.user(name, ACCOUNT, USER, 1, 0)));
        PolicyView view = family.view(tree, NO_USAGE, at);
        var fairshare = view.fairshare();
        for (int node = 0; node < tree.size(); node++) {
            fairshare.explain(node);
            view.numbers(node);
            view.outlook(fairshare, node, other -> true, Long.MAX_VALUE);
        }
        price(view, name, NodeId.ofUser(name, ACCOUNT, USER), at);
    }

    private static void price(PolicyView view, String queue, @Nullable NodeId association, long at) {
        for (JobView.Status status : List.of(JobView.Status.PENDING, JobView.Status.RUNNING)) {
            JobView job = view(status, queue, at);
            view.pricer()
                    .priorities(
                            new WaitingJob(
                                    key(), job, facts(job, at), association, 0.5, UserActivities.OfUser.NONE, Map.of()),
                            at);
        }
    }

    private static JobKey key() {
        return new JobKey("trial", "trial", "1");
    }

    private static JobView view(JobView.Status status, String queue, long at) {
        JobAttributes attributes = JobAttributes.of(
                Map.of(Attribute.ACCOUNT, ACCOUNT, Attribute.USER, USER, Attribute.QUEUE, queue), Tres.cpus(1));
        return new JobView(
                status,
                attributes,
                at,
                status == JobView.Status.RUNNING ? at : JobFact.NO_RUN,
                JobFact.NO_RUN,
                Tres.cpus(1));
    }

    private static List<JobFact> facts(JobView job, long at) {
        JobFact submitted =
                JobFact.of(JobEventType.SUBMITTED, at, JobFact.NO_RUN).withAttributes(job.attributes());
        return job.status() == JobView.Status.PENDING
                ? List.of(submitted)
                : List.of(submitted, JobFact.of(JobEventType.STARTED, at, at).withAllocated(Tres.cpus(1)));
    }
}
