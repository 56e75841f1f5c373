package io.fairway.readers.pbs;

import static io.fairway.readers.pbs.PbsRecords.HISTORY;
import static io.fairway.readers.pbs.PbsRecords.LIVE;
import static io.fairway.readers.pbs.PbsRecords.NINE;
import static io.fairway.readers.pbs.PbsRecords.events;
import static io.fairway.readers.pbs.PbsRecords.record;
import static io.fairway.readers.pbs.PbsRecords.trace;
import static io.fairway.readers.pbs.PbsRecords.used;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.readers.ReplayOrder;
import io.fairway.readers.Trace;
import io.fairway.readers.line.SkipReason;
import io.fairway.readers.line.TraceJob;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A run whose size changed is charged for each size as long as it held it. */
class PbsPhasesTest {
    private static final String EIGHT = "exec_host=n1/0*4+n2/0*4 exec_vnode=(n1:ncpus=4)+(n2:ncpus=4)";
    private static final String FOUR = "exec_host=n1/0*4 exec_vnode=(n1:ncpus=4)";
    private static final String END = record("E", "11.h", FOUR + " end=" + (NINE + 3600) + " resources_used.ncpus=8");
    private static final String UPDATE = record("u", "11.h", EIGHT + " end=" + (NINE + 1800));

    /** 8 processors from 9:00 to 9:30, and 4 to 10:00. */
    @Test
    void aJobThatGivesBackAHostIsChargedForBothPhases() throws IOException {
        try (Trace trace = PbsRecords.file("phases.log")) {
            List<TraceJob> jobs = trace.jobs().toList();

            assertThat(jobs).extracting(TraceJob::job).containsExactly("11.h");
            assertThat(used("cpu", jobs.get(0))).isEqualTo(8 * 1800 + 4 * 1800);
            assertThat(events(jobs.get(0)))
                    .extracting(event -> event.getType().name())
                    .containsExactly("SUBMITTED", "STARTED", "RESIZED", "FINISHED");
            JobEvent resized = events(jobs.get(0)).get(2);
            assertThat(resized.getTime()).isEqualTo(Instant.parse("2026-01-10T09:30:00Z"));
            assertThat(resized.getRun()).isEqualTo(Instant.parse("2026-01-10T09:00:00Z"));
            assertThat(trace.summary().skipped()).isEqualTo(Map.of(SkipReason.PHASE, 2L));
            assertThat(trace.summary().warnings()).isEmpty();
        }
    }

    /** 16 for 10 minutes, 8 for 20, 4 for 30; a GPU goes with the first host. */
    @Test
    void eachOfSeveralPhasesCounts() throws IOException {
        List<TraceJob> jobs;
        try (Trace trace = trace(
                HISTORY,
                record("S", "12.h", "exec_host=n1/0*8+n2/0*8 Resource_List.ngpus=1"),
                record("u", "12.h", "exec_host=n1/0*8+n2/0*8 Resource_List.ngpus=1 end=" + (NINE + 600)),
                record("c", "12.h", "exec_host=n1/0*8"),
                record("u", "12.h", "exec_host=n1/0*8 end=" + (NINE + 1800)),
                record("c", "12.h", "exec_host=n1/0*4"),
                record("e", "12.h", "exec_host=n1/0*4 end=" + (NINE + 3600)),
                record("E", "12.h", "exec_host=n1/0*4 end=" + (NINE + 3600)))) {
            jobs = trace.jobs().toList();
        }

        assertThat(jobs).hasSize(1);
        assertThat(used("cpu", jobs.get(0))).isEqualTo(16 * 600 + 8 * 1200 + 4 * 1800);
        assertThat(used("gres/gpu", jobs.get(0))).isEqualTo(600);
    }

    /** 10:30 in Zurich is 9:30 UTC. */
    @Test
    void aPhaseWithoutEndEndsWhenItsRecordWasWritten() throws IOException {
        String update = record("u", "11.h", EIGHT).replace("12:00:00", "10:30:00");
        try (Trace trace = trace(HISTORY.withZone(ZoneId.of("Europe/Zurich")), update, END)) {
            assertThat(used("cpu", trace.jobs().findFirst().orElseThrow())).isEqualTo(21_600);
        }
    }

    @Test
    void aRequeuedRunHasPhasesAndTheNextOneHasNoneOfThem() throws IOException {
        String again = END.replace("start=" + NINE, "start=" + (NINE + 3600))
                .replace("end=" + (NINE + 3600), "end=" + (NINE + 7200));
        try (Trace trace = trace(HISTORY, UPDATE, END.replace(";E;", ";R;"), again.replace("ncpus=8", "ncpus=4"))) {
            List<TraceJob> runs = trace.jobs().toList();

            assertThat(runs).hasSize(2);
            assertThat(used("cpu", runs.get(0))).isEqualTo(21_600);
            assertThat(used("cpu", runs.get(1))).isEqualTo(14_400);
            assertThat(trace.summary().warnings()).isEmpty();
        }
    }

    /** Accounting logs of PBS are one file for each day. */
    @Test
    void phasesOfAnEarlierFileCount() throws IOException {
        try (Trace yesterday = trace(HISTORY, UPDATE);
                Trace today = trace(HISTORY, END)) {
            assertThat(yesterday.jobs()).isEmpty();
            today.follow(yesterday);

            assertThat(used("cpu", today.jobs().findFirst().orElseThrow())).isEqualTo(21_600);
            assertThat(today.summary().warnings()).isEmpty();
        }
    }

    @Test
    void aJobWhosePhasesAreMissingIsNamed() throws IOException {
        String other = END.replace("11.h", "13.h").replace(" resources_used.ncpus=8", "");
        try (Trace trace = trace(HISTORY, END, record("c", "13.h", FOUR), other)) {
            assertThat(trace.jobs()).hasSize(2);
            assertThat(trace.summary().warnings())
                    .containsExactly(
                            "the usage of 2 jobs may be too low (11.h, 13.h): its size changed, and no u record"
                                    + " before its end says what it held; give all files, in the order of time");
        }
    }

    @Test
    void aLiveSourceHearsOfTheNewSizeAtOnce() {
        PbsParser parser = new PbsParser(LIVE);
        String next = record("c", "11.h", FOUR);

        assertThat(events(parser.parse(UPDATE))).isEmpty();
        List<JobEvent> told = events(parser.parse(next));
        List<JobEvent> end = events(parser.parse(END));
        List<JobEvent> unprepared = events(new PbsParser(LIVE).parse(next));

        assertThat(told).extracting(event -> event.getType().name()).containsExactly("SUBMITTED", "STARTED", "RESIZED");
        assertThat(told.get(1).getAllocatedTres()).isEqualTo(Map.of("cpu", 8.0));
        assertThat(told.get(2).getAllocatedTres()).isEqualTo(Map.of("cpu", 4.0));
        assertThat(told.get(2).getTime()).isEqualTo(Instant.ofEpochSecond(NINE + 1800));
        assertThat(end).startsWith(told.toArray(JobEvent[]::new)).hasSize(4);
        assertThat(unprepared.get(2).getTime()).as("written").isEqualTo(Instant.parse("2026-01-10T12:00:00Z"));
    }

    @Test
    void aJobMayChangeManyTimes() throws IOException {
        List<String> records = new ArrayList<>();
        for (int i = 1; i <= 300; i++) {
            records.add(record("u", "11.h", "exec_host=n1/0*" + (400 - i) + " end=" + (NINE + i)));
        }
        records.add(END);
        try (Trace trace = trace(HISTORY, records.toArray(String[]::new))) {
            List<JobEvent> replayed = ReplayOrder.of(trace.jobs());

            assertThat(replayed).hasSize(303);
            assertThat(replayed.get(302).getType().name()).isEqualTo("FINISHED");
            assertThat(replayed.get(250).getAllocatedTres()).isEqualTo(Map.of("cpu", 150.0));
        }
    }
}
