package io.fairway.api.query;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.avro.PolicyState;
import io.fairway.core.ledger.JobView;
import io.fairway.core.model.JobKey;
import io.fairway.core.shares.ShareProblem;
import io.fairway.core.shares.ShareTree;
import io.fairway.engine.reading.DomainSnapshot;
import io.fairway.engine.reading.DomainSnapshot.NamedPolicy;
import java.util.TreeSet;

/** What a domain is: its trees, its policies, how much goes on in it. */
final class DomainAnswers {
    private DomainAnswers() {}

    static ObjectNode domain(DomainView view, int partition) {
        DomainSnapshot snapshot = view.snapshot();
        TreeSet<String> clusters = new TreeSet<>();
        long pending = 0;
        for (var job : snapshot.jobs().entrySet()) {
            JobKey key = job.getKey();
            clusters.add(key.cluster());
            pending += job.getValue().status() == JobView.Status.PENDING ? 1 : 0;
        }
        ObjectNode answer = Json.object().put("domain", snapshot.domain()).put("partition", partition);
        answer.set("clusters", Json.texts(clusters));
        answer.set("trees", Json.texts(snapshot.trees()));
        ArrayNode policies = answer.putArray("policies");
        snapshot.policies().forEach(policy -> policies.add(policyName(policy)));
        long associations = snapshot.measures().stream()
                .filter(measure -> snapshot.statement(measure).ofAssociations())
                .flatMap(measure -> snapshot.charged(measure).stream())
                .distinct()
                .count();
        answer.putObject("counts")
                .put("pendingJobs", pending)
                .put("runningJobs", snapshot.jobs().size() - pending)
                .put("associations", associations);
        answer.set("freshness", Json.freshness(view.freshness()));
        return answer;
    }

    static ObjectNode trees(DomainView view) {
        DomainSnapshot snapshot = view.snapshot();
        ObjectNode answer = Json.object().put("domain", snapshot.domain());
        ArrayNode items = answer.putArray("items");
        for (String name : snapshot.trees()) {
            ShareTree tree = snapshot.policies().stream()
                    .filter(policy -> snapshot.trees(policy).contains(name))
                    .findFirst()
                    .map(policy -> snapshot.tree(policy, name))
                    .orElseGet(() -> snapshot.tree(null, name));
            int depth = 0;
            for (int node = 0; node < tree.size(); node++) {
                depth = Math.max(depth, tree.depth(node));
            }
            ObjectNode item = items.addObject()
                    .put("tree", name)
                    .put("accounts", tree.size() - tree.userCount())
                    .put("users", tree.userCount())
                    .put("depth", depth);
            item.set(
                    "problems",
                    Json.texts(
                            tree.problems().stream().map(ShareProblem::message).toList()));
        }
        answer.set("freshness", Json.freshness(view.freshness()));
        return answer;
    }

    static ObjectNode policyName(NamedPolicy policy) {
        ObjectNode name = Json.object()
                .put("name", policy.name())
                .put("state", policy.current().getState() == PolicyState.ACTIVE ? "active" : "shadow");
        String family = switch (policy.current().getAlgorithm()) {
            case LSF_DYNAMIC -> "lsf";
            case MOAB_TARGETS -> "moab";
            default -> "slurm";
        };
        return name.put("family", family)
                .put("algorithm", policy.current().getAlgorithm().name())
                .put(
                        "factorName",
                        switch (family) {
                            case "lsf" -> "dynamic user priority";
                            case "moab" -> "fairshare component";
                            default -> "fairshare factor";
                        });
    }
}
