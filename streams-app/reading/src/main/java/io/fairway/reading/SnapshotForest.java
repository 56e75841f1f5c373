package io.fairway.reading;

import io.fairway.access.Forest;
import io.fairway.core.shares.ShareTree;
import io.fairway.reading.DomainSnapshot.NamedPolicy;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The share trees of a reading. A user is a member of an account by a share record, or because a policy lets it join. */
public final class SnapshotForest implements Forest {
    private final DomainSnapshot snapshot;

    public SnapshotForest(DomainSnapshot snapshot) {
        this.snapshot = snapshot;
    }

    /**
     * One tree, computed once for a reading.
     *
     * @param accountsOf the accounts of each user
     * @param keepers the account that keeps the usage of a deleted account
     */
    private record Members(@Nullable ShareTree tree, Map<String, Set<String>> accountsOf, Map<String, String> keepers) {
        private static final Members NONE = new Members(null, Map.of(), Map.of());

        static Members of(DomainSnapshot snapshot, String name) {
            Map<String, Set<String>> accountsOf = new HashMap<>();
            ShareTree told = snapshot.tree(null, name);
            add(told, accountsOf);
            for (NamedPolicy policy : snapshot.policies()) {
                if (snapshot.trees(policy).contains(name)) {
                    ShareTree tree = snapshot.tree(policy, name);
                    if (tree.size() > told.size()) {
                        add(tree, accountsOf);
                    }
                }
            }
            Map<String, String> keepers = new HashMap<>();
            for (ShareTree.Deleted deleted : told.deleted()) {
                if (!deleted.id().isUser() && deleted.account() >= 0) {
                    keepers.put(
                            deleted.id().account(), told.id(deleted.account()).account());
                }
            }
            return new Members(told, accountsOf, keepers);
        }

        private static void add(ShareTree tree, Map<String, Set<String>> accountsOf) {
            for (int node = 0; node < tree.size(); node++) {
                if (tree.isUser(node)) {
                    accountsOf
                            .computeIfAbsent(tree.id(node).user(), user -> new TreeSet<>())
                            .add(tree.id(node).account());
                }
            }
        }
    }

    private Members members(String tree) {
        // A caller may ask for any name. Only trees that are there are worth keeping.
        return snapshot.trees().contains(tree)
                ? snapshot.once(Members.class, tree, () -> Members.of(snapshot, tree))
                : Members.NONE;
    }

    @Override
    public String ownTree() {
        return snapshot.domain();
    }

    @Override
    public Collection<String> accountsOf(String tree, String user) {
        return members(tree).accountsOf().getOrDefault(user, Set.of());
    }

    @Override
    public @Nullable String parent(String tree, String account) {
        Members members = members(tree);
        ShareTree shares = members.tree();
        int node = shares == null ? -1 : shares.findAccount(account);
        if (shares == null || node < 0) {
            return members.keepers().get(account);
        }
        return node == 0 ? null : shares.id(shares.parent(node)).account();
    }

    /** The deleted accounts of a tree. */
    public Set<String> deleted(String tree) {
        return members(tree).keepers().keySet();
    }
}
