package io.fairway.trial.replay;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.PolicyState;
import io.fairway.readers.TraceFormat;
import io.fairway.readers.line.TraceOptions;
import io.fairway.system.FairwayMain;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

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
        return FairwayMain.commandLine("replay")
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

    static Stream<Arguments> badLines() {
        byte[] large = new byte[10_000_000];
        Arrays.fill(large, (byte) '7');
        return Stream.of(
                Arguments.of("half line", "2 1 5".getBytes(UTF_8), "line \"2 1 5\": must have 18 fields"),
                Arguments.of(
                        "wrong time",
                        "2 noon 5 10 1 -1 -1 1 -1 -1 1 1 1 -1 -1 -1 -1 -1".getBytes(UTF_8),
                        "submit time (field 2) \"noon\": must be a number"),
                Arguments.of(
                        "binary", new byte[] {0x1f, (byte) 0x8b, 8, 0, 1}, "must be text in UTF-8, but has a byte 0"),
                Arguments.of("10 MB", large, "line \"\": must have at most 8388608 bytes"),
                Arguments.of("UTF-16", "2 1 5 10".getBytes(UTF_16LE), "must be text in UTF-8, but has a byte 0"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badLines")
    void aBadLineIsToldAndTheRestIsReplayed(String kind, byte[] bad, String message) throws Exception {
        String good = "1 0 5 10 1 -1 -1 1 -1 -1 1 1 1 -1 -1 -1 -1 -1\n";
        Path trace = Files.writeString(directory.resolve("t.swf"), "; UnixStartTime: 1000000000\n" + good);
        Files.write(trace, bad, StandardOpenOption.APPEND);
        Files.writeString(trace, "\n" + good.replaceFirst("1", "3"), StandardOpenOption.APPEND);

        TraceContent content = TraceContent.read(
                TraceFormat.open(null, "t.swf", Files.newInputStream(trace), TraceOptions.ofCluster("c")));
        ReplayCommand.warn(content.summary(), new PrintWriter(err, true));

        assertThat(content.summary().jobs()).as(kind).isEqualTo(2);
        assertThat(err.toString().lines())
                .contains("fairway: lines that could not be read, and do not count: 1")
                .anyMatch(line -> line.startsWith("fairway: t.swf, line 3: ") && line.contains(message));
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
        "--account-by=team, --account-by \"team\": must be department",
        "--account-by=department, records of swf have no department",
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
    void nasaIsTheIncludedTrace() {
        assertMisuse(replay("nasa", "--at", "1993-10-01T07:00:02Z"), "must not be before the first event");
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
