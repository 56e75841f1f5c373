package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A job, its priority under each policy, and its charges. */
public record JobDetailJson(
        String domain, JobJson job, List<Priority> priorities, List<Charge> charges, FreshnessJson freshness) {
    /** Its priority under a policy. */
    public record Priority(
            PolicyNameJson policy,
            String request,
            double priority,
            @Nullable Long place,
            int of,
            List<TermJson> terms,
            List<Factor> factors,
            @Nullable Instant validUntil) {}

    /**
     * How a factor of its priority came about.
     *
     * @param rule the rule in words
     * @param inputs the numbers that the rule reads, by name
     */
    public record Factor(String name, double value, String rule, Map<String, Double> inputs) {}

    /**
     * The ledger's charge for it.
     *
     * @param plain left out if a measure does not accumulate
     */
    public record Charge(
            String measure,
            String account,
            String user,
            double value,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Double plain) {}
}
