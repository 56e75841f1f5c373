package io.fairway.schedulers.lsf.fairshare;

import static io.fairway.schedulers.lsf.LsfGolden.assertSixDigits;
import static io.fairway.schedulers.lsf.fairshare.DynamicUse.cluster;
import static io.fairway.schedulers.lsf.fairshare.DynamicUse.priority;
import static io.fairway.schedulers.lsf.fairshare.DynamicUse.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.schedulers.lsf.config.LsfSettings;
import io.fairway.schedulers.lsf.fairshare.DynamicPriorityParameters.GpuHistory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Run time, CPU time and GPU time: the parts that count, and for how long; the arithmetic stands beside each. */
class DynamicPriorityTimeTest {
    /** 20 / 3, against 20 / (0.7 * 1 + 3) with it. */
    @Test
    void historicalRunTimeCountsOnlyWhenEnabled() {
        Consumption use = use(DynamicPriorityParameters.DEFAULTS)
                .run(JobRun.finished(10, 5))
                .build();

        assertSixDigits(priority(20, use, DynamicPriorityParameters.DEFAULTS), 6.66667, "DP-09");
        assertSixDigits(priority(20, use, cluster("ENABLE_HIST_RUN_TIME", "Y")), 5.40541, "DP-08");
    }

    /** 10 / (0.7 * 5 + 6). */
    @Test
    void runTimeOfRunningJobsIsNotDecayedByDefault() {
        Consumption use = use(DynamicPriorityParameters.DEFAULTS)
                .run(JobRun.running(5))
                .slots(1, 0, 0)
                .build();

        assertSixDigits(priority(10, use, DynamicPriorityParameters.DEFAULTS), 1.05263, "DP-11");
    }

    /** 100 / (0.9 * 0.7 + 1 * 0.7 + (4 - 1) * 0.5 + 3 * 3) = 100 / 11.83. */
    @Test
    void committedRunTimeWorksWithTheDefaultFactors() {
        DynamicPriorityParameters p = cluster("COMMITTED_RUN_TIME_FACTOR", "0.5");
        Consumption use = use(p).cpuTime(0.9, 0)
                .run(JobRun.running(1).withCommitted(4.0))
                .slots(2, 0, 0)
                .build();

        assertSixDigits(priority(100, use, p), 8.45309, "DP-14");
    }

    /** 10 / (3 * 0.7 + 2 * 3): no committed term, rather than -3 * 0.5. */
    @Test
    void aJobWithoutALimitHasNoCommittedTerm() {
        DynamicPriorityParameters p = cluster("COMMITTED_RUN_TIME_FACTOR", "0.5");
        Consumption use = use(p).run(JobRun.running(3)).slots(1, 0, 0).build();

        assertSixDigits(priority(10, use, p), 10 / 8.1, "DP-15");
    }

    @Test
    void aJobPastItsLimitAndAFinishedOneHaveNoRemainingTime() {
        DynamicPriorityParameters p = cluster("RUN_TIME_DECAY", "Y");

        assertThat(use(p).run(JobRun.running(3).withCommitted(2.0)).build().committedRemainder())
                .isZero();
        assertThat(use(p).run(JobRun.finished(1, 0).withCommitted(2.0)).build().committedRemainder())
                .isZero();
        // Undecayed run time is subtracted, also with RUN_TIME_DECAY.
        assertThat(use(p).run(JobRun.running(3).withCommitted(5.0)).build().committedRemainder())
                .isEqualTo(2);
    }

    /** 50 / (2 * 8 * 0.7 + 9 * 3) = 50 / 38.2. */
    @Test
    void parallelFairshareMultipliesRunTimeByCpus() {
        DynamicPriorityParameters p = cluster("LSB_NCPU_ENFORCE", "1");
        Consumption use =
                use(p).run(JobRun.running(2).withCpus(8)).slots(8, 0, 0).build();

        assertSixDigits(priority(50, use, p), 1.30890, "DP-24");
        assertThat(use(DynamicPriorityParameters.DEFAULTS)
                        .run(JobRun.running(2).withCpus(8))
                        .build()
                        .runTime())
                .isEqualTo(2);
    }

    /** 2 h of run, an hour of pause, 1 h of run: 3 h, or 5 / ln 10 * (1 - 10^-0.2 + 10^-0.4 - 10^-0.8). */
    @Test
    void suspendedTimeDoesNotCountButDecayContinues() {
        JobRun job = new JobRun(List.of(new JobRun.Span(4, 2), new JobRun.Span(1, 0)), false, null, 0, 1);
        double decayed = 5 / Math.log(10) * (1 - Math.pow(10, -0.2) + Math.pow(10, -0.4) - Math.pow(10, -0.8));

        assertThat(use(DynamicPriorityParameters.DEFAULTS).run(job).build().runTime())
                .isEqualTo(3);
        assertSixDigits(use(cluster("RUN_TIME_DECAY", "Y")).run(job).build().runTime(), decayed, "decayed");
    }

    /** With RUN_TIME_DECAY, history is the rest at the end, decayed further: 1.95433 * 0.1; otherwise 5 * 0.1. */
    @Test
    void atItsEndDecayedRunTimeBecomesHistory() {
        assertSixDigits(
                use(cluster("RUN_TIME_DECAY", "Y"))
                        .run(JobRun.finished(5, 5))
                        .build()
                        .historicalRunTime(),
                0.195433,
                "decayed");
        assertSixDigits(
                use(DynamicPriorityParameters.DEFAULTS)
                        .run(JobRun.finished(5, 5))
                        .build()
                        .historicalRunTime(),
                0.5,
                "from the end");
    }

    /** 2 h on 4 GPUs now, 10 h on 4 that ended a tenth-life ago: 8 + 4, or 8 if history needs a switch that is off. */
    @Test
    void gpuHistoryHasTwoReadings() {
        Map<String, String> factor = Map.of("GPU_RUN_TIME_FACTOR", "0.5");
        Map<String, String> enabled = Map.of("GPU_RUN_TIME_FACTOR", "0.5", "ENABLE_GPU_HIST_RUN_TIME", "Y");
        Consumption use = use(DynamicPriorityParameters.DEFAULTS)
                .run(JobRun.running(2).withGpus(4))
                .run(JobRun.finished(10, 5).withGpus(4))
                .slots(4, 0, 0)
                .build();
        Consumption gpus =
                new Consumption(0, 0, 0, 0, 4, 0, 0, 0, use.gpuRunTime(), use.historicalGpuRunTime(), 0, 0, 0);

        assertSixDigits(priority(10, gpus, reading(factor, GpuHistory.ALWAYS)), 10 / 21.0, "always");
        assertSixDigits(priority(10, gpus, reading(factor, GpuHistory.ENABLED)), 10 / 19.0, "off");
        assertSixDigits(priority(10, gpus, reading(enabled, GpuHistory.ENABLED)), 10 / 21.0, "on");
    }

    private static DynamicPriorityParameters reading(Map<String, String> settings, GpuHistory history) {
        return new DynamicPriorityParameters(LsfSettings.ofCluster(settings), LsfSettings.NONE, history);
    }

    /**
     * Steps of 15 minutes, the last one 5 minutes ago. Of the last 20 minutes, 5 count in full, and 15 were there at that
     * step: 10^-0.05 of them is left. Of 40 minutes, 15 more saw two steps, and 5 three.
     */
    @Test
    void aSteppedLawDecaysAllUseAtTheSameSteps() {
        HistoryDecay stepped = HistoryDecay.stepped(5, 900, 0, 300_000);

        assertSixDigits(stepped.accrued(1 / 3.0, 0), 1 / 12.0 + Math.pow(10, -0.05) / 4, "20 minutes");
        assertSixDigits(
                stepped.accrued(2 / 3.0, 0),
                1 / 12.0 + Math.pow(10, -0.05) / 4 + Math.pow(10, -0.1) / 4 + Math.pow(10, -0.15) / 12,
                "40 minutes");
        assertThat(stepped.weight(1 / 12.0)).as("use at the step itself").isEqualTo(1);
        assertSixDigits(stepped.weight(1 / 12.0 + 0.0001), Math.pow(10, -0.05), "use just before the step");
        assertThat(HistoryDecay.stepped(5, 900, 300, 300_000).weight(0.01))
                .as("a step now, by the phase")
                .isEqualTo(Math.pow(10, -0.05));
        assertThat(HistoryDecay.continuous(0).weight(1000)).isEqualTo(1);
        assertThat(HistoryDecay.continuous(0).accrued(7, 2)).isEqualTo(5);
    }

    @Test
    void stepsAreAtMostHistHours() {
        assertThat(HistoryDecay.stepped(5, 18_000, 0, 0).weight(5)).isEqualTo(0.1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HistoryDecay.stepped(5, 18_001, 0, 0))
                .withMessageContaining("at most HIST_HOURS, 5.0 h");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HistoryDecay.stepped(5, -1, 0, 0))
                .withMessageContaining("decay step -1 s");
    }
}
