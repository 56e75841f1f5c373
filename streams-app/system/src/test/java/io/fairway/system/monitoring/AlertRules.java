package io.fairway.system.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fairway.system.docs.Documents;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The rules of {@code docker/prometheus/alerts.yml}. */
final class AlertRules {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    private AlertRules() {}

    static List<JsonNode> alerts() throws IOException {
        return rules("alert");
    }

    /** What the rules compute for themselves. */
    static List<JsonNode> records() throws IOException {
        return rules("record");
    }

    private static List<JsonNode> rules(String kind) throws IOException {
        List<JsonNode> rules = new ArrayList<>();
        YAML.readTree(Documents.ROOT.resolve("docker/prometheus/alerts.yml").toFile())
                .path("groups")
                .forEach(group -> group.path("rules").forEach(rule -> {
                    if (rule.has(kind)) {
                        rules.add(rule);
                    }
                }));
        assertThat(rules).isNotEmpty();
        return rules;
    }

    static List<Query> queries() throws IOException {
        List<Query> queries = new ArrayList<>();
        records().forEach(rule -> queries.add(query(rule, "record")));
        alerts().forEach(rule -> queries.add(query(rule, "alert")));
        return queries;
    }

    private static Query query(JsonNode rule, String kind) {
        return new Query(
                rule.path(kind).asText(),
                rule.path("expr").asText(),
                rule.path("annotations").toString());
    }
}
