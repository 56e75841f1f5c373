package io.fairway.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The explanations of the worked examples. Numbers come from their documents, or from a calculation by hand. */
class ExplainCommandTest {
    private static final Path EXAMPLES = Path.of("..", "..", "examples");

    private final StringWriter err = new StringWriter();

    @Test
    void explainsAUserOfSlurm() {
        String said = explain(0, "slurm-2.0-five-users.yaml", "--node", "/A/C/user2");

        assertThat(said).startsWith("Five users under the linear fairshare of Slurm 2.0");
        assertThat(said).contains("fairshare /A/C/user2: factor 0.3875");
        assertThat(said).contains("factor = (normalised shares - effective usage + 1) / 2");
        // 0.5 * 0.275 of 0.3875 is 35.5 %.
        assertThat(said).containsPattern("effectiveUsage +-0.5 +0.275 +-0.1375 +-35.5 %");
        assertThat(said).containsPattern("normalisedShares +0.5 +0.05 +0.025 +6.5 %");
        // 2 of 3 shares: S = 0.1 * 2/3, UE = 0.25 + 0.05 * 2/3, F = (0.0666667 - 0.2833333 + 1) / 2.
        assertThat(said).contains("the factor would be 0.3917 (normalised shares 0.06667)");
        // The default half-life of 7 days: 7 d * log2(0.275 / 0.05) = 17.216 d.
        assertThat(said).contains("falls from 0.275 to the normalised shares 0.05 after 17 d 5 h");
    }

    @Test
    void explainsAJobOfSlurmThatWaits() {
        String said = explain(0, "slurm-2.0-sample-decay.yaml", "--job", "1");

        assertThat(said).contains("priorities 1: priority 9762");
        assertThat(said).containsPattern("age +1000 +0.5 +500 +5.1 %");
        // 1000 in 14 days; 7 of them have passed.
        assertThat(said).contains("age gains 2.976 an hour, up to 1000 after 7 d, on 2009-07-07T00:00:00Z");
        assertThat(said).contains("No job goes before it.");
    }

    @Test
    void explainsTheLastJobUnlessToldOtherwise() {
        String said = explain(0, "slurm-2.0-sample-decay.yaml");

        assertThat(said).contains("fairshare /biology/ben: factor 0.625").doesNotContain("fairshare /physics");
        assertThat(said).contains("priorities 2: priority 8750").doesNotContain("priorities 1");
        assertThat(said).contains("Job 1 goes before it: its priority is 1013 higher.");
        assertThat(said).contains("It does not pass job 1 by waiting");
    }

    /** Slurm's age factor is min(1, age / PriorityMaxAge): the instants are computed by hand from it. */
    @Test
    void saysWhenAJobCatchesUpThoughTheOtherReachesItsLargestAge() {
        String caught = explain(0, "../streams-app/scenario/src/test/resources/why/catch.yaml");
        // Both have 1000 from the 22nd at 02:00 on, the first one since the 21st at 16:00.
        assertThat(caught).contains("It catches up with job 1 after 14 h, on 2026-11-22T02:00:00Z");

        String passed = explain(0, "../streams-app/scenario/src/test/resources/why/pass1.yaml");
        // 300 + 1000 / 7 a day since the 20th at 12:00 is 1000 after 4.9 days.
        assertThat(passed).contains("It catches up with job 1 after 3 d 21 h, on 2026-11-25T09:36:00Z");
    }

    @Test
    void explainsAShareAccountOfLsf() {
        String said = explain(0, "lsf-dynamic-priority.yaml", "--policy", "default", "--node", "busy");

        assertThat(said).contains("fairshare /busy: priority 0.5405405405");
        // 5 * 3 of 18.5.
        assertThat(said).containsPattern("jobSlots +3 +5 +15 +81.1 %");
        // 10 / 21.5.
        assertThat(said)
                .contains(
                        "One more slot adds 3 (RUN_JOB_FACTOR) to the denominator: the dynamic priority would be 0.4651.");
        assertThat(said).contains("CPU time falls to a tenth every 5 h (HIST_HOURS): from 2 h now to 0.2 h");
    }

    @Test
    void explainsACredentialOfMoab() {
        String said = explain(0, "moab-fairshare-windows.yaml", "--node", "user john");

        assertThat(said).containsPattern("window0 +1 +60 +60 +87.3 %");
        assertThat(said).containsPattern("decayed +68.75");
        assertThat(said).contains("Current usage no longer counts after 4 windows (FSDEPTH), on 2026-01-03T00:00:00Z");
        // (0.5*60 + 0.125*10) / (0.5*110 + 0.25*125 + 0.125*100) = 31.25 / 98.75
        assertThat(said).contains("31.25 processor-seconds are left on 2026-01-01T12:00:00Z: 31.65 % of all usage");
        // 0.4 * (216.25 - 68.75) / 0.6 - 68.75
        assertThat(said).contains("29.58 more than now, in the current window");
    }

    @Test
    void writesJson() throws IOException {
        JsonNode json = new ObjectMapper().readTree(explain(0, "slurm-2.0-blend.yaml", "--job", "2", "--json"));
        JsonNode job = json.at("/policies/policy/0");

        assertThat(job.get("section").asText()).isEqualTo("priorities");
        assertThat(job.get("priority").asLong()).isEqualTo(85_000);
        assertThat(job.at("/sum/parts/0/name").asText()).isEqualTo("fairshare");
        assertThat(job.at("/sum/parts/0/percent").asDouble()).isEqualTo(100 * 70_000 / 85_000.0);
        assertThat(job.get("recovery").get(0).asText()).isEqualTo("It does not pass job 1 by waiting, however long.");
    }

    @Test
    void refusesWhatIsNotThere() {
        explain(2, "slurm-2.0-five-users.yaml", "--node", "/A/zoe");
        explain(2, "slurm-2.0-blend.yaml", "--job", "77");
        explain(2, "slurm-2.0-blend.yaml", "--job", "1", "--node", "/all");

        assertThat(err.toString())
                .contains("node /A/zoe: is not in the result; it has [/, /A, /A/B")
                .contains("job 77: is not in the result; it has [1, 2]")
                .contains("--node=PATH, --job=ID are mutually exclusive");
    }

    static List<Path> examples() throws IOException {
        return ExamplesTest.examples();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void explainsSomethingOfEveryExample(Path example) {
        String said = explain(0, String.valueOf(example.getFileName()));

        assertThat(said).contains("How it is computed").doesNotContain("NaN");
    }

    private String explain(int code, String example, String... options) {
        StringWriter out = new StringWriter();
        String[] args = Stream.concat(Stream.of(EXAMPLES.resolve(example).toString()), Stream.of(options))
                .toArray(String[]::new);
        int actual = new CommandLine(new ExplainCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err, true))
                .execute(args);
        assertThat(actual).as(err.toString()).isEqualTo(code);
        return out.toString();
    }
}
