package io.fairway.connect;

import java.util.List;
import java.util.Set;

/** The keys that Kafka Connect itself takes in the configuration of a source connector. */
final class ConnectSettings {
    private static final Set<String> KEYS = Set.of(
            "name",
            "connector.class",
            "connector.plugin.version",
            "tasks.max",
            "tasks.max.enforce",
            "config.action.reload",
            "exactly.once.support",
            "transaction.boundary",
            "transaction.boundary.interval.ms",
            "offsets.storage.topic",
            "transforms",
            "predicates",
            "task.class");

    private static final List<String> PREFIXES = List.of(
            "key.converter",
            "value.converter",
            "header.converter",
            "transforms.",
            "predicates.",
            "errors.",
            "topic.creation.",
            "producer.override.",
            "consumer.override.",
            "admin.override.");

    private ConnectSettings() {}

    static boolean isOne(String key) {
        return KEYS.contains(key) || PREFIXES.stream().anyMatch(key::startsWith);
    }
}
