package io.fairway.system.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.system.docs.Documents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The dashboards of {@code docker/grafana}. */
final class Dashboards {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Dashboards() {}

    /** By the names of their files. */
    static Map<String, JsonNode> all() throws IOException {
        Map<String, JsonNode> dashboards = new TreeMap<>();
        try (Stream<Path> files = Files.list(Documents.ROOT.resolve("docker/grafana/dashboards"))) {
            for (Path file : files.toList()) {
                dashboards.put(String.valueOf(file.getFileName()), JSON.readTree(file.toFile()));
            }
        }
        assertThat(dashboards).isNotEmpty();
        return dashboards;
    }

    /** What the panels ask. */
    static List<Query> queries() throws IOException {
        List<Query> queries = new ArrayList<>();
        all().forEach((file, dashboard) -> dashboard
                .path("panels")
                .forEach(panel -> panel.path("targets")
                        .forEach(target -> queries.add(new Query(
                                file + ", " + panel.path("title").asText(),
                                target.path("expr").asText(),
                                target.path("legendFormat").asText())))));
        return queries;
    }

    /** What the variables ask, but for the one of the data source. */
    static List<Query> variables() throws IOException {
        List<Query> variables = new ArrayList<>();
        all().forEach((file, dashboard) -> variablesOf(dashboard).forEach(variable -> {
            if (variable.path("type").asText().equals("query")) {
                variables.add(new Query(
                        file + ", " + variable.path("name").asText(),
                        variable.path("query").path("query").asText(),
                        ""));
            }
        }));
        return variables;
    }

    static JsonNode variablesOf(JsonNode dashboard) {
        return dashboard.path("templating").path("list");
    }
}
