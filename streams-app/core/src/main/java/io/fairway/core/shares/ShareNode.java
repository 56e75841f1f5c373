package io.fairway.core.shares;

import io.fairway.core.model.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * One row of the share table: an account, or a user in an account (an association).
 *
 * <p>The record accepts any values; {@link ShareTree#build} reports those that it cannot use.
 *
 * @param id the node; an account has an empty user
 * @param parent name of the parent account of an account, {@code null} = directly below root; ignored for users, whose
 *     parent is their account
 * @param shares raw shares among the siblings, 0..{@link #MAX_SHARES}, or {@link #PARENT}
 * @param priority association priority, at least 0 (Slurm: PriorityWeightAssoc)
 * @param order position among the siblings in the source (Slurm: {@code lft}); ties sort by name. Decides exact ties of
 *     the slurm-compatible Fair Tree
 * @param deleted whether the user or account was removed; its account keeps its usage
 */
public record ShareNode(NodeId id, @Nullable String parent, long shares, long priority, long order, boolean deleted) {
    /** Shares of a node with FairShare=parent: its children compete at the level above. */
    public static final long PARENT = -1;
    /** The largest number of raw shares: an unsigned 32 bit integer, as in Slurm. */
    public static final long MAX_SHARES = 0xFFFF_FFFFL;

    /** An account below {@code parent} ({@code null} = root), without association priority. */
    public static ShareNode account(String tree, String account, @Nullable String parent, long shares, long order) {
        return new ShareNode(NodeId.ofAccount(tree, account), parent, shares, 0, order, false);
    }

    /** A user of {@code account}, without association priority. */
    public static ShareNode user(String tree, String account, String user, long shares, long order) {
        return new ShareNode(NodeId.ofUser(tree, account, user), null, shares, 0, order, false);
    }

    /** The same node, removed. */
    public ShareNode asDeleted() {
        return new ShareNode(id, parent, shares, priority, order, true);
    }
}
