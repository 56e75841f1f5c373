package io.fairway.readers.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.fairway.readers.line.SkipReason;
import io.fairway.readers.line.TraceOptions;
import io.fairway.readers.line.TraceOptions.HetJobs;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What components of heterogeneous jobs hold. The expected usage is what real Slurms said, by {@code sshare}. */
class HetJobsTest {
    private static final TraceOptions UTC = TraceOptions.ofRecords().withZone(ZoneOffset.UTC);
    private static final TraceOptions LIVE = UTC.withScope(TraceOptions.Scope.LIVE);
    private static final String SACCT = "slurm-cases/sacct-het.txt";

    private static final double SECONDS = 20;

    /** RawUsage of a Slurm 24.11.5 after the jobs of the file; TRESBillingWeights CPU=1.0,Mem=0.5G, and of fast CPU=2.0. */
    @ParameterizedTest
    @CsvSource({"1, 2, 109", "4, 5, 138"})
    void requestedIsWhatSlurm24Charges(String first, String second, double rawUsage) throws IOException {
        SlurmFiles file = SlurmFiles.read(SACCT, UTC.withHetJobs(HetJobs.REQUESTED));

        double billing = main(file.held(first))
                + (second.equals("2") ? 2 * count(file.held(second), "cpu") : main(file.held(second)));
        assertThat(SECONDS * billing).isCloseTo(rawUsage, within(1.0));
        assertThat(file.held("3")).doesNotContainKey("mem");
    }

    private static double main(Map<String, Double> held) {
        return count(held, "cpu") + 0.5 * count(held, "mem") / 1024;
    }

    private static double count(Map<String, Double> held, String name) {
        return held.getOrDefault(name, Double.NaN);
    }

    /** A Slurm 22.05.8 charged two components as a job of all their processors, 26.05.5 charged none of them. */
    @Test
    void allocatedIsTheUsualAndNothingIsNothing() throws IOException {
        SlurmFiles usual = SlurmFiles.read(SACCT, UTC);
        SlurmFiles nothing = SlurmFiles.read(SACCT, LIVE.withHetJobs(HetJobs.NOTHING));

        assertThat(usual.held("1")).isEqualTo(Map.of("billing", 1.0, "cpu", 1.0, "node", 1.0));
        assertThat(usual.held("5")).isEqualTo(Map.of("billing", 3.0, "cpu", 2.0, "node", 1.0));
        assertThat(List.of(nothing.held("1"), nothing.held("5"))).containsOnly(Map.of("cpu", 0.0));
        assertThat(nothing.held("3")).isEqualTo(usual.held("3"));
        assertThat(SlurmFiles.read(SACCT, UTC.withHetJobs(HetJobs.NOTHING))
                        .summary()
                        .skipped())
                .isEqualTo(Map.of(SkipReason.NO_PROCESSORS, 4L));
    }

    @Test
    void itIsSaidOnceWhatTheyAreChargedFor() throws IOException {
        assertThat(SlurmFiles.read(SACCT, UTC).summary().warnings())
                .containsExactly(
                        "job 1: it is part of a heterogeneous job and charged for the resources allocated. Slurm 22.05"
                                + " charges those allocated, 24.11 those requested, 26.05 nothing; --het-jobs (het.jobs of a"
                                + " collector) says which (4 jobs)");
    }

    @ParameterizedTest
    @EnumSource
    void everyFormatTellsTheComponentsApart(HetJobs charge) throws IOException {
        SlurmFiles messages = SlurmFiles.read("slurm-cases/jobcomp-24.11.5-het.json", LIVE.withHetJobs(charge));
        SlurmFiles json = SlurmFiles.read("sacct-24.11.json.gz", LIVE.withHetJobs(charge));

        Map<String, Double> second = switch (charge) {
            case ALLOCATED -> Map.of("billing", 4.0, "cpu", 2.0, "node", 1.0);
            case REQUESTED -> Map.of("billing", 4.0, "cpu", 2.0, "mem", 4000.0, "node", 1.0);
            case NOTHING -> Map.of("cpu", 0.0);
        };
        assertThat(messages.held("136")).isEqualTo(second);
        assertThat(json.held("31")).isEqualTo(second);
    }

    /** Where JobIDRaw comes first, all jobs go by their raw numbers, and JobID says which are components. */
    @Test
    void rawNumbersStayWhereTheyComeFirst() throws IOException {
        SlurmFiles file = SlurmFiles.of(
                LIVE.withHetJobs(HetJobs.NOTHING),
                "JobIDRaw|Cluster|Account|User|State|Submit|Start|End|AllocTRES|JobID",
                "30|a|x|u|COMPLETED|2026-01-10T10:00:00|2026-01-10T10:00:00|2026-01-10T11:00:00|cpu=1,node=1|29+1",
                "40|a|x|u|CANCELLED|2026-01-10T10:00:00|Unknown|2026-01-10T11:00:00||40_[1-3]");

        assertThat(file.held("30")).isEqualTo(Map.of("cpu", 0.0));
        assertThat(file.types("40")).contains("CANCELLED");
    }

    @Test
    void anotherWordIsRefused() {
        assertThatThrownBy(() -> HetJobs.of("--het-jobs", "NONE"))
                .hasMessage("--het-jobs \"NONE\": must be allocated, requested or nothing");
    }
}
