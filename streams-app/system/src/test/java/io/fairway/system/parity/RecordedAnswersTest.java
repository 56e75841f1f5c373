package io.fairway.system.parity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.scenario.ReportJson;
import io.fairway.scenario.Scenario;
import io.fairway.system.docs.Documents;
import io.fairway.system.parity.EvaluateAgainstStreamTest.Family;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code evaluate} said of every example and of random sites of each family, cell by cell. It was computed by second code, which
 * shares no path with the engine: whatever computes these reports later has to say the same, or its difference is on the list of
 * those that are meant. {@code parity/ORIGIN.md} says how the file was made.
 */
class RecordedAnswersTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String FILE = "parity/evaluated.jsonl.gz";
    private static final long SITES = 100;

    @TempDir
    private Path folder;

    /** {@code -Dparity.record=true} writes the file anew. */
    @Test
    void areThoseOfNow() throws IOException {
        Map<String, JsonNode> now = now();
        if (Boolean.getBoolean("parity.record")) {
            record(now);
        }
        Map<String, JsonNode> recorded = recorded();
        assertThat(now.keySet()).isEqualTo(recorded.keySet());
        List<String> differences = new ArrayList<>();
        recorded.forEach((name, answer) -> {
            if (!answer.equals(now.get(name))) {
                differences.add(name);
            }
        });
        assertThat(differences).isEmpty();
    }

    private Map<String, JsonNode> now() throws IOException {
        Map<String, JsonNode> now = new LinkedHashMap<>();
        try (Stream<Path> files = Files.list(Documents.ROOT.resolve("examples"))) {
            for (Path file : files.filter(path -> path.toString().endsWith(".yaml"))
                    .sorted()
                    .toList()) {
                now.put(String.valueOf(file.getFileName()), answer(file));
            }
        }
        for (Family family : Family.values()) {
            for (long seed = 1; seed <= SITES; seed++) {
                String site = family + " " + seed;
                now.put(
                        site,
                        answer(Files.writeString(
                                folder.resolve("site.yaml"), family.site(seed).scenario())));
            }
        }
        return now;
    }

    private static JsonNode answer(Path file) throws IOException {
        Scenario scenario = Scenario.evaluate(file);
        StringWriter text = new StringWriter();
        ReportJson.write(scenario, scenario.reports(), text);
        ObjectNode answer = (ObjectNode) MAPPER.readTree(text.toString());
        // The words of a term may change; its name and its value are the answer.
        answer.findParents("how").forEach(term -> ((ObjectNode) term).remove("how"));
        return answer;
    }

    private static void record(Map<String, JsonNode> answers) throws IOException {
        Path file =
                Documents.ROOT.resolve("streams-app/system/src/test/resources").resolve(FILE);
        try (Writer out = new java.io.OutputStreamWriter(
                new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8)) {
            for (Map.Entry<String, JsonNode> answer : answers.entrySet()) {
                out.write(MAPPER.createObjectNode()
                        .put("site", answer.getKey())
                        .<ObjectNode>set("answer", answer.getValue())
                        .toString());
                out.write('\n');
            }
        }
    }

    private static Map<String, JsonNode> recorded() throws IOException {
        Map<String, JsonNode> recorded = new LinkedHashMap<>();
        Path file =
                Documents.ROOT.resolve("streams-app/system/src/test/resources").resolve(FILE);
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                JsonNode each = MAPPER.readTree(line);
                recorded.put(each.get("site").asText(), each.get("answer"));
            }
        }
        return recorded;
    }
}
