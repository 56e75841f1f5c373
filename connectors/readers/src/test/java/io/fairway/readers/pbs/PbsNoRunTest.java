package io.fairway.readers.pbs;

import static io.fairway.readers.pbs.PbsRecords.HISTORY;
import static io.fairway.readers.pbs.PbsRecords.LIVE;
import static io.fairway.readers.pbs.PbsRecords.NINE;
import static io.fairway.readers.pbs.PbsRecords.events;
import static io.fairway.readers.pbs.PbsRecords.record;
import static io.fairway.readers.pbs.PbsRecords.trace;
import static io.fairway.readers.pbs.PbsRecords.used;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.readers.Trace;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.SkipReason;
import io.fairway.readers.line.TraceJob;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that stand for no run, and times of 0, which PBS writes for those that it does not have. */
class PbsNoRunTest {
    private static final String HOUR = " end=" + (NINE + 3600);
    private static final String FOUR = "exec_host=n1/0-3";

    @ParameterizedTest
    @ValueSource(strings = {"array-parent.log", "array-parent-start0.log"})
    void theRecordOfAnArrayIsNoRun(String file) throws IOException {
        try (Trace trace = PbsRecords.file(file)) {
            List<TraceJob> jobs = trace.jobs().toList();

            assertThat(jobs).extracting(TraceJob::job).containsExactly("17[1].head1", "17[2].head1");
            assertThat(jobs.stream().mapToDouble(job -> used("cpu", job)).sum()).isEqualTo(28_800);
            assertThat(trace.summary().skipped()).isEqualTo(Map.of(SkipReason.ARRAY, 1L));
            assertThat(trace.summary().firstSkipped())
                    .singleElement()
                    .hasToString("line 3: job 17[].head1 skipped: the record of a whole array; each of its jobs has its"
                            + " own");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"E", "R", "S", "Q", "D", "u"})
    void noRecordOfAnArrayIsARun(String type) {
        String record = record(type, "5[].server.site", FOUR + HOUR);

        assertThat(new PbsParser(LIVE).parse(record))
                .isEqualTo(new ParsedLine.Skipped("5[].server.site", SkipReason.ARRAY));
        assertThat(new PbsParser(HISTORY).parse(record))
                .isEqualTo(new ParsedLine.Skipped("5[].server.site", SkipReason.ARRAY));
    }

    @Test
    void aJobWithStart0NeverStarted() throws IOException {
        try (Trace trace = PbsRecords.file("start-zero.log")) {
            assertThat(trace.jobs()).isEmpty();
            assertThat(trace.summary().skipped()).isEqualTo(Map.of(SkipReason.NEVER_STARTED, 1L));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"R", "S", "c"})
    void neitherDidOneThatWasRequeuedOrStillRuns(String type) {
        String record = record(type, "4.h", FOUR + HOUR).replace("start=" + NINE, "start=0");

        assertThat(new PbsParser(LIVE).parse(record))
                .isEqualTo(new ParsedLine.Skipped("4.h", SkipReason.NEVER_STARTED));
    }

    @Test
    void aLiveSourceHearsThatAJobWithStart0WasCancelled() {
        String record = record("E", "4.h", FOUR + HOUR).replace("start=" + NINE, "start=0");

        assertThat(events(new PbsParser(LIVE).parse(record)))
                .extracting(event -> event.getType().name())
                .containsExactly("SUBMITTED", "CANCELLED");
    }

    @ParameterizedTest
    @CsvSource({
        "ctime=0 qtime=1768035000, 2026-01-10T08:50:00Z",
        "ctime=0 qtime=0 etime=0,  2026-01-10T09:00:00Z",
        "qtime=1768035000,         2026-01-10T08:50:00Z",
    })
    void aSubmissionAt0IsUnknown(String times, Instant submitted) throws IOException {
        String record = record("E", "4.h", FOUR + HOUR).replace("ctime=" + NINE, times);
        try (Trace trace = trace(HISTORY, record)) {
            assertThat(trace.events().findFirst().orElseThrow().getTime()).isEqualTo(submitted);
        }
    }
}
