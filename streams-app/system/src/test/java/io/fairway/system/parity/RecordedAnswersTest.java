package io.fairway.system.parity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.engine.StreamRig;
import io.fairway.scenario.Scenario;
import io.fairway.scenario.report.Report;
import io.fairway.system.docs.Documents;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code evaluate} says what was recorded of second code, which shared no path with the engine: of every example and of random sites of
 * each family, cell by cell to 1e-9, and in the same order; {@code -Dparity.sites=100} asks for all of them. {@link IntendedDifferences} lists what is meant to differ.
 * {@code parity/ORIGIN.md} says how the file was made.
 */
@Order(1)
class RecordedAnswersTest {
    private static final Path FILE =
            Documents.ROOT.resolve("streams-app/system/src/test/resources/parity/evaluated.jsonl.gz");
    private static final double ROUNDING = 1e-9;
    /** Of the 100 of each family. */
    private static final long SITES = Long.getLong("parity.sites", 20);

    @TempDir
    private Path folder;

    private final List<String> differences = new ArrayList<>();
    private final Map<String, Integer> intended = new TreeMap<>();
    private int compared;

    @Test
    void areThoseOfTheEngine() throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(FILE)), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                JsonNode recorded = mapper.readTree(line);
                String site = recorded.get("site").asText();
                if (!site.endsWith(".yaml") && Long.parseLong(site.split(" ")[1]) > SITES) {
                    continue;
                }
                Map<String, Report> now = now(site);
                recorded.get("answer")
                        .get("policies")
                        .properties()
                        .forEach(policy ->
                                report(site, policy.getValue(), Objects.requireNonNull(now.get(policy.getKey()))));
            }
        }
        System.out.println("RecordedAnswersTest: " + compared + " values, " + differences.size() + " differences");
        intended.forEach((why, count) -> System.out.println("  " + count + " meant: " + why));
        assertThat(differences).isEmpty();
        assertThat(compared).isGreaterThan(20_000);
        assertThat(intended.keySet()).isEqualTo(IntendedDifferences.reasons());
    }

    private Map<String, Report> now(String site) throws IOException {
        if (site.endsWith(".yaml")) {
            return Scenario.evaluate(Documents.ROOT.resolve("examples").resolve(site))
                    .reports();
        }
        String[] words = site.split(" ");
        try (StreamRig rig = new StreamRig()) {
            Family.valueOf(words[0]).site(Long.parseLong(words[1])).send(rig);
            Path file = Files.writeString(folder.resolve("site.yaml"), new SentScenario(rig).text(RandomSite.NOW));
            return Scenario.evaluate(file).reports();
        }
    }

    private void report(String site, JsonNode recorded, Report now) {
        for (Map.Entry<String, JsonNode> section : recorded.properties()) {
            List<String> before = new ArrayList<>();
            for (JsonNode row : section.getValue()) {
                String key = row.get("key").asText();
                Report.Row found = rows(now, section.getKey()).get(key);
                if (found == null) {
                    differs(new Cell(site, section.getKey(), key, "", null, null));
                } else {
                    before.add(key);
                    row.properties()
                            .forEach(column -> cell(
                                    site,
                                    section.getKey(),
                                    key,
                                    column,
                                    found.values().get(column.getKey())));
                }
            }
            // Siblings of a share tree come in the order of its file, and records of a site have none.
            if (!section.getKey().equals("fairshare") || site.endsWith(".yaml")) {
                order(
                        site,
                        section.getKey(),
                        before,
                        rows(now, section.getKey()).keySet());
            }
        }
    }

    /** Elections of LSF are places now. */
    private static Map<String, Report.Row> rows(Report report, String section) {
        Report.Section found = report.sections().get(section.equals("order") ? "priorities" : section);
        return found == null ? Map.of() : found.rows();
    }

    private void order(String site, String section, List<String> before, Set<String> now) {
        List<String> after = new ArrayList<>(now);
        after.retainAll(new HashSet<>(before));
        compared++;
        if (!after.equals(before)) {
            differs(new Cell(site, section, "order", "", before, after));
        }
    }

    private void cell(
            String site, String section, String key, Map.Entry<String, JsonNode> column, @Nullable Object now) {
        if (Set.of("key", "terms").contains(column.getKey())) {
            return;
        }
        JsonNode before = column.getValue();
        compared++;
        boolean same = before.isNull()
                ? now == null
                : (before.isNumber() && now instanceof Number number)
                        ? close(before.asDouble(), number.doubleValue())
                        : before.asText().equals(text(now));
        if (!same) {
            differs(new Cell(site, section, key, column.getKey(), before.isNull() ? null : before.asText(), now));
        }
    }

    private static boolean close(double before, double now) {
        return Math.abs(now - before) <= ROUNDING * Math.max(1, Math.abs(before));
    }

    private static String text(@Nullable Object value) {
        return value instanceof Double number && number == Double.POSITIVE_INFINITY ? "inf" : String.valueOf(value);
    }

    private void differs(Cell cell) {
        String why = IntendedDifferences.why(cell);
        if (why == null) {
            differences.add(cell.toString());
        } else {
            intended.merge(why, 1, Integer::sum);
        }
    }

    /**
     * A value, or a row or order where {@code column} is empty.
     *
     * @param before as it was recorded
     * @param now as the engine has it
     */
    record Cell(
            String site,
            String section,
            String key,
            String column,
            @Nullable Object before,
            @Nullable Object now) {}
}
