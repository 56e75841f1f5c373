package io.fairway.api.query;

import io.fairway.api.answer.FairshareListJson;
import io.fairway.api.answer.SharesJson;
import io.fairway.api.why.WholeTree;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.usage.WindowRow;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.DomainSnapshot.NamedPolicy;
import io.fairway.reading.past.PastRows;
import io.fairway.reading.past.RowBounds;
import java.time.Instant;
import java.util.Arrays;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Shares and fairshare of a tree, of a subtree, of the ranking, or of one association. */
final class FairshareAnswers {
    private FairshareAnswers() {}

    /**
     * The selected nodes of a tree: accounts with all below them, some levels of them, some users, accounts or users only.
     */
    record Selection(
            @Nullable String tree,
            Set<String> accounts,
            Set<String> users,
            @Nullable Integer depth,
            String kind,
            String sort) {}

    static SharesJson shares(DomainView view, Selection selection, Page page, VisibleDomain visibleDomain) {
        DomainSnapshot snapshot = view.snapshot();
        String name = view.tree(null, selection.tree());
        visibleDomain.require(name, selection.accounts(), selection.users());
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
        visibleDomain.require(name, selection.accounts(), selection.users());
        Fairshare fairshare = view.snapshot().fairshare(policy, name);
        ShareTree tree = fairshare.tree();
        WholeTree whole = WholeTree.of(view.snapshot(), policy, fairshare);
        IntPredicate sees = visibleDomain.in(tree);
        IntPredicate shown =
                view.past() == null ? sees : sees.and(node -> visibleDomain.isStill(policy.name(), tree, node));
        int[] nodes = select(view, tree, selection, shown, whole.sorted(selection.sort()));
        PastRows rows = view.rows();
        RowBounds bounds = rows == null ? null : new RowBounds(rows, UsageAnswers.measureOf(view, policy), tree);
        return new FairshareListJson(
                view.snapshot().domain(),
                name,
                DomainAnswers.policyName(policy),
                view.past(),
                rows == null ? null : told(rows, UsageAnswers.measureOf(view, policy)),
                visibleDomain.root(name) ? tree.userCount() : 0,
                nodes.length,
                Arrays.stream(page.of(nodes))
                        .mapToObj(node -> item(fairshare, node, whole, bounds))
                        .toList(),
                page.next(nodes.length),
                view.freshness());
    }

    private static FairshareListJson.Rows told(PastRows rows, Measure measure) {
        return new FairshareListJson.Rows(
                rows.rowLength() == WindowRow.HOUR ? "hour" : "day",
                measure.name(),
                Instant.ofEpochMilli(rows.knownSince()),
                rows.leftOfEarlier(measure),
                "waiting and running jobs and their places, because " + rows.jobsUnknown());
    }

    private static int[] select(
            DomainView view, ShareTree tree, Selection selection, IntPredicate sees, IntStream sorted) {
        IntPredicate below = below(view, tree, selection);
        Set<String> users = selection.users();
        String kind = selection.kind().equals("all") && !selection.sort().equals("tree") ? "users" : selection.kind();
        return sorted.filter(below)
                .filter(node -> users.isEmpty()
                        || (tree.isUser(node) && users.contains(tree.id(node).user())))
                .filter(node -> kind.equals("all") || kind.equals("users") == tree.isUser(node))
                .filter(sees)
                .toArray();
    }

    /** The nodes below the accounts, some levels deep from each of them. */
    private static IntPredicate below(DomainView view, ShareTree tree, Selection selection) {
        Integer depth = selection.depth();
        if (depth == null) {
            return view.below(tree, selection.accounts());
        }
        Set<String> tops = selection.accounts().isEmpty() ? Set.of(tree.id(0).account()) : selection.accounts();
        return tops.stream()
                .map(name -> {
                    int deepest = tree.depth(view.account(tree, name)) + depth;
                    IntPredicate below = view.below(tree, Set.of(name));
                    return below.and(node -> tree.depth(node) <= deepest);
                })
                .reduce(IntPredicate::or)
                .orElseThrow();
    }

    private static @Nullable Long shares(ShareTree tree, int node) {
        return tree.hasParentShares(node) ? null : tree.shares(node);
    }

    static io.fairway.api.answer.FairshareJson item(Fairshare fairshare, int node, WholeTree whole) {
        return item(fairshare, node, whole, null);
    }

    private static io.fairway.api.answer.FairshareJson item(
            Fairshare fairshare, int node, WholeTree whole, @Nullable RowBounds bounds) {
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
                bounds == null ? null : bounds.least(node),
                bounds == null ? null : bounds.most(node),
                bounds == null ? whole.pending(node) : null,
                bounds == null ? whole.running(node) : null);
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
