package io.fairway.app.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.app.tables.PolicyFile;
import io.fairway.app.tables.SharesFile;
import io.fairway.client.table.PlainWriter;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.reading.memory.MemoryDomain;
import io.fairway.reading.saved.SavedDomain;
import io.fairway.records.SharesAndAdjustments;
import io.fairway.scenario.domain.GivenFacts;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What the command refuses, and what other jobs change; other computations are tested with the API. */
class EvaluateQueueCommandTest {
    private static final long AT = Instant.parse("2026-11-03T00:00:00Z").toEpochMilli();

    private static final String POLICY = """
            domain: alps
            name: main
            effectiveFrom: 2026-01-01T00:00:00Z
            measure: {name: main}
            algorithm: fair-tree-slurm
            slurm: {weightAge: 1000}
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --all                                | apply to --from and --saved
            --shares f.yaml x.yaml               | apply to --from and --saved
            --from http://127.0.0.1:1 x.yaml     | do not apply to --from and --saved
            --from http://127.0.0.1:1 --explain  | do not apply to --from and --saved
            --saved here --save there            | do not apply to --saved
            --saved here --recount               | --recount applies to --policy-file
            --recount                            | apply to --from and --saved
            --saved nowhere                      | --saved nowhere: state.json.gz is not there
            --from http://127.0.0.1:1 --policy-file nowhere.yaml | nowhere.yaml cannot be read
            """)
    void refusesWhatDoesNotApply(String arguments, String message) {
        assertThat(err(arguments.split(" "))).contains(message);
    }

    @Test
    void namesTheFolderOfWhatIsNoState() throws IOException {
        Files.writeString(folder.resolve(SavedState.FILE), "{}");

        assertThat(err("--saved", folder.toString()))
                .contains("is no state that --save wrote")
                .doesNotContain("Exception");
    }

    /** Job 1 is the oldest, so it is first. It is cancelled, and another one is submitted. */
    @Test
    void foretellsTheOrderWithOtherJobs() throws IOException {
        save();
        Path jobs = Files.writeString(folder.resolve("jobs.yaml"), """
                jobs:
                  new: {account: physics, user: anna}
                events:
                  - {job: "1", type: cancelled}
                """);

        JsonNode lines = new ObjectMapper().readTree(out("--jobs", jobs.toString(), "--json"));

        assertThat(lines.findValuesAsText("job")).containsExactly("2", "new", "1");
        assertThat(lines.findValuesAsText("placeNow")).containsExactly("2", "null", "1");
        assertThat(lines.findValuesAsText("placeThen")).containsExactly("1", "2", "null");
        assertThat(out("--jobs", jobs.toString())).contains("3 of 3 requests would have another place");
    }

    @Test
    void aStateWithoutUsageByHourIsNotCountedAnew() throws IOException {
        save();
        Path policy = Files.writeString(folder.resolve("policy.yaml"), POLICY);

        assertThat(err("--saved", folder.toString(), "--policy-file", policy.toString(), "--recount"))
                .contains("this state has none: save it with --recount");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            events: [{job: "7", type: held}]                           | job alps/7, HELD: must be of a job that waits
            events: [{job: "runs", type: held}]                        | job alps/runs, HELD: must be of a job that waits
            events: [{job: "2", type: held, time: 2100-01-01T00:00:00Z}] | HELD at 2100-01-01T00:00:00Z: must not lie after the instant
            usage: {}                                                  | usage
            """)
    void saysWhichJobCannotBeForetold(String file, String message) throws IOException {
        save();
        Path jobs = Files.writeString(folder.resolve("jobs.yaml"), file);

        assertThat(err("--saved", folder.toString(), "--jobs", jobs.toString())).contains(message);
    }

    private void save() throws IOException {
        MemoryDomain domain = new MemoryDomain("alps");
        domain.put(PolicyFile.read(yaml(POLICY)).policy());
        SharesFile.read(yaml("{domain: alps, trees: {alps: {physics: {users: {anna: 1}}}}}"))
                .over(Map.of(), false)
                .records()
                .values()
                .forEach(record -> domain.put(Objects.requireNonNull(SharesAndAdjustments.node(record))));
        YamlMap given = yaml("""
                runs:
                  - {job: runs, account: physics, user: anna, allocatedTres: {cpu: 1}, started: 2026-11-01T00:00:00Z}
                jobs:
                  "1": {account: physics, user: anna, submitted: 2026-11-01T00:00:00Z}
                  "2": {account: physics, user: anna, submitted: 2026-11-02T00:00:00Z}
                """);
        GivenFacts.now(given, "alps", AT).forEach(domain::take);
        SavedState.write(SavedDomain.of(domain.at(AT), AT, "test"), folder);
    }

    private YamlMap yaml(String text) throws IOException {
        return YamlValue.read(Files.writeString(folder.resolve("file.yaml"), text));
    }

    private String out(String... arguments) {
        StringWriter out = new StringWriter();
        List<String> line = new ArrayList<>(List.of("--saved", folder.toString()));
        line.addAll(List.of(arguments));
        StringWriter err = new StringWriter();
        int code = new CommandLine(new EvaluateQueueCommand())
                .setOut(PlainWriter.of(new PrintWriter(out))) // as the program has it
                .setErr(new PrintWriter(err))
                .execute(line.toArray(String[]::new));
        assertThat(code).as(err.toString()).isZero();
        return out.toString();
    }

    private static String err(String... arguments) {
        StringWriter err = new StringWriter();
        int code = new CommandLine(new EvaluateQueueCommand())
                .setErr(new PrintWriter(err))
                .execute(arguments);
        assertThat(code).isEqualTo(2);
        return err.toString();
    }
}
