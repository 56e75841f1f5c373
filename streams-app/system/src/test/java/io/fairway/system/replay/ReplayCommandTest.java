package io.fairway.system.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.PolicyState;
import io.fairway.system.FairwayMain;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Errors that end a replay before it starts anything. */
class ReplayCommandTest {
    private static final String TRACE =
            Path.of("src", "test", "resources", "traces", "small.swf").toString();

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    private int replay(String... options) {
        List<String> args = new ArrayList<>(List.of("replay"));
        args.addAll(Arrays.asList(options));
        return FairwayMain.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args.toArray(String[]::new));
    }

    private void assertMisuse(int code, String rule) {
        assertThat(code).as(err.toString()).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("fairway: ")
                .contains(rule)
                .contains("See 'fairway replay --help'.")
                .doesNotContain("\tat ");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void ofSeveralActivePoliciesTheFirstDecides() throws Exception {
        List<ReplayPolicy> read = new ArrayList<>();
        for (String state : List.of("shadow", "active", "active", "retired")) {
            read.add(ReplayPolicy.read(Files.writeString(
                    directory.resolve("policy.yaml"), "{measure: {name: billing}, state: " + state + "}")));
        }

        assertThat(ReplayPolicy.oneActive(read))
                .extracting(policy -> policy.template().getState())
                .containsExactly(PolicyState.SHADOW, PolicyState.ACTIVE, PolicyState.SHADOW, PolicyState.RETIRED);
    }

    @ParameterizedTest
    @CsvSource({
        "--half-life=soon, half-life \"soon\": must be a whole number and a unit",
        "--half-life=0d, half-life \"0d\": must be above 0",
        "--tenth-life=5, tenth-life \"5\"",
        "--algorithm=lottery, algorithm \"lottery\": must be one of fair-tree",
        "--at=yesterday, --at \"yesterday\": must be an instant",
        "--at=999999999, at 2001-09-09T01:46:39Z: must not be before the first event",
        "--duplicate=101, duplicate 101: must be a percentage",
        "--duplicate=-1, duplicate -1: must be a percentage",
        "--restart-at=101, restart-at 101: must be a percentage",
        "--partitions=0, partitions 0: must be 1 or more",
        "--cluster-by=queue, --cluster-by \"queue\": must be trace",
        "--time-zone=Mars/Olympus, --time-zone \"Mars/Olympus\": must be a zone",
        "--shuffle=x, --shuffle",
        "--frmat=swf, --frmat",
        "--policy=none.yaml, none.yaml",
        "--shares=none.yaml, none.yaml"
    })
    void badOptionsAreBadUsage(String option, String rule) {
        assertMisuse(replay(TRACE, "--format", "swf", option), rule);
    }

    @Test
    void optionsThatExcludeEachOtherAreBadUsage() {
        assertMisuse(
                replay(TRACE, "--format", "swf", "--half-life", "7d", "--tenth-life", "5h"),
                "give only one of half-life, tenth-life and no-decay");
        err.getBuffer().setLength(0);
        assertMisuse(
                replay(TRACE, "--format", "swf", "--policy", "p.yaml", "--half-life", "7d"),
                "--policy FILE: cannot be combined with other options of a policy");
    }

    @Test
    void aFileNeedsAFormatThatIsKnown() throws Exception {
        Path text = Files.writeString(directory.resolve("text.log"), "Dear diary\n");
        assertMisuse(replay(text.toString()), "text.log: its first lines look like none of the formats swf, sacct");
        err.getBuffer().setLength(0);
        assertMisuse(replay(TRACE, "--format", "cwf"), "trace format \"cwf\": must be one of swf, sacct");
        err.getBuffer().setLength(0);
        assertMisuse(
                replay("nowhere.swf", "--format", "swf"), "trace \"nowhere.swf\": is neither a file nor one of nasa");
        err.getBuffer().setLength(0);
        assertMisuse(replay(), "FILE");
    }

    @Test
    void aTraceWithoutAJobIsBadUsage() throws Exception {
        Path empty = Files.writeString(directory.resolve("empty.swf"), "; UnixStartTime: 5\n");

        assertMisuse(replay(empty.toString(), "--format", "swf"), "has no job that ran");
    }

    @Test
    void wrongFilesAreNamedWithTheirLine() throws Exception {
        Path policy = Files.writeString(
                directory.resolve("policy.yaml"), "measure: {name: processors, decay: {kind: NONE}}\nhalf-live: 7d\n");
        assertMisuse(
                replay(TRACE, "--format", "swf", "--policy", policy.toString()),
                "policy.yaml, line 2: half-live \"7d\": is not a key here");
        err.getBuffer().setLength(0);

        Path shares = Files.writeString(directory.resolve("shares.yaml"), "trees:\n  other:\n    a: {shares: 1}\n");
        assertMisuse(
                replay(TRACE, "--format", "swf", "--shares", shares.toString()),
                "is not a tree of the trace, which has small");
    }

    @Test
    void aResultThatCannotBeWrittenIsKnownBeforeAnythingIsStarted() {
        Path nowhere = directory.resolve("missing").resolve("out.json");

        assertMisuse(replay(TRACE, "--format", "swf", "--json", nowhere.toString()), nowhere.toString());
    }
}
