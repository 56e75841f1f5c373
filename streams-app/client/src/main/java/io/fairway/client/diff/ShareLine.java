package io.fairway.client.diff;

/**
 * The fairshare of an account or an association, as one side has it. A number that a side does not have is not a number.
 *
 * @param account account
 * @param user user; empty = the account itself
 * @param partition the partition of an association of one; else empty
 * @param shares raw shares as text; {@code parent} for those of the parent
 * @param rawUsage TRES-seconds
 * @param effectiveUsage effective usage
 * @param factor fairshare factor
 * @param level level fairshare; may be infinite
 * @param runningJobs jobs that run now; 0 where a side does not say it
 */
public record ShareLine(
        String account,
        String user,
        String partition,
        String shares,
        double rawUsage,
        double effectiveUsage,
        double factor,
        double level,
        int runningJobs) {
    /** An account, or an association that is of no partition. */
    public ShareLine(
            String account,
            String user,
            String shares,
            double rawUsage,
            double effectiveUsage,
            double factor,
            double level,
            int runningJobs) {
        this(account, user, "", shares, rawUsage, effectiveUsage, factor, level, runningJobs);
    }

    /** The association as people write it. */
    public String name() {
        return user.isEmpty() ? account : account + "/" + user + (partition.isEmpty() ? "" : "@" + partition);
    }

    boolean isUser() {
        return !user.isEmpty();
    }
}
