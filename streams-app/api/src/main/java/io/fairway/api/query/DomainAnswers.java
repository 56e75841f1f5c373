package io.fairway.api.query;

import io.fairway.api.answer.DomainJson;
import io.fairway.api.answer.PolicyNameJson;
import io.fairway.api.answer.SourceJson;
import io.fairway.api.answer.TreesJson;
import io.fairway.avro.PolicyState;
import io.fairway.core.ledger.JobView;
import io.fairway.core.model.JobKey;
import io.fairway.core.shares.ShareProblem;
import io.fairway.core.shares.ShareTree;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.DomainSnapshot.NamedPolicy;
import java.util.List;
import java.util.function.IntPredicate;

/** Answers about a domain: its trees, its policies, its numbers of jobs and associations. */
final class DomainAnswers {
    private DomainAnswers() {}

    static DomainJson domain(DomainView view, int partition, VisibleDomain visibleDomain) {
        DomainSnapshot snapshot = view.snapshot();
        long pending = 0;
        long running = 0;
        for (var job : snapshot.jobs().entrySet()) {
            JobKey key = job.getKey();
            if (visibleDomain.job(key, job.getValue())) {
                boolean waits = job.getValue().status() == JobView.Status.PENDING;
                pending += waits ? 1 : 0;
                running += waits ? 0 : 1;
            }
        }
        long associations = snapshot.measures().stream()
                .filter(measure -> snapshot.statement(measure).ofAssociations())
                .flatMap(measure -> snapshot.charged(measure).stream())
                .filter(visibleDomain::sees)
                .distinct()
                .count();
        return new DomainJson(
                snapshot.domain(),
                partition,
                snapshot.clusters(),
                snapshot.trees(),
                policyNames(snapshot.policies()),
                new DomainJson.Counts(pending, running, associations),
                snapshot.sources().stream().map(SourceJson::of).toList(),
                view.freshness());
    }

    static TreesJson trees(DomainView view, VisibleDomain visibleDomain) {
        DomainSnapshot snapshot = view.snapshot();
        return new TreesJson(
                snapshot.domain(),
                snapshot.trees().stream()
                        .map(name -> tree(snapshot, name, visibleDomain))
                        .toList(),
                view.freshness());
    }

    private static TreesJson.Item tree(DomainSnapshot snapshot, String name, VisibleDomain visibleDomain) {
        ShareTree tree = snapshot.policies().stream()
                .filter(policy -> snapshot.trees(policy).contains(name))
                .findFirst()
                .map(policy -> snapshot.tree(policy, name))
                .orElseGet(() -> snapshot.tree(null, name));
        IntPredicate sees = visibleDomain.in(tree);
        int depth = 0;
        int accounts = 0;
        int users = 0;
        for (int node = 0; node < tree.size(); node++) {
            if (sees.test(node)) {
                depth = Math.max(depth, tree.depth(node));
                accounts += tree.isUser(node) ? 0 : 1;
                users += tree.isUser(node) ? 1 : 0;
            }
        }
        return new TreesJson.Item(
                name,
                accounts,
                users,
                depth,
                // A problem names nodes that are in no tree, so nobody but operators can own it.
                visibleDomain.seesAll()
                        ? tree.problems().stream().map(ShareProblem::message).toList()
                        : List.of());
    }

    static List<PolicyNameJson> policyNames(List<NamedPolicy> policies) {
        return policies.stream().map(DomainAnswers::policyName).toList();
    }

    static PolicyNameJson policyName(NamedPolicy policy) {
        String family = switch (policy.current().getAlgorithm()) {
            case LSF_DYNAMIC -> "lsf";
            case MOAB_TARGETS -> "moab";
            default -> "slurm";
        };
        return new PolicyNameJson(
                policy.name(),
                policy.current().getState() == PolicyState.ACTIVE ? "active" : "shadow",
                family,
                policy.current().getAlgorithm().name(),
                switch (family) {
                    case "lsf" -> "dynamic user priority";
                    case "moab" -> "fairshare component";
                    default -> "fairshare factor";
                });
    }
}
