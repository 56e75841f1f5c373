package io.fairway.readers;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.avro.JobEvent;
import io.fairway.readers.line.TraceOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever a line is, the lines after it are read, and the message has file, line, value and rule. */
class BadInputTest {
    private static final TraceOptions OPTIONS = new TraceOptions("here", TraceOptions.ClusterBy.RECORD);

    /** A line of each format, of user zoë. */
    private static final Map<TraceFormat, String> GOOD = Map.of(
            TraceFormat.SWF,
            "7 0 0 10 4 -1 -1 4 -1 -1 1 1 1 -1 -1 -1 -1 -1",
            TraceFormat.SACCT,
            "7|7|alps|main|normal|physics|users|1|zoë|2|2026-01-01T00:00:00|2026-01-01T00:00:00|2026-01-01T00:00:10"
                    + "|2026-01-01T00:01:00|00:00:50|0:0|COMPLETED|1|4|4|1000Mn|cpu=4|cpu=4,mem=1000M,node=1"
                    + "|01:00:00|n1|run",
            TraceFormat.SACCT_JSON,
            "{\"job_id\":7,\"cluster\":\"alps\",\"account\":\"physics\",\"user\":\"zoë\",\"allocation_nodes\":1,"
                    + "\"time\":{\"submission\":1767225600,\"start\":1767225610,\"end\":1767225660},"
                    + "\"state\":{\"current\":[\"COMPLETED\"]},"
                    + "\"tres\":{\"allocated\":[{\"type\":\"cpu\",\"name\":\"\",\"id\":1,\"count\":4}]}}",
            TraceFormat.LSB_ACCT,
            "\"JOB_FINISH\" \"10.1\" 1767225660 7 500 33554438 4 1767225600 0 0 1767225610 \"zoë\" \"normal\" \"\" \"\""
                    + " \"\" \"login\" \"\" \"\" \"\" \"\" \"1767225600.7\" 0 1 \"4*n1\" 64 60.0 \"run\" \"sleep\" 1.5 0.5"
                    + " 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 \"\" \"physics\" 0 4 \"\" \"\" 0 0 0 \"\" \"\"",
            TraceFormat.PBS,
            "01/01/2026 00:01:00;E;7.alps;user=zoë group=physics queue=batch ctime=1767225600 start=1767225610"
                    + " exec_host=n1/0-3 end=1767225660 Exit_status=0 resources_used.cput=00:00:02",
            TraceFormat.SGE,
            "batch:n1:physics:zoë:run:7:sge:0:1767225600:1767225610:1767225660:0:0:50:1:1:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0"
                    + ":NONE:defaultdepartment:smp:4:0:2:0:0:NONE:0:NONE:0:0:0",
            TraceFormat.JOBCOMP_FILETXT,
            "JobId=7 UserId=zoë(2) GroupId=physics(1) Name=run JobState=COMPLETED Partition=main TimeLimit=60"
                    + " StartTime=2026-01-01T00:00:10 EndTime=2026-01-01T00:01:00 NodeList=n1 NodeCnt=1 ProcCnt=4"
                    + " WorkDir=/tmp ReservationName= Tres=cpu=4,mem=1000M,node=1 Account=physics QOS=normal WcKey="
                    + " Cluster=alps SubmitTime=2026-01-01T00:00:00 EligibleTime=2026-01-01T00:00:00"
                    + " DerivedExitCode=0:0 ExitCode=0:0",
            TraceFormat.JOBCOMP_KAFKA,
            "{\"jobid\":7,\"username\":\"zoë\",\"@start\":\"2026-01-01T00:00:10\",\"@end\":\"2026-01-01T00:01:00\","
                    + "\"@submit\":\"2026-01-01T00:00:00\",\"state\":\"COMPLETED\",\"total_cpus\":4,\"total_nodes\":1,"
                    + "\"cluster\":\"alps\",\"account\":\"physics\",\"tres_alloc\":\"cpu=4,node=1\"}",
            TraceFormat.SONAR,
            "{\"meta\":{\"producer\":\"sonar\",\"version\":\"0.19.0\",\"format\":0},\"data\":{\"type\":\"jobs\","
                    + "\"attributes\":{\"time\":\"2026-01-01T01:02:00+01:00\",\"cluster\":\"alps\",\"slurm_jobs\":[{"
                    + "\"job_id\":7,\"job_state\":\"COMPLETED\",\"user_name\":\"zoë\",\"account\":\"physics\","
                    + "\"submit_time\":\"2026-01-01T01:00:00+01:00\",\"start_time\":\"2026-01-01T01:00:10+01:00\","
                    + "\"end_time\":\"2026-01-01T01:01:00+01:00\",\"allocated_resources\":\"cpu=4,node=1\"}]}}}");

    @ParameterizedTest
    @EnumSource(TraceFormat.class)
    void theFormatIsFoundAndTheLineIsAJob(TraceFormat format) throws IOException {
        try (Trace trace = open(null, (good(format) + "\n" + good(format)).getBytes(UTF_8))) {
            assertThat(trace.format()).isEqualTo(format);
            JobEvent started = trace.events().skip(1).findFirst().orElseThrow();

            assertThat(started.getAllocatedTres()).containsEntry("cpu", 4.0);
            assertThat(started.getJob()).startsWith("7");
            if (format != TraceFormat.SWF) {
                assertThat(started.getUser()).isEqualTo("zoë");
                assertThat(started.getAccount()).isEqualTo("physics");
                assertThat(started.getTime()).hasToString("2026-01-01T00:00:10Z");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(TraceFormat.class)
    void theRestGoesOn(TraceFormat format) throws IOException {
        String good = good(format);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes((good + "\r\n").getBytes(UTF_8));
        // A half line.
        file.writeBytes((good.substring(0, good.length() / 3) + "\n").getBytes(UTF_8));
        // Binary.
        byte[] binary = new byte[3_000];
        new SplittableRandom(5).nextBytes(binary);
        for (int i = 0; i < binary.length; i++) {
            binary[i] = binary[i] == '\n' ? 0 : binary[i];
        }
        binary[100] = 0;
        file.writeBytes(binary);
        file.write('\n');
        // 10 MB.
        byte[] large = new byte[10_000_000];
        Arrays.fill(large, (byte) 'x');
        file.writeBytes(large);
        file.write('\n');
        // Another encoding, as one file is appended to another.
        file.writeBytes(good.getBytes(UTF_16LE));
        file.write('\n');
        file.write(0);
        file.write('\n');
        // Latin-1.
        file.writeBytes((good + "\n\n").getBytes(ISO_8859_1));
        file.writeBytes((good + "\n").getBytes(UTF_8));

        try (Trace trace = open(format, file.toByteArray())) {
            assertThat(trace.jobs()).hasSize(3);
            TraceSummary summary = trace.summary();
            assertThat(summary.lines()).isEqualTo(9);
            assertThat(summary.firstBadLines())
                    .extracting(TraceSummary.BadLine::line)
                    .containsExactly(2L, 3L, 4L, 5L, 6L);
            assertThat(summary.firstBadLines().get(0).toString()).startsWith("x.log, line 2: ");
            assertThat(summary.firstBadLines().get(1).toString()).endsWith("must be text in UTF-8, but has a byte 0");
            assertThat(summary.firstBadLines().get(2))
                    .hasToString("x.log, line 4: line \"\": must have at most 8388608 bytes");
            if (format != TraceFormat.SWF) {
                assertThat(summary.warnings())
                        .contains("1 line is not in UTF-8 and read as Latin-1; the first is line 7");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            SACCT; 2026-01-01T00:00:10; 2026-13-01T00:00:10; Start "2026-13-01T00:00:10": must be a time such as
            SACCT; 2026-01-01T00:01:00; yesterday; End "yesterday": must be a time such as
            SACCT; 2026-01-01T00:01:00; 2025-12-31T00:00:00; end "2025-12-31T00:00:00Z": must not be before the start, 2026-01-01T00:00:10Z (1767139200000 and 1767225610000 ms)
            LSB_ACCT; 1767225660 7; 1767225600 7; end "2026-01-01T00:00:00Z": must not be before the start, 2026-01-01T00:00:10Z
            LSB_ACCT; 1767225660 7; 253402300800 7; event time "253402300800": must be seconds since 1970, up to the year 9999
            SACCT; cpu=4,mem; cpu=four,mem; AllocTRES "cpu=four": must be name=count
            SACCT; |physics|users|; |||; account "": must not be empty
            SACCT; COMPLETED; DREAMING; State "DREAMING": must be a state of Slurm's jobs
            LSB_ACCT; 1767225660 7; now 7; event time "now": must be a whole number
            LSB_ACCT; 1 "4*n1"; 99 "4*n1"; number of execution hosts "99": must be 0 or more, and as many must follow
            LSB_ACCT; 64 60.0; 4 60.0; job status "4": must be 32 (EXIT) or 64 (DONE)
            PBS; end=1767225660; end=soon; end "soon": must be seconds since 1970
            PBS; end=1767225660; end=0; end "0": must be seconds since 1970: the run has ended
            PBS; end=1767225660; end=1767225600; end "2026-01-01T00:00:00Z": must not be before the start
            PBS; end=1767225660; end=253402300800; time "+10000-01-01T00:00:00Z": must not lie after the year 9999 (253402300800000 ms)
            PBS; n1/0-3; n1/3-0; exec_host "n1/3-0": must have ranges that rise
            PBS; user=zoë; owner=zoë; user "": must not be empty
            SGE; 1767225610:1; -1:1; start_time "-1": must be a whole number, 0 or more
            JOBCOMP_FILETXT; ProcCnt=4; ProcCnt=four; ProcCnt "four": must be a count
            JOBCOMP_FILETXT; 2026-01-01T00:00:10; 10 o'clock; StartTime "10 o'clock": must be a time such as
            JOBCOMP_KAFKA; "total_cpus":4; "total_cpus":-4; total_cpus "-4": must be a number, 0 or more
            JOBCOMP_KAFKA; "jobid":7; "jobid":[7]; jobid "[7]": must be text or a number
            SONAR; 01:00:10+01:00; 01:00:10; start_time "2026-01-01T01:00:10": must be a time such as
            """)
    void aBadValueIsNamedWithItsRule(TraceFormat format, String value, String wrong, String message)
            throws IOException {
        String good = good(format);
        assertThat(good).contains(value);

        try (Trace trace = open(
                format,
                (good.replaceFirst(java.util.regex.Pattern.quote(value), wrong) + "\n" + good).getBytes(UTF_8))) {
            assertThat(trace.jobs()).hasSize(1);
            assertThat(trace.summary().firstBadLines())
                    .singleElement()
                    .asString()
                    .startsWith("x.log, line 1: " + message);
        }
    }

    @Test
    void aFileOfNoFormatIsRefused() {
        assertThatThrownBy(() -> open(null, "Dear diary,\ntoday nothing happened.\n".getBytes(UTF_8)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "x.log: its first lines look like none of the formats swf, sacct, sacct.json, lsb.acct, pbs, sge,"
                                + " jobcomp.filetxt, jobcomp.kafka, sonar; name one with --format");
        assertThatThrownBy(() -> open(null, new byte[0])).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @EnumSource(TraceFormat.class)
    void aFormatThatNamesNoClusterNeedsOne(TraceFormat format) throws IOException {
        byte[] file = good(format).getBytes(UTF_8);
        if (format.namesClusters()) {
            try (Trace trace =
                    TraceFormat.open(format, "x.log", new ByteArrayInputStream(file), TraceOptions.ofRecords())) {
                assertThat(trace.jobs()).singleElement().extracting("cluster").isEqualTo("alps");
            }
        } else {
            assertThatThrownBy(() ->
                            TraceFormat.open(format, "x.log", new ByteArrayInputStream(file), TraceOptions.ofRecords()))
                    .hasMessage("x.log: records of " + format.id().toLowerCase(Locale.ROOT)
                            + " do not name their cluster; give it with --cluster");
        }
    }

    @ParameterizedTest
    @EnumSource(TraceFormat.class)
    void theFormatIsFoundInGzipToo(TraceFormat format) throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
            gzip.write(good(format).getBytes(UTF_8));
        }

        try (Trace trace = open(null, zipped.toByteArray())) {
            assertThat(trace.format()).isEqualTo(format);
            assertThat(trace.jobs()).hasSize(1);
        }
    }

    static String good(TraceFormat format) {
        return Objects.requireNonNull(GOOD.get(format));
    }

    private static Trace open(@org.jspecify.annotations.Nullable TraceFormat format, byte[] bytes) throws IOException {
        return TraceFormat.open(format, "x.log", new ByteArrayInputStream(bytes), OPTIONS);
    }
}
