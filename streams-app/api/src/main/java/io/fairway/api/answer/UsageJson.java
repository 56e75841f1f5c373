package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Usage by association, user or account, or by window of time.
 *
 * @param from beginning of a period; left out of usage as of one instant
 * @param firstDay the first day with usage that is kept, if it is later than the beginning of the period
 * @param approximate whether the numbers are known within bounds only: {@code least} and {@code most}
 */
public record UsageJson(
        String domain,
        String tree,
        Measure measure,
        String by,
        Instant at,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant from,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant to,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant firstDay,
        boolean approximate,
        double total,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double least,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double most,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double corrections,
        List<? extends Item> items,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String next,
        FreshnessJson freshness) {
    /** A measure of usage, with the decay law in force. */
    public record Measure(String name, String law, String kind) {}

    /** A part of the usage. */
    public sealed interface Item {}

    /** The usage of an association, of a user (without account), of an account (without user), or of a QOS. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Part(
            @Nullable String account,
            @Nullable String user,
            @Nullable String partition,
            @Nullable String qos,
            double value,
            @Nullable Double least,
            @Nullable Double most,
            double running,
            @Nullable Double corrections,
            double percent)
            implements Item {}

    /** What the jobs of a queue or a cluster used in a period. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record OfJobs(@Nullable String queue, @Nullable String cluster, double value, long jobs, double percent)
            implements Item {}

    /** The usage in a window of time, of everything that the question asks for. */
    public record Window(Instant start, Instant end, double value) implements Item {}
}
