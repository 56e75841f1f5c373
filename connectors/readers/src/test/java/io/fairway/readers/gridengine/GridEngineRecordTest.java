package io.fairway.readers.gridengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.avro.JobEvent;
import io.fairway.readers.Trace;
import io.fairway.readers.TraceFormat;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.SkipReason;
import io.fairway.readers.line.TraceOptions;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a record means: runs without times, runs that begin again, time limits, and the account. */
class GridEngineRecordTest {
    /** Of a real Grid Engine: 53 by qmod -rj, 76 and 78.1 by a crash, 78 by its epilog; 49 had no output file. */
    @Test
    void aRunWithoutTimesIsNotOneThatNeverStarted() throws IOException {
        try (Trace trace = Recorded.open(null, "run-without-times", Recorded.OPTIONS)) {
            assertThat(trace.jobs().map(job -> job.job() + " " + (job.time(2) - job.time(1))))
                    .containsExactly("53 12000", "78 3000");
            assertThat(trace.summary().skipped())
                    .isEqualTo(Map.of(SkipReason.RAN_WITHOUT_TIMES, 4L, SkipReason.NEVER_STARTED, 1L));
            assertThat(trace.summary().badLines()).isZero();
        }
    }

    /** By sge_status(5), and for 19 and 20 by what a crash left behind. */
    @ParameterizedTest
    @ValueSource(ints = {12, 13, 14, 15, 16, 17, 19, 20, 24, 25, 30, 37, 100})
    void itRanByTheseFailures(int failed) {
        for (TraceOptions.Scope scope : TraceOptions.Scope.values()) {
            GridEngineParser parser = new GridEngineParser(Recorded.OPTIONS.withScope(scope));
            ParsedLine ran = new ParsedLine.Skipped("7", SkipReason.RAN_WITHOUT_TIMES);

            assertThat(parser.parse(record("0:0:0", failed, "-q all.q"))).isEqualTo(ran);
            assertThat(parser.parse(record("1767225600:0:0", failed, "-q all.q")))
                    .isEqualTo(ran);
            assertThat(parser.parse(record("1767225600:1767225610:0", failed, "-q all.q")))
                    .as("a start alone")
                    .isEqualTo(ran);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 7, 8, 11, 18, 21, 26, 27, 28, 38})
    void itNeverStartedByTheOthers(int failed) {
        assertThat(Recorded.parse(record("1767225600:0:0", failed, "-q all.q")))
                .isEqualTo(new ParsedLine.Skipped("7", SkipReason.NEVER_STARTED));
    }

    /** Exit status 99, and a job that migrates. Exit status 100 leaves a job in error, which need not run again. */
    @ParameterizedTest
    @CsvSource({"25, REQUEUED", "24, REQUEUED", "0, FINISHED", "30, FINISHED", "37, FINISHED", "100, FINISHED"})
    void aRunAfterWhichTheJobWaitsAgainIsRequeued(int failed, String end) {
        List<JobEvent> events =
                Recorded.events(Recorded.parse(record("1767225600:1767225610:1767225660", failed, "-q all.q")));

        assertThat(events).extracting(event -> event.getType().name()).containsExactly("SUBMITTED", "STARTED", end);
        assertThat(events.get(2).getTime()).isEqualTo(Instant.parse("2026-01-01T00:01:00Z"));
        assertThat(events.get(2).getExitStatus()).isEqualTo(failed == 0 ? "0" : "failed " + failed);
    }

    /** The first ran for 15 s on a real Grid Engine, in spite of -soft -l h_rt=4. */
    @Test
    void aSoftRequestIsNoTimeLimit() throws IOException {
        List<JobEvent> events =
                Recorded.events(Recorded.parse(Recorded.lines("soft-limit").get(0)));

        assertThat(events.get(0).getAttributes().getTimeLimitSeconds()).isNull();
        assertThat(events.get(1).getAllocatedTres()).isEqualTo(Map.of("cpu", 1.0));
        assertThat(events.get(2).getTime()).isEqualTo(events.get(1).getTime().plusSeconds(15));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            nullValues = "none",
            value = {
                "-q all.q -l h_vmem=200M -soft -l h_rt=100; none",
                "-soft -l h_rt=4; none",
                "-q all.q -l h_rt=60 -soft -q low.q -l h_rt=4; 60",
                "-l arch=a-soft,h_rt=60; 60",
                "-l s_rt=3600,h_rt=60 -pe smp 2; 60",
                "-q all.q -l h_rt=INFINITY,s_rt=3600; none",
                "-l xh_rt=5; none",
                "NONE; none"
            })
    void onlyAHardLimitEndsAJob(String category, @Nullable Long seconds) {
        List<JobEvent> events =
                Recorded.events(Recorded.parse(record("1767225600:1767225610:1767225660", 0, category)));

        assertThat(events.get(0).getAttributes().getTimeLimitSeconds()).isEqualTo(seconds);
    }

    @Test
    void theAccountIsTheDepartmentIfAskedFor() {
        String line = record("1767225600:1767225610:1767225660", 0, "-q all.q");
        JobEvent started = Recorded.events(new GridEngineParser(Recorded.BY_DEPARTMENT).parse(line))
                .get(1);

        assertThat(started.getAccount()).isEqualTo("hep");
        assertThat(Recorded.events(Recorded.parse(line)).get(1).getAccount()).isEqualTo("physics");
        assertThat(new GridEngineParser(Recorded.BY_DEPARTMENT).parse(line.replace(":hep:", "::")))
                .isEqualTo(new ParsedLine.Bad("account", "", "must not be empty: the record names no department"));
    }

    @ParameterizedTest
    @EnumSource(value = TraceFormat.class, names = "SGE", mode = EnumSource.Mode.EXCLUDE)
    void otherFormatsHaveNoDepartment(TraceFormat format) {
        assertThatThrownBy(() -> format.parser(Recorded.BY_DEPARTMENT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("records of " + format.id() + " have no department; only those of sge have one");
    }

    /** @param times submission, start and end */
    private static String record(String times, int failed, String category) {
        return "all.q:n1:phys:anna:x:7:sge:0:" + times + ":" + failed
                + ":0:0:1:1:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:physics:hep:NONE:1:0:2.5:0:0:" + category
                + ":0.000000:NONE:3407872.000000:0:0";
    }
}
