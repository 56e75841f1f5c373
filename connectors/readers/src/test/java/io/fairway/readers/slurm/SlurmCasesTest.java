package io.fairway.readers.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.readers.TraceSummary;
import io.fairway.readers.line.SkipReason;
import io.fairway.readers.line.TraceOptions;
import java.io.IOException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of {@code logs/slurm-cases}; what is expected comes from Slurm's documents. */
class SlurmCasesTest {
    private static final TraceOptions UTC = TraceOptions.ofRecords().withZone(ZoneOffset.UTC);
    private static final TraceOptions BERLIN = TraceOptions.ofRecords().withZone(ZoneId.of("Europe/Berlin"));
    private static final String TEN = " s from 2026-01-10T10:00:00Z";

    /** Of two readings of a local time, those are meant that are as far apart as ElapsedRaw says. */
    @Test
    void elapsedRawSettlesTheHourThatComesTwice() throws IOException {
        SlurmFiles file = SlurmFiles.read("slurm-cases/sacct-dst.txt", BERLIN);

        assertThat(file.summary().badLines()).isZero();
        assertThat(file.runs())
                .containsExactly(
                        "201 physics/anna 4 cpu x 1200 s from 2025-10-26T00:50:00Z",
                        "202 physics/anna 4 cpu x 7200 s from 2025-10-25T23:30:00Z",
                        "203 physics/anna 4 cpu x 3600 s from 2025-10-26T01:30:00Z",
                        "204 physics/anna 4 cpu x 600 s from 2026-03-29T00:55:00Z");
    }

    @Test
    void timesWithAnOffsetOrInSecondsAreExact() throws IOException {
        SlurmFiles file = SlurmFiles.read("slurm-cases/sacct-times-with-zone.txt", BERLIN);

        assertThat(file.summary().badLines()).isZero();
        assertThat(file.runs())
                .containsExactly(
                        "110 physics/anna 4 cpu x 3600 s from 2026-01-10T09:00:00Z",
                        "111 physics/anna 4 cpu x 3600 s from 2026-01-10T09:00:00Z");
    }

    @Test
    void burstBuffersAreInMegabytes() throws IOException {
        SlurmFiles file = SlurmFiles.read("slurm-cases/slurm-bb-tres.txt", UTC);

        assertThat(file.summary().badLines()).isZero();
        assertThat(file.runs())
                .containsExactly(
                        "301 physics/anna 4 cpu x 3600" + TEN,
                        "302 physics/anna 4 cpu x 3600" + TEN,
                        "303 physics/anna 4 cpu x 3600" + TEN);
        assertThat(file.held("302")).containsEntry("bb/datawarp", 20_624.0);
        assertThat(file.events().get(0).getAttributes().getRequestedTres()).containsEntry("bb/datawarp", 2_867_200.0);
    }

    @Test
    void aJobWithoutAccountCountsForItsGroupAndOneWithoutAUsersNameForItsNumber() throws IOException {
        SlurmFiles file = SlurmFiles.read("slurm-cases/sacct-empty-account.txt", UTC);

        assertThat(file.runs())
                .containsExactly("104 physics/1001 4 cpu x 3600" + TEN, "105 phys/anna 4 cpu x 3600" + TEN);
        assertThat(file.summary().warnings())
                .containsExactly(
                        "job 104: the user has no name and counts under the number 1001; run sacct where the user is"
                                + " known, or put the name into the file",
                        "job 105: it has no account and counts for its group phys; --default-account (default.account of"
                                + " a collector) names another one");
        assertThat(SlurmFiles.read("slurm-cases/sacct-empty-account.txt", UTC.withDefaultAccount("chem"))
                        .runs())
                .containsExactly("104 physics/1001 4 cpu x 3600" + TEN, "105 chem/anna 4 cpu x 3600" + TEN);
    }

    @Test
    void aBarInTwoFieldsLeavesTheNumbersAlone() throws IOException {
        SlurmFiles file = SlurmFiles.read("slurm-cases/sacct-bar-in-two-fields.txt", UTC);

        assertThat(file.summary().badLines()).isZero();
        assertThat(file.runs())
                .hasSize(4)
                .allSatisfy(run -> assertThat(run).endsWith(" physics/anna 4 cpu x 3600" + TEN));
    }

    @ParameterizedTest
    @CsvSource({"middle.txt, 2, 0", "last.txt, 2, 1", "cr.txt.gz, 8, 1"})
    void aRecordOverSeveralLinesIsOne(String form, int jobs, int rests) throws IOException {
        SlurmFiles file = SlurmFiles.read("slurm-cases/sacct-newline-" + form, UTC);

        assertThat(file.summary().badLines()).isZero();
        assertThat(file.runs())
                .hasSize(jobs)
                .allSatisfy(run -> assertThat(run).endsWith(" physics/anna 4 cpu x 3600" + TEN));
        assertThat(file.summary().warnings())
                .filteredOn(warning -> warning.contains("the rest of a text"))
                .hasSize(rests);
    }

    @Test
    void usersAreInLowerCaseAsInTheDatabase() throws IOException {
        SlurmFiles file = SlurmFiles.read("slurm-cases/user-case.txt", UTC);

        assertThat(file.runs())
                .containsExactly("1 physics/anna 4 cpu x 3600" + TEN, "2 physics/bert 4 cpu x 3600" + TEN);
        assertThat(file.summary().warnings())
                .containsExactly(
                        "users and accounts are read in lower case, as Slurm's database keeps them: Anna is anna");
    }

    @Test
    void oddMessagesOfJobcompCount() throws IOException {
        SlurmFiles file = SlurmFiles.read(
                "slurm-cases/jobcomp-kafka-odd.json", new TraceOptions("zzz", TraceOptions.ClusterBy.RECORD));

        assertThat(file.runs())
                .contains(
                        "870 physics/anna 4 cpu x 3600" + TEN,
                        "871 phys/anna 4 cpu x 3600" + TEN,
                        "872 phys/anna 4 cpu x 3600" + TEN,
                        "873 physics/anna 4 cpu x 3600" + TEN,
                        "874 physics/anna 4 cpu x 3600" + TEN,
                        "875 physics/anna 4 cpu x 3600" + TEN,
                        "877 physics/anna 4 cpu x 3600" + TEN,
                        "878 physics/anna 4 cpu x 3600" + TEN,
                        "880 physics/1001 4 cpu x 3600" + TEN,
                        "881 physics/1001 4 cpu x 3600" + TEN,
                        "882 physics/anna 4 cpu x 3600" + TEN,
                        "883 physics/anna 4 cpu x 3600" + TEN,
                        "885 physics/anna 4 cpu x 3600" + TEN,
                        "888 physics/anna 4 cpu x 3600" + TEN);
        assertThat(file.held("878")).isEqualTo(Map.of("cpu", 4.0, "mem", 1000.0, "node", 1.0));
        // Number 2 in Slurm's database is mem, too.
        assertThat(file.held("882")).isEqualTo(Map.of("cpu", 4.0, "mem", 1000.0, "node", 1.0));
        assertThat(file.summary().firstSkipped())
                .extracting(TraceSummary.SkippedJob::job)
                .containsExactly("876", "879", "886");
    }

    /** The job waits after its first run, and ends without another one. */
    @Test
    void aJobThatIsCancelledAfterARequeueEnds() throws IOException {
        SlurmFiles file = SlurmFiles.read("slurm-cases/sacct_requeued_then_cancelled.txt", UTC);

        assertThat(file.types("9001")).containsExactly("SUBMITTED", "STARTED", "REQUEUED", "SUBMITTED", "CANCELLED");
        JobEvent last = file.events().get(4);
        assertThat(last.getTime()).hasToString("2026-11-25T18:28:30Z");
        assertThat(last.getRun()).isNull();
        assertThat(file.summary().skipped()).doesNotContainKey(SkipReason.NEVER_STARTED);
    }
}
