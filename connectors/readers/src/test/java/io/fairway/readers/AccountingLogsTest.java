package io.fairway.readers;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.readers.line.SkipReason;
import io.fairway.readers.line.TraceOptions;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real logs; {@code logs/ORIGIN.md} names their origin. Counts were taken with awk and by eye. */
class AccountingLogsTest {
    private static final TraceOptions OPTIONS = new TraceOptions("here", TraceOptions.ClusterBy.RECORD);
    private static final TraceOptions LIVE = OPTIONS.withScope(TraceOptions.Scope.LIVE);

    @ParameterizedTest
    @CsvSource({
        "phillips.log.gz,                                    SACCT,         4285, 4024, 261, 0",
        "unit_slurm_accounting-logs.log,                   SACCT,            4,    3,   1, 0",
        "unit_slurm_accounting-logs-with-job-arrays.log,   SACCT,            6,    6,   0, 0",
        "unit_slurm_non-ended-job-state.log,               SACCT,            2,    0,   2, 0",
        "unit_slurm_unknown-job-state.log,                 SACCT,            2,    0,   0, 2",
        "unit_slurm_utf8-multibyte-chars.log,              SACCT,            1,    1,   0, 0",
        "sacct-header.log,                                 SACCT,           14,   12,   1, 0",
        "sacct-steps.log,                                  SACCT,           25,   12,  12, 0",
        "jobcomp.json,                                     JOBCOMP_KAFKA,   13,   12,   1, 0",
        "unit_lsf_accounting-logs.log,                     LSB_ACCT,         2,    2,   0, 0",
        "unit_lsf_utf8-multibyte-chars.log,                LSB_ACCT,         1,    1,   0, 0",
        "unit_pbs_accounting-logs.log,                     PBS,              9,    9,   0, 0",
        "unit_sge_accounting-logs.log,                     SGE,              2,    2,   0, 0",
        "unit_uge_accounting-logs.log,                     SGE,              2,    2,   0, 0",
    })
    void everyLineIsAJobOrSaysWhyNot(String file, TraceFormat format, long lines, long jobs, long skipped, long bad)
            throws IOException {
        try (Trace trace = open(file, OPTIONS)) {
            assertThat(trace.format()).isEqualTo(format);
            assertThat(trace.jobs().count()).isEqualTo(jobs);
            TraceSummary summary = trace.summary();
            assertThat(summary.lines()).isEqualTo(lines);
            assertThat(summary.firstBadLines()).hasSize((int) bad);
            assertThat(summary.skippedJobs()).as(summary.skipped().toString()).isEqualTo(skipped);
        }
    }

    @Test
    void skippedJobsHaveTheirReason() throws IOException {
        assertThat(summary("phillips.log.gz").skipped()).isEqualTo(Map.of(SkipReason.NO_RUN_TIME, 261L));
        assertThat(summary("unit_slurm_non-ended-job-state.log").skipped())
                .isEqualTo(Map.of(SkipReason.STILL_RUNNING, 1L, SkipReason.STILL_WAITING, 1L));
        assertThat(summary("sacct-header.log").skipped()).isEqualTo(Map.of(SkipReason.NEVER_STARTED, 1L));
        assertThat(summary("jobcomp.json").skipped()).isEqualTo(Map.of(SkipReason.NEVER_STARTED, 1L));
        assertThat(summary("sacct-steps.log").skipped())
                .isEqualTo(Map.of(SkipReason.STEP, 11L, SkipReason.NEVER_STARTED, 1L));
        assertThat(summary("unit_slurm_unknown-job-state.log").firstBadLines().get(0))
                .hasToString("unit_slurm_unknown-job-state.log, line 1: State \"FOO\": must be a state of Slurm's jobs,"
                        + " such as COMPLETED or CANCELLED by 1000");
    }

    @Test
    void aLiveSourceAlsoHearsOfJobsThatWaitRunOrNeverStarted() throws IOException {
        List<JobEvent> events = events("unit_slurm_non-ended-job-state.log", LIVE);

        assertThat(events)
                .extracting(JobEvent::getJob, JobEvent::getType)
                .containsExactly(
                        tuple("3451067", JobEventType.SUBMITTED),
                        tuple("3451067", JobEventType.STARTED),
                        tuple("3483276", JobEventType.SUBMITTED));
        assertThat(eventsOf("4", events("jobcomp.json", LIVE)))
                .extracting(JobEvent::getType)
                .containsExactly(JobEventType.SUBMITTED, JobEventType.CANCELLED);
        assertThat(eventsOf("4", events("sacct-header.log", LIVE)))
                .extracting(JobEvent::getType)
                .containsExactly(JobEventType.SUBMITTED, JobEventType.CANCELLED);
    }

    @Test
    void sacctSaysWhatARunHeld() throws IOException {
        List<JobEvent> job = eventsOf("163485", events("phillips.log.gz", OPTIONS));

        assertThat(job)
                .extracting(JobEvent::getType)
                .containsExactly(JobEventType.SUBMITTED, JobEventType.STARTED, JobEventType.FINISHED);
        assertThat(job)
                .extracting(JobEvent::getTime)
                .containsExactly(
                        Instant.parse("2016-12-22T07:15:12Z"),
                        Instant.parse("2016-12-22T07:15:13Z"),
                        Instant.parse("2017-01-01T20:42:19Z"));
        JobEvent started = job.get(1);
        assertThat(started.getAllocatedTres())
                .isEqualTo(Map.of("billing", 12.0, "cpu", 12.0, "gres/gpu", 2.0, "mem", 31_000.0, "node", 1.0));
        assertThat(List.of(started.getDomain(), started.getCluster(), started.getAccount(), started.getUser()))
                .containsExactly("phillips", "phillips", "chaff", "noror");
        assertThat(started.getSourceRank()).isEqualTo(10);
        assertThat(job.get(0).getAttributes().getPartition()).isEqualTo("focaccia");
        assertThat(job.get(0).getAttributes().getQos()).isEqualTo("chestnut");
        assertThat(job.get(0).getAttributes().getTimeLimitSeconds()).isEqualTo((37 * 24 + 14) * 3600L);
        assertThat(job.get(2).getExitStatus()).isEqualTo("0:0");
    }

    /** 62.50G is 64,000 MB; 2147486648Mn is 3000 MB for each of 8 CPUs, whose flag bit was printed too. */
    @Test
    void memoryIsInMegabytes() throws IOException {
        List<JobEvent> events = events("phillips.log.gz", OPTIONS);

        assertThat(eventsOf("165381", events).get(1).getAllocatedTres()).containsEntry("mem", 64_000.0);
        assertThat(eventsOf("167758", events).get(1).getAllocatedTres()).containsEntry("mem", 24_000.0);
        // Without TRES: 256 CPUs, and 3000Mc of memory for each.
        JobEvent bare = events("unit_slurm_accounting-logs-with-job-arrays.log", OPTIONS)
                .get(1);
        assertThat(bare.getAllocatedTres()).isEqualTo(Map.of("cpu", 256.0, "mem", 768_000.0, "node", 32.0));
    }

    @Test
    void tasksOfAnArrayAreJobsOfTheirOwn() throws IOException {
        assertThat(events("unit_slurm_accounting-logs-with-job-arrays.log", OPTIONS))
                .extracting(JobEvent::getJob)
                .contains("4103947", "4103947_[1-3]", "4103947_[1,5]", "4103947_[9-11,20]", "4103947_[91,100-102]");
        assertThat(eventsOf("12", events("sacct-header.log", OPTIONS)))
                .as("6_1")
                .hasSize(3);
    }

    /** sacct says REQUEUED, jobcomp PENDING. */
    @Test
    void eachRunOfARequeuedJobCounts() throws IOException {
        for (String file : List.of("sacct-header.log", "jobcomp.json")) {
            List<JobEvent> runs = eventsOf("11", events(file, OPTIONS));

            assertThat(runs)
                    .as(file)
                    .extracting(JobEvent::getType)
                    .containsExactlyInAnyOrder(
                            JobEventType.SUBMITTED,
                            JobEventType.STARTED,
                            JobEventType.REQUEUED,
                            JobEventType.SUBMITTED,
                            JobEventType.STARTED,
                            JobEventType.FINISHED);
            assertThat(runs)
                    .filteredOn(event -> event.getType() == JobEventType.STARTED)
                    .extracting(JobEvent::getRun)
                    .containsExactly(Instant.parse("2026-11-21T02:27:16Z"), Instant.parse("2026-11-21T02:27:30Z"));
        }
    }

    @Test
    void namesKeepTheirBarsAndLetters() throws IOException {
        assertThat(eventsOf("8", events("sacct-header.log", OPTIONS))
                        .get(0)
                        .getAttributes()
                        .getName())
                .isEqualTo("we|ird name");
        assertThat(events("unit_slurm_utf8-multibyte-chars.log", OPTIONS)
                        .get(0)
                        .getAttributes()
                        .getName())
                .isEqualTo("aàb");
    }

    /** The same jobs, as two programs of one Slurm say it: they must be the same facts. */
    @Test
    void sacctAndJobcompAgree() throws IOException {
        assertThat(facts("jobcomp.json"))
                .hasSize(13 * 3 - 3)
                .containsExactlyInAnyOrderElementsOf(facts("sacct-header.log"));
    }

    private static List<List<Object>> facts(String file) throws IOException {
        return events(file, OPTIONS).stream()
                .map(event -> List.<Object>of(
                        event.getDomain(),
                        event.getJob(),
                        event.getType(),
                        event.getTime(),
                        String.valueOf(event.getRun()),
                        event.getAllocatedTres() == null ? Map.of() : event.getAllocatedTres(),
                        event.getAccount(),
                        event.getUser()))
                .toList();
    }

    @Test
    void lsfSlotsAreThoseOfTheHosts() throws IOException {
        List<JobEvent> events = events("unit_lsf_accounting-logs.log", OPTIONS);

        assertThat(events.get(1).getAllocatedTres()).as("eight times 16*host").isEqualTo(Map.of("cpu", 128.0));
        assertThat(events.get(4).getAllocatedTres()).as("eight hosts").isEqualTo(Map.of("cpu", 8.0));
        JobEvent ended = events.get(2);
        assertThat(ended.getTime()).isEqualTo(Instant.ofEpochSecond(1_389_683_139));
        assertThat(ended.getRun()).isEqualTo(Instant.ofEpochSecond(1_389_642_771));
        assertThat(ended.getCpuSeconds()).isEqualTo(5_793_844.23 + 679.06);
        assertThat(ended.getAccount()).isEqualTo("anonproject");
        assertThat(ended.getUser()).isEqualTo("anonuser");
        assertThat(ended.getCluster()).isEqualTo("here");
        assertThat(events.get(0).getAttributes().getQueue()).isEqualTo("regular");
        assertThat(events.get(0).getAttributes().getName()).isEqualTo("abcde0040");
    }

    @Test
    void pbsProcessorsAreThoseOfTheHosts() throws IOException {
        List<JobEvent> started = events("unit_pbs_accounting-logs.log", OPTIONS).stream()
                .filter(event -> event.getType() == JobEventType.STARTED)
                .toList();

        assertThat(started)
                .extracting(event -> event.getAllocatedTres().get("cpu"))
                .containsExactly(32.0, 32.0, 4.0, 65.0, 12.0, 28.0, 28.0, 28.0, 48.0);
        assertThat(started)
                .extracting(event -> event.getAllocatedTres().getOrDefault("gres/gpu", 0.0))
                .containsExactly(0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 4.0, 2.0, 4.0);
        assertThat(started.get(2).getAllocatedTres()).containsEntry("mem", 1993.0);
        assertThat(started)
                .extracting(JobEvent::getAccount)
                .containsExactly(
                        "ccrstaff",
                        "ccrstaff",
                        "anonaccount",
                        "anongroup",
                        "anongroup",
                        "caste",
                        "caste",
                        "caste",
                        "[project1]");
        assertThat(started.get(3).getRun()).isEqualTo(Instant.ofEpochSecond(1_453_766_281));
    }

    @Test
    void gridEngineTimesAreInSecondsOrMilliseconds() throws IOException {
        List<JobEvent> sun = events("unit_sge_accounting-logs.log", OPTIONS);
        List<JobEvent> univa = events("unit_uge_accounting-logs.log", OPTIONS);

        assertThat(sun.get(2).getTime()).isEqualTo(Instant.ofEpochSecond(1_311_095_414));
        assertThat(sun.get(2).getCpuSeconds()).isEqualTo(60.13);
        assertThat(univa.get(2).getTime()).isEqualTo(Instant.ofEpochSecond(1_311_095_414));
        assertThat(univa.get(4).getTime()).isEqualTo(Instant.ofEpochMilli(1_652_111_622_875L));
        assertThat(univa.get(4).getAllocatedTres()).isEqualTo(Map.of("cpu", 16.0));
        assertThat(univa.get(4).getAccount()).isEqualTo("gpugroup");
        assertThat(sun.get(0).getAttributes().getTimeLimitSeconds()).isEqualTo(36_000);
    }

    private static org.assertj.core.groups.Tuple tuple(Object... values) {
        return org.assertj.core.groups.Tuple.tuple(values);
    }

    private static TraceSummary summary(String file) throws IOException {
        try (Trace trace = open(file, OPTIONS)) {
            assertThat(trace.jobs().count()).isEqualTo(trace.summary().jobs());
            return trace.summary();
        }
    }

    private static List<JobEvent> eventsOf(String job, List<JobEvent> events) {
        return events.stream().filter(event -> event.getJob().equals(job)).toList();
    }

    private static List<JobEvent> events(String file, TraceOptions options) throws IOException {
        try (Trace trace = open(file, options)) {
            return trace.events().toList();
        }
    }

    private static Trace open(String file, TraceOptions options) throws IOException {
        InputStream in = Objects.requireNonNull(AccountingLogsTest.class.getResourceAsStream("/logs/" + file), file);
        return TraceFormat.open(null, file, in, options);
    }
}
