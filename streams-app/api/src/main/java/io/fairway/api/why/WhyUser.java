package io.fairway.api.why;

import java.util.List;

/** Why a user's jobs wait: the associations of the user taken together. */
public final class WhyUser {
    private WhyUser() {}

    /**
     * One sentence.
     *
     * @param associations those of the user, the first to be served first
     * @param waiting how many of the user's jobs wait
     * @param first place of the first of them, 1 = first; 0 = none has one
     * @param of how many jobs have a place
     */
    public static String summary(String user, List<WhyAssociation> associations, long waiting, long first, long of) {
        if (associations.isEmpty()) {
            return "User " + user + " has no association in a share tree of this policy.";
        }
        String jobs = waiting == 0
                ? "no job of the user waits"
                : (waiting == 1 ? "one job waits" : Words.count(waiting) + " jobs wait")
                        + (first == 0
                                ? ", without a place"
                                : ", the first of them as " + Words.ordinal(first) + " of " + Words.count(of));
        String most = associations.get(0).summary();
        String where = associations.size() == 1
                ? most.substring(0, most.length() - 1)
                : "of " + Words.count(associations.size()) + " associations the first to be served, "
                        + most.substring(0, most.length() - 1);
        return "User " + user + ": " + where + "; " + jobs + ".";
    }
}
