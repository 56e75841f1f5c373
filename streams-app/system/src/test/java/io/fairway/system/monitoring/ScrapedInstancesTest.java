package io.fairway.system.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fairway.system.docs.Documents;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What Prometheus of {@code docker/compose.cluster.yaml} scrapes is what runs there. */
class ScrapedInstancesTest {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final String ADVERTISED = "--set=http.advertised=";

    @Test
    void everyInstanceOfTheClusterIsScrapedAtItsAddressAndNothingElse() throws IOException {
        List<String> targets = new ArrayList<>();
        for (JsonNode job : read("docker/prometheus/prometheus.yml").path("scrape_configs")) {
            job.path("static_configs")
                    .forEach(group -> group.path("targets").forEach(target -> targets.add(target.asText())));
        }
        List<String> instances = new ArrayList<>();
        for (JsonNode service : read("docker/compose.cluster.yaml").path("services")) {
            for (JsonNode word : service.path("command")) {
                if (word.asText().startsWith(ADVERTISED)) {
                    instances.add(word.asText().substring(ADVERTISED.length()));
                }
            }
        }

        assertThat(targets).isNotEmpty().containsExactlyElementsOf(instances);
    }

    private static JsonNode read(String file) throws IOException {
        return YAML.readTree(Documents.ROOT.resolve(file).toFile());
    }
}
