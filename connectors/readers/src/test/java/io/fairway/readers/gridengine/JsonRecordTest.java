package io.fairway.readers.gridengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.readers.Trace;
import io.fairway.readers.TraceFormat;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.SkipReason;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;

/** Records of Open Cluster Scheduler 9. */
class JsonRecordTest {
    /** Job 4 of the release notes, without resource usage that Fairway does not read. */
    private static final String RELEASE_NOTES = "{\"job_number\":4,\"task_number\":0,\"start_time\":1725898198580794,"
            + "\"end_time\":1725898298874079,\"owner\":\"joga\",\"group\":\"joga\",\"account\":\"sge\",\"qname\":\"all.q\","
            + "\"hostname\":\"rocky-8-amd64-1\",\"department\":\"defaultdepartment\",\"slots\":1,\"job_name\":\"sleep\","
            + "\"priority\":0,\"submission_time\":1725898190122999,\"submit_cmd_line\":\"qsub -b y -l gpu=2 sleep 100\","
            + "\"category\":\"-l gpu=2\",\"failed\":0,\"exit_status\":0,\"usage\":{\"rusage\":{\"ru_wallclock\":100},"
            + "\"usage\":{\"wallclock\":100.90874,\"cpu\":0.198098,\"mem\":0.0020704269409179688}}}";

    @ParameterizedTest
    @NullSource
    @EnumSource(value = TraceFormat.class, names = "SGE")
    void theFileIsFoundByItselfAndReadUnderItsName(@Nullable TraceFormat format) throws IOException {
        try (Trace trace = Recorded.open(format, "accounting.jsonl", Recorded.OPTIONS)) {
            assertThat(trace.format()).isEqualTo(TraceFormat.SGE);
            // Times are kept to the millisecond: 3600.549601 s of the file are 3600.55 s.
            assertThat(Recorded.slotSeconds(trace))
                    .isEqualTo(Map.of("anna/physics", 3600.550, "bob/phys", 1800.0, "cleo/biology", 8 * 3600.0));
            assertThat(trace.summary().skipped()).isEqualTo(Map.of(SkipReason.PARTIAL_EXECUTION, 1L));
            assertThat(trace.summary().badLines()).isZero();
        }
        try (Trace trace = Recorded.open(format, "accounting.jsonl", Recorded.OPTIONS)) {
            assertThat(trace.jobs().map(job -> job.job())).containsExactly("10", "11.3", "12");
        }
    }

    @Test
    void theExampleOfTheReleaseNotesIsAJob() {
        assertThat(GridEngineParser.recognizes(RELEASE_NOTES)).isTrue();
        List<JobEvent> events = Recorded.events(Recorded.parse(RELEASE_NOTES));

        assertThat(events)
                .extracting(JobEvent::getTime)
                .containsExactly(
                        Instant.parse("2024-09-09T16:09:50.122Z"),
                        Instant.parse("2024-09-09T16:09:58.580Z"),
                        Instant.parse("2024-09-09T16:11:38.874Z"));
        assertThat(events.get(1).getUser()).isEqualTo("joga");
        assertThat(events.get(1).getAccount()).as("no project: the group").isEqualTo("joga");
        assertThat(events.get(1).getAllocatedTres()).isEqualTo(Map.of("cpu", 1.0));
        assertThat(events.get(0).getAttributes().getQueue()).isEqualTo("all.q");
        assertThat(events.get(0).getAttributes().getTimeLimitSeconds()).isNull();
        assertThat(events.get(2).getCpuSeconds()).isEqualTo(0.198098);
        assertThat(Recorded.events(new GridEngineParser(Recorded.BY_DEPARTMENT).parse(RELEASE_NOTES))
                        .get(1)
                        .getAccount())
                .isEqualTo("defaultdepartment");
    }

    /** What values mean does not depend on how a line writes them. */
    @Test
    void failuresAndLimitsAreThoseOfTheOtherForm() {
        String noTimes = RELEASE_NOTES.replace("1725898198580794", "0").replace("1725898298874079", "0");

        assertThat(Recorded.parse(noTimes.replace("\"failed\":0", "\"failed\":19")))
                .isEqualTo(new ParsedLine.Skipped("4", SkipReason.RAN_WITHOUT_TIMES));
        assertThat(Recorded.parse(noTimes.replace("\"failed\":0", "\"failed\":26")))
                .isEqualTo(new ParsedLine.Skipped("4", SkipReason.NEVER_STARTED));
        assertThat(Recorded.events(Recorded.parse(RELEASE_NOTES.replace("\"failed\":0", "\"failed\":25")))
                        .get(2)
                        .getType())
                .hasToString("REQUEUED");
        assertThat(Recorded.events(
                                Recorded.parse(RELEASE_NOTES.replace("gpu=2\",", "gpu=2,h_rt=60 -soft -l h_rt=5\",")))
                        .get(0)
                        .getAttributes()
                        .getTimeLimitSeconds())
                .isEqualTo(60);
        assertThat(Recorded.parse(
                        RELEASE_NOTES.replace("\"task_number\":0", "\"task_number\":3,\"pe_taskid\":\"2.n1\"")))
                .isEqualTo(new ParsedLine.Skipped("4.3 2.n1", SkipReason.PARTIAL_EXECUTION));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '\'',
            value = {
                "'\"start_time\":1725898198580794,';'';start_time;'';must be a whole number",
                "1725898298874079;-3;end_time;-3;must be a whole number",
                "1725898298874079;1.5e15;end_time;1.5E15;must be a whole number",
                "1725898298874079;1725898190000000;end;2024-09-09T16:09:50Z;must not be before the start",
                "'\"slots\":1';'\"slots\":\"two\"';slots;two;must be a whole number",
                "'\"slots\":1';'\"slots\":[1]';slots;[1];must be text or a number",
                "'\"job_number\":4,';'';job_number;'';must be a whole number",
                "'\"owner\":\"joga\"';'\"owner\":null';user;'';must not be empty",
                "'\"cpu\":0.198098';'\"cpu\":\"much\"';cpu;much;'must be seconds, 0 or more'",
                "'{\"job';'{\"type\":\"acct\",\"job';type;acct;must not be there"
            })
    void aBadValueIsNamedWithItsRule(String good, String bad, String field, String value, String rule) {
        assertThat(RELEASE_NOTES).contains(good);

        assertThat(Recorded.parse(RELEASE_NOTES.replace(good, bad)))
                .isInstanceOfSatisfying(ParsedLine.Bad.class, line -> {
                    assertThat(line.field()).isEqualTo(field);
                    assertThat(line.value()).isEqualTo(value);
                    assertThat(line.rule()).startsWith(rule);
                });
    }

    @Test
    void halfALineIsUnreadableAndOtherJsonIsOfAnotherFormat() {
        assertThat(Recorded.parse(RELEASE_NOTES.substring(0, 200)))
                .isInstanceOfSatisfying(
                        ParsedLine.Bad.class, bad -> assertThat(bad.rule()).startsWith("must be an object of JSON"));
        assertThat(GridEngineParser.recognizes("{\"jobid\":7,\"@start\":\"2026-01-01T00:00:10\"}"))
                .isFalse();
        assertThat(GridEngineParser.recognizes("{\"type\":\"acct\"," + RELEASE_NOTES.substring(1)))
                .as("the reporting file")
                .isFalse();
    }
}
