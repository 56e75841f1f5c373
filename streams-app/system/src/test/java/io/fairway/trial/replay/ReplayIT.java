package io.fairway.trial.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.embedded.SharedRegistry;
import io.fairway.embedded.ShortLivedJvm;
import io.fairway.engine.Document;
import io.fairway.engine.Rule;
import io.fairway.system.FairwayMain;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code fairway replay} on a small trace, against an independent calculation. */
@Order(2)
class ReplayIT {
    private static final Path TRACE = Path.of("src", "test", "resources", "traces", "small.swf");
    private static final Percentage ONE_IN_A_BILLION = Percentage.withPercentage(1e-7);

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    @Test
    @Rule(document = Document.SLURM, rows = "38, 47")
    void comesToTheClosedIntegralInAnyOrder() throws Exception {
        ClosedForm form = ClosedForm.of(TRACE);
        Map<String, Double> usage =
                form.usage("small", ClosedForm.meanLifeOfHalfLife(Duration.ofDays(1)), form.lastEnd());

        JsonNode plain = replay("--half-life", "1d");
        JsonNode shuffled = replay(
                "--half-life", "1d", "--shuffle", "5", "--duplicate", "20", "--partitions", "8", "--restart-at", "50");

        assertThat(plain.get("at").asLong()).isEqualTo(form.lastEnd());
        assertThat(plain.get("skipped").asLong()).isEqualTo(form.skipped()).isEqualTo(4);
        // Submitted, started, finished.
        assertThat(plain.get("events").asLong()).isEqualTo(3L * form.jobs().size());
        assertThat(plain.get("digest").asText()).matches("[0-9a-f]{64}");
        assertUsage(plain, usage);
        Map<String, Double> factors = ClosedForm.fairTree(usage);
        assertThat(factors).hasSize(9);
        values(plain, "fairshare")
                .forEach((key, factor) -> assertThat(factor).as(key).isCloseTo(factors.get(key), within(1e-12)));
        assertThat(shuffled).isEqualTo(plain);
        assertThat(out.toString()).contains("digest");
        assertThat(err.toString()).contains("killed the application");
    }

    @Test
    void everyPartitionIsAClusterAndFactsAfterTheInstantDoNotCount() throws Exception {
        ClosedForm form = ClosedForm.of(TRACE);
        long at = 1_000_150_000;
        assertThat(form.jobs()).anyMatch(job -> job.start() < at && job.end() > at);
        Map<String, Double> usage = form.usage("", ClosedForm.meanLifeOfTenthLife(Duration.ofHours(5)), at);

        JsonNode result = replay("--tenth-life", "5h", "--cluster-by", "partition", "--at", "2001-09-10T19:26:40Z");

        assertThat(result.get("at").asLong()).isEqualTo(at);
        assertUsage(result, usage);
        assertThat(values(result, "usage").keySet()).anyMatch(key -> key.startsWith("p3|"));
    }

    private static void assertUsage(JsonNode result, Map<String, Double> expected) {
        Map<String, Double> usage = values(result, "usage");
        assertThat(usage).containsOnlyKeys(expected.keySet());
        usage.forEach((key, value) -> assertThat(value).as(key).isCloseTo(expected.get(key), ONE_IN_A_BILLION));
    }

    private static Map<String, Double> values(JsonNode result, String field) {
        Map<String, Double> values = new HashMap<>();
        result.get("associations")
                .forEach(association -> values.put(
                        association.get("tree").asText() + "|"
                                + association.get("account").asText() + "|"
                                + association.get("user").asText(),
                        association.get(field).doubleValue()));
        return values;
    }

    /** The commands, of which replay takes a registry that runs already, and other options of the JVM. */
    static CommandLine beside(String registry, UnaryOperator<List<String>> jvm) {
        CommandLine line = FairwayMain.commandLine("replay");
        ReplayCommand replay =
                Objects.requireNonNull(line.getSubcommands().get("replay")).getCommand();
        replay.on(partitions -> Workbench.with(registry, partitions), jvm);
        return line;
    }

    private JsonNode replay(String... options) throws Exception {
        Path json = directory.resolve("result.json");
        String[] args = Stream.of(
                        List.of("replay", TRACE.toString(), "--format", "swf", "--json", json.toString()),
                        List.of(options))
                .flatMap(List::stream)
                .toArray(String[]::new);
        int code = beside(SharedRegistry.url(), ShortLivedJvm::instead)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
        assertThat(code).as(err.toString()).isZero();
        return new ObjectMapper().readTree(json.toFile());
    }
}
