package io.fairway.api.answer;

import java.util.Collection;

/** Usage in one tree of a domain; the answer has those of all domains. */
public record ClusterUsageJson(
        String domain,
        String tree,
        Collection<String> clusters,
        String measure,
        String law,
        double value,
        double running,
        FreshnessJson freshness) {}
