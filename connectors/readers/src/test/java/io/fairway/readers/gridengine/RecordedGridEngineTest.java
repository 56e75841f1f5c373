package io.fairway.readers.gridengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.readers.Trace;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.SkipReason;
import io.fairway.readers.line.TraceOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Every record of a real Grid Engine's accounting against {@code qacct -j} of the same file, which prints records in the order of
 * the file. Where the two may differ:
 *
 * <ol>
 *   <li>{@code qacct} does not print pe_taskid. Slave tasks are listed here, by jobs and numbers.
 *   <li>It cuts a category at its first colon, and so moves the values after it: 22 and 23. None of them is compared.
 *   <li>Its ru_wallclock is 0 for jobs that {@code qdel -f} ended (72, 75, 79, 80). Their slots were taken until then, and
 *       count.
 * </ol>
 */
class RecordedGridEngineTest {
    /** Counted with awk, by the 42nd value. */
    private static final Map<String, Integer> SLAVE_TASKS =
            Map.of("35", 6, "39.1", 4, "39.2", 4, "55", 3, "60", 2, "79", 2);

    private static final List<String> FORCED = List.of("72", "75", "79", "80");

    @Test
    void everyRecordIsThatOfQacct() throws IOException {
        List<Qacct> records = Qacct.of(Recorded.lines("qacct-j.txt.gz"));
        List<String> lines = Recorded.lines("accounting").stream()
                .filter(line -> !line.startsWith("#"))
                .toList();
        assertThat(lines).hasSize(114).hasSameSizeAs(records);
        Map<String, Integer> slaves = new HashMap<>();
        List<String> forced = new ArrayList<>();

        for (int i = 0; i < lines.size(); i++) {
            Qacct record = records.get(i);
            ParsedLine line = Recorded.parse(lines.get(i));
            if (line instanceof ParsedLine.Skipped skipped && skipped.reason() == SkipReason.PARTIAL_EXECUTION) {
                assertThat(skipped.job()).startsWith(record.id() + " ");
                slaves.merge(record.id(), 1, Integer::sum);
            } else if (record.reasonToSkip() != null) {
                assertThat(line)
                        .isEqualTo(new ParsedLine.Skipped(record.id(), Objects.requireNonNull(record.reasonToSkip())));
            } else {
                assertIsTheRun(record, line);
                if (record.wallclock() == 0) {
                    forced.add(record.id());
                }
            }
        }

        assertThat(slaves).isEqualTo(SLAVE_TASKS);
        assertThat(forced).containsExactlyInAnyOrderElementsOf(FORCED);
    }

    private static void assertIsTheRun(Qacct record, ParsedLine line) {
        assertThat(line).as(record.id()).isInstanceOf(ParsedLine.Job.class);
        List<JobEvent> events = Recorded.events(line);
        JobEvent started = events.get(1);
        JobEvent ended = events.get(2);
        assertThat(started.getJob()).isEqualTo(record.id());
        assertThat(started.getTime()).as(record.id()).isEqualTo(record.time("start_time"));
        assertThat(ended.getTime()).as(record.id()).isEqualTo(record.time("end_time"));
        assertThat(started.getAllocatedTres())
                .as(record.id())
                .isEqualTo(Map.of("cpu", Double.valueOf(record.value("slots"))));
        assertThat(started.getUser()).isEqualTo(record.value("owner"));
        assertThat(started.getAccount()).isEqualTo(record.projectOr("group"));
        assertThat(events.get(0).getAttributes().getQueue()).isEqualTo(record.value("qname"));
        assertThat(events.get(0).getAttributes().getName()).isEqualTo(record.value("jobname"));
        assertThat(ended.getType().name()).isEqualTo(record.failed() == 25 ? "REQUEUED" : "FINISHED");
    }

    /** Sums of awk over the file, without slave tasks: slots times seconds. */
    @Test
    void slotSecondsAreThoseOfTheFile() throws IOException {
        assertThat(slotSeconds(Recorded.OPTIONS))
                .isEqualTo(new TreeMap<>(Map.of(
                        "anna/physics", 469.0,
                        "anna/biology", 8.0,
                        "anna/phys", 5.0,
                        "bob/physics", 212.0,
                        "cleo/biology", 598.0,
                        "dan/guests", 5.0)));
        assertThat(slotSeconds(Recorded.BY_DEPARTMENT))
                .isEqualTo(new TreeMap<>(
                        Map.of("anna/hep", 482.0, "bob/hep", 212.0, "cleo/life", 598.0, "dan/defaultdepartment", 5.0)));
    }

    private static Map<String, Double> slotSeconds(TraceOptions options) throws IOException {
        try (Trace trace = Recorded.open(null, "accounting", options)) {
            Map<String, Double> sums = Recorded.slotSeconds(trace);
            assertThat(trace.summary().skipped())
                    .isEqualTo(Map.of(
                            SkipReason.PARTIAL_EXECUTION, 21L,
                            SkipReason.NO_RUN_TIME, 2L,
                            SkipReason.NEVER_STARTED, 2L,
                            SkipReason.RAN_WITHOUT_TIMES, 11L));
            assertThat(trace.summary().badLines()).isZero();
            return sums;
        }
    }
}
