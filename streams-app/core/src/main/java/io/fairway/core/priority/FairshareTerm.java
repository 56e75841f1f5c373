package io.fairway.core.priority;

/** The fairshare number of the association that a priority uses. */
public enum FairshareTerm {
    /** The factor. */
    FACTOR,
    /**
     * Slurm's rank among the users of the tree: the number of users is served first, 1 last; 0 for a node without a rank.
     */
    RANK
}
