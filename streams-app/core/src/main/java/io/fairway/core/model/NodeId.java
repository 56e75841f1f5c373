package io.fairway.core.model;

import java.util.Objects;

/**
 * A node of a share tree: an account, or a user in an account (an association). A user may have further associations with
 * the account, each of one partition (Slurm).
 *
 * <p>Account names are unique within a tree (Slurm's rule), so the name alone identifies an account. An account that
 * moves to another parent stays the same account.
 *
 * @param tree name of the share tree; the cluster's name unless a site says otherwise
 * @param account account name; {@link #ROOT} is the root of the tree
 * @param user user name; empty for the account itself
 * @param partition the partition of an association of a partition; empty for every other node
 */
public record NodeId(String tree, String account, String user, String partition) {
    /** The account at the top of every tree. It needs no share record. */
    public static final String ROOT = "root";

    public NodeId {
        Objects.requireNonNull(tree, "tree");
        Objects.requireNonNull(account, "account");
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(partition, "partition");
    }

    /** A node that is of no partition. */
    public NodeId(String tree, String account, String user) {
        this(tree, account, user, "");
    }

    /** The account {@code account} of {@code tree}. */
    public static NodeId ofAccount(String tree, String account) {
        return new NodeId(tree, account, "");
    }

    /** The association of {@code user} in {@code account}. */
    public static NodeId ofUser(String tree, String account, String user) {
        return new NodeId(tree, account, user);
    }

    /** The root account of {@code tree}. */
    public static NodeId ofRoot(String tree) {
        return new NodeId(tree, ROOT, "");
    }

    /** The association of the same user and account with a partition; with "" the one of no partition. */
    public NodeId in(String other) {
        return partition.equals(other) ? this : new NodeId(tree, account, user, other);
    }

    /** Whether this is a user's association and not an account. */
    public boolean isUser() {
        return !user.isEmpty();
    }

    /** Whether this is the root account. */
    public boolean isRoot() {
        return user.isEmpty() && account.equals(ROOT);
    }

    /** The account node of an association; the node itself if it is an account. */
    public NodeId accountNode() {
        return isUser() ? ofAccount(tree, account) : this;
    }

    // Every charge looks its association up many times: what tells nodes apart comes first.
    @Override
    public boolean equals(Object other) {
        return other instanceof NodeId that
                && user.equals(that.user)
                && account.equals(that.account)
                && tree.equals(that.tree)
                && partition.equals(that.partition);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * (31 * tree.hashCode() + account.hashCode()) + user.hashCode()) + partition.hashCode();
    }
}
