package io.fairway.api.answer;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** The policies of a domain. */
public record PoliciesJson(String domain, List<Item> items, FreshnessJson freshness) {
    /**
     * A policy.
     *
     * @param parameters the record's own members
     */
    public record Item(
            PolicyNameJson policy,
            Instant effectiveFrom,
            List<UsageJson.Measure> measures,
            Collection<String> trees,
            List<Instant> versions,
            JsonNode parameters) {}
}
