package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Policies side by side. */
public record ComparisonJson(
        String domain,
        String tree,
        List<PolicyNameJson> policies,
        List<String> trees,
        List<String> leftOut,

        @JsonSerialize(contentUsing = JobEventsJson.Decimal.class)
        List<@Nullable Double> correlations,

        List<Item> items,
        int total,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String next,
        FreshnessJson freshness) {
    /** An association under each policy. */
    public record Item(String account, String user, List<Value> values, List<@Nullable Long> moves) {}

    /** Its factor and place under one policy. */
    public record Value(double factor, @Nullable Long place) {}
}
