package io.fairway.api.why;

import java.util.List;

/** Why a user's jobs wait: all associations of the user together. */
public final class WhyUser {
    private WhyUser() {}

    /**
     * One sentence.
     *
     * @param associations the user's associations, in the order in which they are served
     * @param waiting number of the user's waiting jobs
     * @param first the place of the first of these jobs, 1 = first; 0 = none has a place
     * @param of number of jobs that have a place
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
                                : (waiting == 1 ? ", " : ", the first one ") + Words.ordinal(first) + " of "
                                        + Words.count(of));
        String most = associations.get(0).summary();
        String where = associations.size() == 1
                ? most.substring(0, most.length() - 1)
                : "in the best of " + Words.count(associations.size()) + " associations, "
                        + most.substring(0, most.length() - 1);
        return "User " + user + ": " + where + "; " + jobs + ".";
    }
}
