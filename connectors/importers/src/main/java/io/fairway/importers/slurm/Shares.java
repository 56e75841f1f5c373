package io.fairway.importers.slurm;

import io.fairway.core.shares.ShareNode;
import io.fairway.importers.ImportReport;
import io.fairway.importers.Place;
import java.util.Locale;

/** The format of the names and numbers of an association in sacctmgr. */
final class Shares {
    /** FairShare=parent in {@code sacctmgr dump}. */
    private static final String PARENT = "2147483647";

    private static final String LOWER_CASE =
            ", and so are all others: Slurm's database keeps users in lower case, and so do the readers of jobs";

    private Shares() {}

    /** The name of an account: Slurm's database keeps accounts in lower case. */
    static String account(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /**
     * The name of a user in lower case, as Slurm's database keeps users unless slurmdbd.conf has {@code PreserveCaseUser}.
     * The readers of jobs do the same, so that a job finds its association. Tells the first other spelling.
     */
    static String user(Place place, String name, ImportReport report) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (!lower.equals(name)
                && report.findings().stream()
                        .noneMatch(finding -> finding.message().endsWith(LOWER_CASE))) {
            report.warning(place, "user " + name + " is read as " + lower + LOWER_CASE);
        }
        return lower;
    }

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
