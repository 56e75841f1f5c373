package io.fairway.access;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The accounts and members of the share trees of a domain. */
public interface Forest {
    /** The tree that has the domain's name. It need not exist. */
    String ownTree();

    /** The accounts of a tree in which a user has an association; none if there is no such tree. */
    Collection<String> accountsOf(String tree, String user);

    /**
     * The account above an account, {@link io.fairway.core.model.NodeId#ROOT} for those at the top. For a deleted account, the one that
     * keeps its usage. Null for the root, and for accounts that the tree never had.
     */
    @Nullable
    String parent(String tree, String account);
}
