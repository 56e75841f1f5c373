package io.fairway.core.shares;

import io.fairway.core.model.NodeId;

/**
 * A share node that a tree cannot use. The tree leaves the node out, reports the problem, and does not replace the
 * node.
 *
 * @param kind the kind of problem
 * @param node the excluded node
 * @param message the value, the rule and the place, for people
 */
public record ShareProblem(Kind kind, NodeId node, String message) {
    /** The kinds of problems with share nodes. */
    public enum Kind {
        /** The node belongs to another tree. */
        WRONG_TREE,
        /** Two records of one node differ. */
        CONFLICTING_DUPLICATE,
        /** An empty tree or account name. */
        BAD_NAME,
        /** A record of the root account that names a parent. */
        ROOT_WITH_PARENT,
        /** Shares below 0 (other than {@link ShareNode#PARENT}) or above {@link ShareNode#MAX_SHARES}. */
        BAD_SHARES,
        /** An association priority below 0. */
        BAD_PRIORITY,
        /** The parent account of an account is not in the tree. */
        UNKNOWN_PARENT,
        /** The account of a user is not in the tree. */
        UNKNOWN_ACCOUNT,
        /** The account or an account above it was deleted, while this node was not. */
        DELETED_PARENT,
        /** An account is its own ancestor. */
        CYCLE,
        /** The node lies below an excluded one. */
        DETACHED,
        /** More than {@link ShareTree#MAX_DEPTH} levels. */
        TOO_DEEP
    }
}
