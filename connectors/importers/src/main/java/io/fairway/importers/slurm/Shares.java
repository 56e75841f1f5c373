package io.fairway.importers.slurm;

import io.fairway.core.shares.ShareNode;

/** The format of the numbers of an association in sacctmgr. */
final class Shares {
    /** FairShare=parent in {@code sacctmgr dump}. */
    private static final String PARENT = "2147483647";

    private Shares() {}

    /** Shares: a whole number, {@code parent}, or the number for it. */
    static long shares(String text) {
        if (text.equalsIgnoreCase("parent") || text.equals(PARENT)) {
            return ShareNode.PARENT;
        }
        long shares = text.matches("\\d{1,12}") ? Long.parseLong(text) : -1;
        if (shares < 0 || shares > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "Fairshare \"" + text + "\": must be a whole number of 0 to 2147483646, or parent");
        }
        return shares;
    }

    /** The priority of an association; an empty text is 0. */
    static long priority(String text) {
        return text.isEmpty() ? 0 : Nodes.whole("Priority", text);
    }
}
