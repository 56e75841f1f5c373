package io.fairway.trial.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.avro.JobEvent;
import io.fairway.embedded.SharedRegistry;
import io.fairway.embedded.ShortLivedJvm;
import io.fairway.readers.Trace;
import io.fairway.readers.TraceFormat;
import io.fairway.readers.line.TraceJob;
import io.fairway.readers.line.TraceOptions;
import io.fairway.scenario.Scenario;
import io.fairway.scenario.report.Report;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real trace through the pipeline under an LSF policy, a Moab policy and two of Slurm at once. The published numbers of each are
 * those of {@code fairway evaluate} for the same history.
 */
@Order(3)
class SeveralPoliciesIT {
    /** The trace uses the same numbers for users and groups; LSF cannot tell them apart. */
    private static final String GROUP = "g";

    private static final String FAIR_TREE = """
            name: fair-tree
            measure: {name: week, decay: {kind: HALF_LIFE, millis: 604800000}}
            """;
    private static final String CLASSIC = """
            name: classic
            state: SHADOW
            algorithm: CLASSIC
            dampening: 3
            measure: {name: day, decay: {kind: HALF_LIFE, millis: 86400000}}
            """;
    private static final String LSF = """
            name: lsf
            state: SHADOW
            algorithm: LSF_DYNAMIC
            measure: {name: lsf}
            lsf: {cluster: {ENABLE_HIST_RUN_TIME: "Y", HIST_HOURS: "10"}}
            """;
    private static final String MOAB = """
            name: moab
            state: SHADOW
            algorithm: MOAB_TARGETS
            measure: {name: windows}
            moab:
              parameters:
                FSPOLICY: DEDICATEDPS
                FSINTERVAL: "12:00:00"
                FSDEPTH: "8"
                FSDECAY: "0.8"
                FSWEIGHT: "100"
                FSUSERWEIGHT: "10"
                FSACCOUNTWEIGHT: "5"
                USERCFG[DEFAULT]: FSTARGET=2
                ACCOUNTCFG[DEFAULT]: FSTARGET=30-
            """;

    @TempDir
    private Path directory;

    @Test
    void everyPolicyPublishesWhatEvaluateComputes() throws Exception {
        everyPolicyPublishesWhatEvaluateComputes(
                1_500, Instant.parse("1993-10-09T02:09:04Z"), 4 * 25, ShortLivedJvm::instead);
    }

    /** And with the options that the JVM of a replay has. */
    @Test
    @Tag("slow")
    void soItDoesWithTheWholeTrace() throws Exception {
        everyPolicyPublishesWhatEvaluateComputes(
                Integer.MAX_VALUE, Instant.parse("1993-11-16T15:07:31Z"), 4 * 60, UnaryOperator.identity());
    }

    /**
     * With the first lines of the trace.
     *
     * @param at in the middle of them, while jobs run
     * @param more than so many values are compared
     * @param jvm gives the application options of the JVM
     */
    private void everyPolicyPublishesWhatEvaluateComputes(
            int lines, Instant at, int more, UnaryOperator<List<String>> jvm) throws Exception {
        Path trace = RealFilesTest.nasa(lines, directory.resolve("nasa.swf.gz"));
        List<String> args = new ArrayList<>(List.of("replay", trace.toString(), "--quiet", "--at", at.toString()));
        Map<String, String> policies = Map.of("1", FAIR_TREE, "2", CLASSIC, "3", LSF, "4", MOAB);
        for (Map.Entry<String, String> policy : new TreeMap<>(policies).entrySet()) {
            Path file = Files.writeString(directory.resolve(policy.getKey() + ".yaml"), policy.getValue());
            args.addAll(List.of("--policy", file.toString()));
        }
        Path json = directory.resolve("result.json");
        args.addAll(List.of("--json", json.toString()));
        StringWriter err = new StringWriter();

        int exit = ReplayIT.beside(SharedRegistry.url(), jvm)
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err))
                .execute(args.toArray(new String[0]));

        assertThat(exit).as(err.toString()).isZero();
        JsonNode published = new ObjectMapper().readTree(json.toFile()).get("policies");
        Map<String, Report> evaluated = Scenario.evaluate(scenario(trace, at)).reports();
        int compared = 0;
        for (String policy : List.of("fair-tree", "classic", "lsf", "moab")) {
            Report report = Objects.requireNonNull(evaluated.get(policy), policy);
            for (JsonNode node : published.get(policy)) {
                compared += compare(policy, report, node) ? 1 : 0;
            }
        }
        assertThat(compared).isGreaterThan(more);
    }

    private static boolean compare(String policy, Report report, JsonNode node) {
        String user = node.get("user").asText();
        String path = "/" + GROUP + node.get("account").asText() + (user.isEmpty() ? "" : "/" + user);
        Report.Section section =
                Objects.requireNonNull(report.sections().get(policy.equals("moab") ? "associations" : "fairshare"));
        Report.Row row = section.rows().get(path);
        if (row == null) {
            assertThat(node.get("account").asText())
                    .as("a node that evaluate does not know")
                    .isEqualTo("root");
            return false;
        }
        Object expected = row.values().get(policy.equals("lsf") ? "priority" : "factor");
        String what = policy + " " + path;
        if (expected == null) {
            assertThat(node.get("factor").isNull()).as(what).isTrue();
            return false;
        }
        double value = (Double) expected;
        double tolerance = 1e-9 * Math.max(1, Math.abs(value));
        assertThat(node.get("factor").asDouble()).as(what).isCloseTo(value, within(tolerance));
        return true;
    }

    /** The same jobs and shares as a scenario of the same policy files. */
    private static Path scenario(Path file, Instant at) throws IOException {
        StringBuilder text = new StringBuilder(
                "at: " + at + "\npolicies: {fair-tree: 1.yaml, classic: 2.yaml, lsf: 3.yaml, moab: 4.yaml}\n");
        Map<String, Set<String>> tree = new TreeMap<>();
        StringBuilder runs = new StringBuilder("runs:\n");
        TraceOptions options = new TraceOptions("nasa", TraceOptions.ClusterBy.TRACE);
        try (Trace trace = TraceFormat.open(null, "nasa.swf.gz", Files.newInputStream(file), options)) {
            trace.jobs().forEach(job -> add(at, job, tree, runs));
        }
        text.append("shares:\n  nasa:\n");
        tree.forEach((account, users) -> {
            text.append("    \"").append(account).append("\":\n      users:\n");
            users.forEach(user -> text.append("        \"").append(user).append("\": 1\n"));
        });
        return Files.writeString(file.resolveSibling("scenario.yaml"), text.append(runs));
    }

    private static void add(Instant at, TraceJob job, Map<String, Set<String>> tree, StringBuilder runs) {
        JobEvent submitted = job.event(0);
        String account = GROUP + Objects.requireNonNull(submitted.getAccount());
        String user = Objects.requireNonNull(submitted.getUser());
        tree.computeIfAbsent(account, a -> new TreeSet<>()).add(user);
        Instant start = Instant.ofEpochMilli(job.time(1));
        Instant end = Instant.ofEpochMilli(job.time(2));
        if (!start.isAfter(at)) {
            runs.append("  - {account: \"" + account + "\", user: \"" + user + "\", allocatedTres: {cpu: ")
                    .append(Objects.requireNonNull(job.event(1).getAllocatedTres())
                            .get("cpu"))
                    .append("}, started: " + start + (end.isAfter(at) ? "" : ", ended: " + end) + "}\n");
        }
    }
}
