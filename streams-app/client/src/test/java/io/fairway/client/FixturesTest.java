package io.fairway.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.fairway.client.http.StubApi;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The answers of the stub have the shapes in the description of the API. */
class FixturesTest {
    private static final Path FILES = Path.of("src", "test", "resources", "io", "fairway", "client", "http");

    /** The server's: the client has none of its classes, and no copy of its description. */
    private static final Path DESCRIPTION =
            Path.of("..", "api", "src", "main", "resources", "io", "fairway", "api", "http", "openapi.yaml");

    private static final ObjectMapper JSON = new ObjectMapper();

    static List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(FILES)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void isAsDescribed(String file) throws IOException {
        JsonNode answer = JSON.readTree(Files.readString(FILES.resolve(file)));

        assertThat(schema(schemaOf(file)).validate(answer)).isEmpty();
    }

    @Test
    void anAnswerThatIsNotAsDescribedIsSeen() throws IOException {
        ObjectNode answer = (ObjectNode) JSON.readTree(StubApi.text("usage-hour.json"));
        answer.remove("measure");
        ((ObjectNode) answer.path("items").path(0)).put("value", "many");

        assertThat(schema("Usage").validate(answer)).hasSizeGreaterThan(1);
    }

    private static String schemaOf(String file) {
        String kind = file.replaceFirst("[-.].*", "");
        return switch (kind) {
            case "domains" -> "Domains";
            case "domain" -> "Domain";
            case "usage" -> file.contains("cluster") ? "ClusterUsage" : "Usage";
            case "fairshare", "ranking" -> "FairshareList";
            case "fairness" -> "Fairness";
            case "since" -> "WhySince";
            case "detail" -> "FairshareDetail";
            case "jobs" -> "Jobs";
            case "job" -> "JobDetail";
            case "events" -> "JobEvents";
            case "why" -> file.contains("user") ? "WhyUser" : "WhyJob";
            case "queues" -> "Queues";
            case "forecast" -> "Forecast";
            case "whatif" -> "WhatIf";
            case "policies" -> "Policies";
            case "compare" -> "Comparison";
            case "problem" -> "Problem";
            default -> throw new IllegalStateException(file + ": say what it is");
        };
    }

    private static JsonSchema schema(String name) throws IOException {
        try (InputStream in = Files.newInputStream(DESCRIPTION)) {
            JsonNode description = new YAMLMapper().readTree(in);
            ObjectNode schema = JSON.createObjectNode();
            schema.put("$ref", "#/components/schemas/" + name);
            schema.set("components", description.path("components"));
            return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                    .getSchema(schema);
        }
    }
}
