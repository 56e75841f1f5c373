package io.fairway.readers.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.readers.Trace;
import io.fairway.readers.TraceFormat;
import io.fairway.readers.line.SkipReason;
import io.fairway.readers.line.TraceOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A job that was requeued waits; whatever ends it without another run must be told, in a history too. */
class RequeuedJobsTest {
    private static final TraceOptions UTC = TraceOptions.ofRecords().withZone(ZoneOffset.UTC);
    private static final String HEADER = "JobID|JobIDRaw|Cluster|User|Account|State|Submit|Start|End|AllocTRES";
    private static final String REQUEUED =
            "7|7|alps|anna|physics|REQUEUED|2026-01-01T00:00:00|2026-01-01T01:00:00|2026-01-01T02:00:00|cpu=4";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DEADLINE|2026-01-01T02:00:00|None|2026-01-01T03:00:00|",
                "NODE_FAIL|2026-01-01T02:00:00|None|2026-01-01T03:00:00|",
                "BOOT_FAIL|2026-01-01T02:00:00|None|2026-01-01T03:00:00|cpu=4",
                "REVOKED|2026-01-01T02:00:00|Unknown|2026-01-01T03:00:00|",
                "CANCELLED by 5|2026-01-01T02:00:00|2026-01-01T03:00:00|2026-01-01T03:00:00|"
            })
    void everyEndWithoutARunEndsTheJob(String rest) throws IOException {
        SlurmFiles file = SlurmFiles.of(UTC, HEADER, REQUEUED, "7|7|alps|anna|physics|" + rest);

        assertThat(file.types("7")).containsExactly("SUBMITTED", "STARTED", "REQUEUED", "SUBMITTED", "CANCELLED");
    }

    /** It takes no time, so it would not count. */
    @Test
    void aRunOfZeroSecondsEndsTheJob() throws IOException {
        SlurmFiles file = SlurmFiles.of(
                UTC,
                HEADER,
                REQUEUED,
                "7|7|alps|anna|physics|FAILED|2026-01-01T02:00:00|2026-01-01T03:00:00|2026-01-01T03:00:00|cpu=4");

        assertThat(file.types("7"))
                .containsExactly("SUBMITTED", "STARTED", "REQUEUED", "SUBMITTED", "STARTED", "FINISHED");
    }

    @Test
    void othersThatNeverStartedStayOut() throws IOException {
        SlurmFiles file = SlurmFiles.of(
                UTC,
                HEADER,
                REQUEUED,
                "7|7|alps|anna|physics|COMPLETED|2026-01-01T02:00:00|2026-01-01T03:00:00|2026-01-01T04:00:00|cpu=4",
                "7|7|alps|anna|physics|CANCELLED|2026-01-01T05:00:00|None|2026-01-01T06:00:00|",
                "8|8|alps|anna|physics|CANCELLED|2026-01-01T02:00:00|None|2026-01-01T03:00:00|",
                "7|7|jura|anna|physics|CANCELLED|2026-01-01T02:00:00|None|2026-01-01T03:00:00|");

        assertThat(file.types("8")).isEmpty();
        assertThat(file.types("7")).doesNotContain("CANCELLED");
        assertThat(file.summary().skipped()).isEqualTo(Map.of(SkipReason.NEVER_STARTED, 3L));
    }

    @Test
    void theRequeueMayBeInTheFileBefore() throws IOException {
        String last = "7|7|alps|anna|physics|CANCELLED|2026-01-01T02:00:00|None|2026-01-01T03:00:00|";
        Trace before = open(HEADER + "\n" + REQUEUED);
        assertThat(before.jobs().count()).isEqualTo(1);

        Trace after = open(HEADER + "\n" + last);
        after.follow(before);

        assertThat(after.jobs().count()).isEqualTo(1);
        assertThat(open(HEADER + "\n" + last).jobs().count()).isZero();
    }

    @Test
    void messagesOfJobcompDoTheSame() throws IOException {
        String run = "{\"jobid\":7,\"username\":\"anna\",\"account\":\"physics\",\"cluster\":\"alps\",\"total_cpus\":4,"
                + "\"tres_alloc\":\"cpu=4\",\"state\":\"PENDING\",\"@submit\":\"2026-01-01T00:00:00\","
                + "\"@start\":\"2026-01-01T01:00:00\",\"@end\":\"2026-01-01T02:00:00\"}";
        String last =
                "{\"jobid\":7,\"username\":\"anna\",\"account\":\"physics\",\"cluster\":\"alps\",\"total_cpus\":0,"
                        + "\"state\":\"CANCELLED\",\"@submit\":\"2026-01-01T02:00:00\","
                        + "\"@start\":\"2026-01-01T03:00:00\",\"@end\":\"2026-01-01T03:00:00\"}";

        assertThat(SlurmFiles.of(UTC, run, last).types("7"))
                .containsExactly("SUBMITTED", "STARTED", "REQUEUED", "SUBMITTED", "CANCELLED");
    }

    private static Trace open(String text) throws IOException {
        return TraceFormat.open(null, "x.log", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), UTC);
    }
}
