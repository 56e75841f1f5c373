package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What accounts and users were delivered in a period, against what was due to them.
 *
 * @param whole the numbers of all users together; left out for a caller who may not see the whole tree
 * @param total the number of items on all pages
 */
public record FairnessJson(
        String domain,
        String tree,
        PolicyNameJson policy,
        String measure,
        Instant from,
        Instant to,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Whole whole,
        int total,
        List<Node> items,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String next,
        FreshnessJson freshness) {
    /**
     * All users together.
     *
     * @param jain Jain's index of the users' ratios
     * @param starved the number of users with demand to whom nothing was delivered
     * @param mostBehindAccount the account of the user with the largest lag; like the user, left out without any, and for a caller who may
     *     not see it
     */
    public record Whole(
            double delivered,
            double jain,
            int starved,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String mostBehindAccount,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String mostBehindUser,

            double largestLag) {}

    /**
     * An account with all below it (without user), or an association.
     *
     * @param ratio delivered over due
     * @param lag what is missing of what was due, TRES-seconds
     * @param waited whether it had a job that waited, as far as it is known
     */
    public record Node(
            String account,
            String user,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String partition,

            String path,
            long shares,
            double delivered,
            double due,
            double ratio,
            double lag,
            boolean starved,
            boolean waited) {}
}
