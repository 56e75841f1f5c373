package io.fairway.core.priority;

/** Which number of the association's fairshare goes into a priority. */
public enum FairshareTerm {
    /** The factor. */
    FACTOR,
    /** The rank among the users of the tree: their number is served first, 1 last; 0 where there is none. */
    RANK
}
