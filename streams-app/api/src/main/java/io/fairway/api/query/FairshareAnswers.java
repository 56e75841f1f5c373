package io.fairway.api.query;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.engine.reading.DomainSnapshot;
import io.fairway.engine.reading.DomainSnapshot.NamedPolicy;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
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
        int[] nodes = select(view, tree, selection, sees.in(tree), IntStream.range(0, tree.size()));
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
        Json.next(answer, page.next(nodes.length));
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
        WholeTree whole = WholeTree.of(view.snapshot(), policy, fairshare);
        int[] nodes = select(view, tree, selection, sees.in(tree), whole.sorted(selection.sort()));
        ObjectNode answer =
                Json.object().put("domain", view.snapshot().domain()).put("tree", name);
        answer.set("policy", DomainAnswers.policyName(policy));
        answer.put("users", tree.userCount()).put("total", nodes.length);
        ArrayNode items = answer.putArray("items");
        for (int node : page.of(nodes)) {
            items.add(item(fairshare, node, whole));
        }
        Json.next(answer, page.next(nodes.length));
        answer.set("freshness", Json.freshness(view.freshness()));
        return answer;
    }

    private static int[] select(
            DomainView view, ShareTree tree, Selection selection, IntPredicate sees, IntStream sorted) {
        int root = view.account(tree, selection.account());
        int end = tree.subtreeEnd(root);
        int deepest = selection.depth() == null ? Integer.MAX_VALUE : tree.depth(root) + selection.depth();
        String user = selection.user();
        String kind = selection.kind().equals("all") && !selection.sort().equals("tree") ? "users" : selection.kind();
        return sorted.filter(node -> node >= root && node < end && tree.depth(node) <= deepest)
                .filter(node -> user == null
                        || (tree.isUser(node) && tree.id(node).user().equals(user)))
                .filter(node -> kind.equals("all") || kind.equals("users") == tree.isUser(node))
                .filter(sees)
                .toArray();
    }

    private static void shares(ObjectNode item, ShareTree tree, int node) {
        if (tree.hasParentShares(node)) {
            item.putNull("shares");
        } else {
            item.put("shares", tree.shares(node));
        }
    }

    static ObjectNode item(Fairshare fairshare, int node, WholeTree whole) {
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
        Json.count(item, "place", whole.place(node));
        return item.put("pendingJobs", whole.pending(node)).put("runningJobs", whole.running(node));
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
