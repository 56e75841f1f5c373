package io.fairway.readers.pbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.SkipReason;
import io.fairway.readers.line.TraceOptions;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PbsParserTest {
    private static final TraceOptions HISTORY = TraceOptions.ofCluster("alps");
    private static final TraceOptions LIVE =
            HISTORY.withScope(TraceOptions.Scope.LIVE).withZone(ZoneId.of("Europe/Zurich"));
    private static final String START = "01/01/2026 01:00:10;S;7[3].alps;user=anna group=physics queue=batch"
            + " ctime=1767225600 start=1767225610 exec_host=n1/0,2,4-7+n2/0*2 Resource_List.walltime=01:00:00";

    @Test
    void aStartMattersToLiveSourcesAlone() {
        assertThat(new PbsParser(HISTORY).parse(START))
                .isEqualTo(new ParsedLine.Skipped("7[3].alps", SkipReason.STILL_RUNNING));

        List<JobEvent> events = events(new PbsParser(LIVE).parse(START));

        assertThat(events).extracting(event -> event.getType().name()).containsExactly("SUBMITTED", "STARTED");
        assertThat(events.get(1).getAllocatedTres()).isEqualTo(Map.of("cpu", 8.0));
        assertThat(events.get(0).getAttributes().getTimeLimitSeconds()).isEqualTo(3600);
    }

    @Test
    void submissionAndDeletionAreInTheZoneOfTheCluster() {
        String submission = "01/01/2026 01:00:00;Q;8.alps;user=anna group=physics account=\"high energy\" queue=batch";
        String deletion = "07/01/2026 02:00:00;D;8.alps;requestor=anna@n1 user=anna group=physics";

        JobEvent submitted = events(new PbsParser(LIVE).parse(submission)).get(0);
        JobEvent deleted = events(new PbsParser(LIVE).parse(deletion)).get(0);

        assertThat(submitted.getTime()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
        assertThat(submitted.getAccount()).isEqualTo("high energy");
        assertThat(deleted.getType().name()).isEqualTo("CANCELLED");
        assertThat(deleted.getTime()).isEqualTo(Instant.parse("2026-07-01T00:00:00Z"));
        assertThat(new PbsParser(HISTORY).parse(submission))
                .isEqualTo(new ParsedLine.Skipped("8.alps", SkipReason.OTHER_RECORD));
        // TORQUE names no user there.
        assertThat(new PbsParser(LIVE).parse("01/01/2026 01:00:00;Q;8.alps;queue=batch"))
                .isEqualTo(new ParsedLine.Skipped("8.alps", SkipReason.OTHER_RECORD));
    }

    @Test
    void aRunThatWasRequeuedCounts() {
        String rerun = START.replace(";S;", ";R;") + " end=1767225670 Exit_status=-11";

        List<JobEvent> events = events(new PbsParser(HISTORY).parse(rerun));

        assertThat(events)
                .extracting(event -> event.getType().name())
                .containsExactly("SUBMITTED", "STARTED", "REQUEUED");
        assertThat(events.get(2).getTime()).isEqualTo(Instant.ofEpochSecond(1_767_225_670));
        assertThat(new PbsParser(HISTORY).parse(START.replace(";S;", ";R;")))
                .isEqualTo(new ParsedLine.Skipped("7[3].alps", SkipReason.OTHER_RECORD));
        assertThat(new PbsParser(HISTORY).parse("01/01/2026 01:00:00;L;license;floating license hour:0"))
                .isEqualTo(new ParsedLine.Skipped("license", SkipReason.OTHER_RECORD));
    }

    private static List<JobEvent> events(ParsedLine line) {
        assertThat(line).isInstanceOf(ParsedLine.Job.class);
        var job = ((ParsedLine.Job) line).job();
        return IntStream.range(0, job.events()).mapToObj(job::event).toList();
    }
}
