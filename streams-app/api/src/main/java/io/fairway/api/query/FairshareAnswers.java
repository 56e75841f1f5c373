package io.fairway.api.query;

import io.fairway.api.answer.FairshareListJson;
import io.fairway.api.answer.SharesJson;
import io.fairway.api.reading.DomainSnapshot;
import io.fairway.api.reading.DomainSnapshot.NamedPolicy;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareTree;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Shares and fairshare of a tree, of a subtree, of the ranking, or of one association. */
final class FairshareAnswers {
    private FairshareAnswers() {}

    /**
     * The selected nodes of a tree: an account with all below it, some levels of it, one user, accounts or users only.
     */
    record Selection(
            @Nullable String tree,
            @Nullable String account,
            @Nullable String user,
            @Nullable Integer depth,
            String kind,
            String sort) {}

    static SharesJson shares(DomainView view, Selection selection, Page page, VisibleDomain visibleDomain) {
        DomainSnapshot snapshot = view.snapshot();
        String name = view.tree(null, selection.tree());
        visibleDomain.require(name, selection.account(), selection.user());
        NamedPolicy policy = snapshot.policies().stream()
                .filter(of -> snapshot.trees(of).contains(name))
                .findFirst()
                .orElse(null);
        ShareTree tree = snapshot.tree(policy, name);
        int[] nodes = select(view, tree, selection, visibleDomain.in(tree), IntStream.range(0, tree.size()));
        return new SharesJson(
                snapshot.domain(),
                name,
                Arrays.stream(page.of(nodes))
                        .mapToObj(node -> share(snapshot, tree, node))
                        .toList(),
                page.next(nodes.length),
                view.freshness());
    }

    private static SharesJson.Share share(DomainSnapshot snapshot, ShareTree tree, int node) {
        NodeId id = tree.id(node);
        return new SharesJson.Share(
                tree.tree(),
                id.account(),
                id.user(),
                id.partition(),
                node == 0 ? null : tree.id(tree.parent(node)).account(),
                tree.path(node),
                tree.depth(node),
                shares(tree, node),
                node != 0 && snapshot.share(id) == null);
    }

    static FairshareListJson list(
            DomainView view, @Nullable String policyName, Selection selection, Page page, VisibleDomain visibleDomain) {
        NamedPolicy policy = view.policy(policyName);
        String name = view.tree(policy, selection.tree());
        visibleDomain.require(name, selection.account(), selection.user());
        Fairshare fairshare = view.snapshot().fairshare(policy, name);
        ShareTree tree = fairshare.tree();
        WholeTree whole = WholeTree.of(view.snapshot(), policy, fairshare);
        int[] nodes = select(view, tree, selection, visibleDomain.in(tree), whole.sorted(selection.sort()));
        return new FairshareListJson(
                view.snapshot().domain(),
                name,
                DomainAnswers.policyName(policy),
                visibleDomain.root(name) ? tree.userCount() : 0,
                nodes.length,
                Arrays.stream(page.of(nodes))
                        .mapToObj(node -> item(fairshare, node, whole))
                        .toList(),
                page.next(nodes.length),
                view.freshness());
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

    private static @Nullable Long shares(ShareTree tree, int node) {
        return tree.hasParentShares(node) ? null : tree.shares(node);
    }

    static io.fairway.api.answer.FairshareJson item(Fairshare fairshare, int node, WholeTree whole) {
        ShareTree tree = fairshare.tree();
        NodeId id = tree.id(node);
        return new io.fairway.api.answer.FairshareJson(
                id.tree(),
                id.account(),
                id.user(),
                id.partition(),
                tree.path(node),
                tree.depth(node),
                shares(tree, node),
                fairshare.normShares(node),
                fairshare.raw(node),
                fairshare.normUsage(node),
                fairshare.effectiveUsage(node),
                fairshare.levelFs(node),
                fairshare.factor(node),
                Json.count(fairshare.rank(node)),
                Json.count(whole.place(node)),
                whole.pending(node),
                whole.running(node));
    }

    /** The number of an association or account. */
    static int find(DomainView view, ShareTree tree, NodeId id) {
        int node = id.user().isEmpty() ? tree.findAccount(id.account()) : tree.find(id);
        if (node < 0) {
            throw Problem.notFound((id.user().isEmpty()
                            ? "account " + id.account()
                            : "user " + id.user() + " in account " + id.account()
                                    + (id.partition().isEmpty() ? "" : ", partition " + id.partition()))
                    + ": not in tree " + tree.tree() + " of domain "
                    + view.snapshot().domain());
        }
        return node;
    }
}
