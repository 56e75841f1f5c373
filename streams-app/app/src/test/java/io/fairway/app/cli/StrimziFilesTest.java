package io.fairway.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fairway.schemas.Topic;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** {@code docker/strimzi} has what the commands print; {@code -Ddocs.write=true} writes it there. */
class StrimziFilesTest {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    private final StringWriter err = new StringWriter();

    private String printed(int status, String... args) {
        StringWriter out = new StringWriter();
        CommandLine line = new CommandLine(new TopicsCommand());
        assertThat(line.setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err))
                        .execute(args))
                .as(err.toString())
                .isEqualTo(status);
        return out.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "topics.yaml, list --format strimzi --strimzi-cluster batch",
        "users.yaml, acl --format strimzi --strimzi-cluster batch"
    })
    void theFilesAreWhatTheCommandsPrint(String name, String command) throws IOException {
        Path file = root().resolve("docker/strimzi").resolve(name);
        String expected = "# Made by: fairway topics " + command + "\n" + printed(0, command.split(" "));
        if (Boolean.getBoolean("docs.write")) {
            Files.writeString(file, expected);
        }

        assertThat(file).hasContent(expected);
    }

    @Test
    void topicsOfClustersHaveResourcesToo() throws IOException {
        assertThat(documents(printed(0, "list", "--format", "strimzi", "--clusters", "alps")))
                .extracting(each -> each.path("spec").path("topicName").asText())
                .hasSize(Topic.values().length + 2)
                .contains("fairway.job-events.alps", "fairway.samples.alps");
    }

    /** The later resource would replace the earlier one, and one topic would never be made. */
    @Test
    void twoTopicsWithOneResourceAreRefused() {
        printed(2, "list", "--format", "strimzi", "--clusters", "alps,Alps");

        assertThat(err.toString())
                .contains("topics fairway.job-events.Alps and fairway.job-events.alps: their resources would both be"
                        + " fairway.job-events.alps");
    }

    @Test
    void aResourceHasTheSettingsOfItsTopic() throws IOException {
        Map<String, JsonNode> resources = new LinkedHashMap<>();
        for (JsonNode each : documents(printed(
                0, "list", "--format", "strimzi", "--prefix", "My_Site.", "--partitions", "8", "--replication", "2"))) {
            resources.put(each.path("spec").path("topicName").asText(), each);
        }

        assertThat(resources).hasSize(Topic.values().length);
        JsonNode events = Objects.requireNonNull(resources.get("My_Site.job-events"));
        assertThat(events.path("kind").asText()).isEqualTo("KafkaTopic");
        assertThat(events.path("metadata").path("name").asText()).isEqualTo("my-site.job-events");
        assertThat(events.path("spec").path("partitions").asInt()).isEqualTo(8);
        assertThat(events.path("spec").path("replicas").asInt()).isEqualTo(2);
        // docs/cluster.md: 180 days of job events; all topics have LogAppendTime.
        JsonNode settings = events.path("spec").path("config");
        assertThat(settings.path("retention.ms").asText()).isEqualTo("15552000000");
        assertThat(settings.path("cleanup.policy").asText()).isEqualTo("delete");
        assertThat(resources.values())
                .allSatisfy(each -> assertThat(each.path("spec")
                                .path("config")
                                .path("message.timestamp.type")
                                .asText())
                        .isEqualTo("LogAppendTime"))
                // What Kubernetes takes as a name (RFC 1123).
                .allSatisfy(
                        each -> assertThat(each.path("metadata").path("name").asText())
                                .matches("[a-z0-9]([-a-z0-9.]*[a-z0-9])?"));
    }

    @ParameterizedTest
    @CsvSource({
        "list --format json, '--format \"json\": must be table or strimzi'",
        "list --format strimzi --partitions 0, '--partitions 0, --replication 3: must be 1 or more'"
    })
    void refusesWhatItDoesNotKnow(String command, String message) {
        printed(2, command.split(" "));

        assertThat(err.toString()).contains(message);
    }

    private static List<JsonNode> documents(String yaml) throws IOException {
        List<JsonNode> documents = new ArrayList<>();
        try (var reader = YAML.readerFor(JsonNode.class).<JsonNode>readValues(yaml)) {
            reader.forEachRemaining(documents::add);
        }
        return documents;
    }

    private static Path root() {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.exists(at.resolve("docs/architecture.md"))) {
            at = Objects.requireNonNull(at.getParent(), "no directory above has docs/architecture.md");
        }
        return at;
    }
}
