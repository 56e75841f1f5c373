package io.fairway.api.answer;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an adjustment would change, if it took effect now.
 *
 * @param cluster of the job that is refunded; null = it is for no job
 * @param known whether the numbers after it are known
 * @param adjustments the adjustments to send, one for each association and measure
 * @param moved the users whose place would be another one, the best places first; at most as many as the API says
 */
public record AdjustmentPreviewJson(
        String domain,
        PolicyNameJson policy,
        String tree,
        String kind,
        @Nullable String cluster,
        @Nullable String job,
        Instant effectiveAt,
        boolean known,
        List<Adjustment> adjustments,
        List<Node> nodes,
        List<Move> moved,
        int movedTotal,
        FreshnessJson freshness) {
    /**
     * An adjustment to send.
     *
     * @param measure null = every measure of the domain
     * @param amount TRES-seconds
     * @param charged what was used, without decay: by the job, or from usedFrom to usedTo; null = it is an amount of one instant
     */
    public record Adjustment(
            String tree,
            String account,
            String user,
            String partition,
            @Nullable String measure,
            double amount,
            @Nullable Double charged,
            @Nullable String toAccount,
            @Nullable String toUser) {}

    /** A node whose usage would change. */
    public record Node(
            String account,
            String user,
            String partition,
            String path,
            Standing before,
            @Nullable Standing after) {}

    /** Usage in TRES-seconds as the policy counts it, the factor, and the place among the users. */
    public record Standing(
            double usage, double factor, @Nullable Long place) {}

    /** A user whose place would be another one. */
    public record Move(
            String account,
            String user,
            String partition,
            @Nullable Long before,
            @Nullable Long after) {}
}
