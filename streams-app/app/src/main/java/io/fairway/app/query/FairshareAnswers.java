package io.fairway.app.query;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.app.processor.DomainSnapshot;
import io.fairway.app.processor.DomainSnapshot.NamedPolicy;
import io.fairway.app.why.Places;
import io.fairway.core.ledger.JobView;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Shares and fairshare: of a tree, a subtree, the ranking, one association. */
final class FairshareAnswers {
    private FairshareAnswers() {}

    /** Which nodes of a tree: an account with all below it, some levels of it, one user, accounts or users only. */
    record Selection(
            @Nullable String tree,
            @Nullable String account,
            @Nullable String user,
            @Nullable Integer depth,
            String kind,
            String sort) {}

    static ObjectNode shares(DomainView view, Selection selection, Page page, IntPredicateOf sees) {
        DomainSnapshot snapshot = view.snapshot();
        String name = view.tree(null, selection.tree());
        NamedPolicy policy = snapshot.policies().stream()
                .filter(of -> snapshot.trees(of).contains(name))
                .findFirst()
                .orElse(null);
        ShareTree tree = snapshot.tree(policy, name);
        List<Integer> nodes = select(view, tree, selection, sees.in(tree));
        ObjectNode answer = Json.object().put("domain", snapshot.domain()).put("tree", name);
        ArrayNode items = answer.putArray("items");
        for (int node : page.of(nodes)) {
            NodeId id = tree.id(node);
            ObjectNode item = items.addObject()
                    .put("tree", name)
                    .put("account", id.account())
                    .put("user", id.user());
            int parent = tree.parent(node);
            item.put("parent", node == 0 ? null : tree.id(parent).account())
                    .put("path", tree.path(node))
                    .put("depth", tree.depth(node));
            shares(item, tree, node);
            ShareNode said = snapshot.share(id);
            item.put("auto", said == null && node != 0);
        }
        Json.next(answer, page.next(nodes.size()));
        answer.set("freshness", Json.freshness(view.freshness()));
        return answer;
    }

    /** Whether a node of a tree may be shown to who asks. */
    interface IntPredicateOf {
        IntPredicate in(ShareTree tree);
    }

    static ObjectNode list(
            DomainView view, @Nullable String policyName, Selection selection, Page page, IntPredicateOf sees) {
        NamedPolicy policy = view.policy(policyName);
        String name = view.tree(policy, selection.tree());
        Fairshare fairshare = view.snapshot().fairshare(policy, name);
        ShareTree tree = fairshare.tree();
        List<Integer> nodes = select(view, tree, selection, sees.in(tree));
        long[] places = Places.all(fairshare);
        sort(nodes, selection.sort(), places, fairshare);
        Jobs jobs = Jobs.of(view.snapshot(), policy, tree);
        ObjectNode answer =
                Json.object().put("domain", view.snapshot().domain()).put("tree", name);
        answer.set("policy", DomainAnswers.policyName(policy));
        answer.put("users", tree.userCount()).put("total", nodes.size());
        ArrayNode items = answer.putArray("items");
        page.of(nodes).forEach(node -> items.add(item(fairshare, node, places, jobs)));
        Json.next(answer, page.next(nodes.size()));
        answer.set("freshness", Json.freshness(view.freshness()));
        return answer;
    }

    private static void sort(List<Integer> nodes, String sort, long[] places, Fairshare fairshare) {
        Comparator<Integer> byPlace =
                Comparator.comparingLong(node -> places[node] == 0 ? Long.MAX_VALUE : places[node]);
        switch (sort) {
            case "first" -> nodes.sort(byPlace);
            case "last" -> nodes.sort(Comparator.<Integer>comparingLong(node -> -places[node]));
            case "usage" -> nodes.sort(Comparator.<Integer>comparingDouble(node -> -fairshare.raw(node)));
            default -> {}
        }
    }

    private static List<Integer> select(DomainView view, ShareTree tree, Selection selection, IntPredicate sees) {
        int root = view.account(tree, selection.account());
        String kind = selection.kind().equals("all") && !selection.sort().equals("tree") ? "users" : selection.kind();
        List<Integer> nodes = new ArrayList<>();
        for (int node = root; node < tree.subtreeEnd(root); node++) {
            boolean user = tree.isUser(node);
            if (selection.depth() != null && tree.depth(node) - tree.depth(root) > selection.depth()) {
                continue;
            }
            if (selection.user() != null && !(user && tree.id(node).user().equals(selection.user()))) {
                continue;
            }
            if ((kind.equals("users") && !user) || (kind.equals("accounts") && user) || !sees.test(node)) {
                continue;
            }
            nodes.add(node);
        }
        return nodes;
    }

    private static void shares(ObjectNode item, ShareTree tree, int node) {
        if (tree.hasParentShares(node)) {
            item.putNull("shares");
        } else {
            item.put("shares", tree.shares(node));
        }
    }

    static ObjectNode item(Fairshare fairshare, int node, long[] places, Jobs jobs) {
        ShareTree tree = fairshare.tree();
        NodeId id = tree.id(node);
        ObjectNode item = Json.object()
                .put("tree", id.tree())
                .put("account", id.account())
                .put("user", id.user())
                .put("path", tree.path(node))
                .put("depth", tree.depth(node));
        shares(item, tree, node);
        Json.number(item, "normShares", fairshare.normShares(node));
        Json.number(item, "rawUsage", fairshare.raw(node));
        Json.number(item, "normUsage", fairshare.normUsage(node));
        Json.number(item, "effectiveUsage", fairshare.effectiveUsage(node));
        Json.number(item, "levelFairshare", fairshare.levelFs(node));
        Json.number(item, "factor", fairshare.factor(node));
        Json.count(item, "rank", fairshare.rank(node));
        Json.count(item, "place", places[node]);
        return item.put("pendingJobs", jobs.pending[node]).put("runningJobs", jobs.running[node]);
    }

    /** How many jobs of each subtree wait and run. */
    static final class Jobs {
        private final int[] pending;
        private final int[] running;

        private Jobs(int[] pending, int[] running) {
            this.pending = pending;
            this.running = running;
        }

        static Jobs of(DomainSnapshot snapshot, NamedPolicy policy, ShareTree tree) {
            int[] pending = new int[tree.size()];
            int[] running = new int[tree.size()];
            Map<NodeId, Integer> found = new HashMap<>();
            snapshot.jobs().forEach((job, view) -> {
                NodeId association = policy.family().association(job, view.attributes());
                if (association != null && association.tree().equals(tree.tree())) {
                    int node = found.computeIfAbsent(association, tree::find);
                    if (node >= 0) {
                        (view.status() == JobView.Status.PENDING ? pending : running)[node]++;
                    }
                }
            });
            for (int node = tree.size() - 1; node > 0; node--) {
                pending[tree.parent(node)] += pending[node];
                running[tree.parent(node)] += running[node];
            }
            return new Jobs(pending, running);
        }
    }

    /** The number of an association or account. */
    static int find(DomainView view, ShareTree tree, NodeId id) {
        int node = id.user().isEmpty() ? tree.findAccount(id.account()) : tree.find(id);
        if (node < 0) {
            throw Problem.notFound((id.user().isEmpty()
                            ? "account " + id.account()
                            : "user " + id.user() + " in account " + id.account())
                    + ": not in tree " + tree.tree() + " of domain "
                    + view.snapshot().domain());
        }
        return node;
    }
}
