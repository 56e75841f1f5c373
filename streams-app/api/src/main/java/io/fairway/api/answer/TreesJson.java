package io.fairway.api.answer;

import java.util.List;

/** The share trees of a domain. */
public record TreesJson(String domain, List<Item> items, FreshnessJson freshness) {
    /** A tree. */
    public record Item(String tree, int accounts, int users, int depth, List<String> problems) {}
}
