package io.fairway.core.policy.lsf;

import static io.fairway.core.policy.lsf.LsfGolden.assertSixDigits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.core.policy.Term;
import io.fairway.core.policy.lsf.DynamicPriorityParameters.GpuHistory;
import io.fairway.core.policy.lsf.DynamicPriorityParameters.Origin;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/** Examples and rules that the golden file does not have; the arithmetic stands beside each. */
class DynamicPriorityTest {
    private static DynamicPriorityParameters cluster(String... pairs) {
        return DynamicPriorityParameters.of(LsfSettings.ofCluster(map(pairs)), LsfSettings.NONE);
    }

    private static Map<String, String> map(String... pairs) {
        Map<String, String> map = new java.util.LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return map;
    }

    private static double priority(long shares, Consumption use, DynamicPriorityParameters parameters) {
        return DynamicPriority.evaluate(shares, use, 0, parameters).priority();
    }

    private static ConsumptionBuilder use(DynamicPriorityParameters parameters) {
        return new ConsumptionBuilder(parameters);
    }

    /** 100 / 3. */
    @Test
    void anIdleUserHasSharesOverThree() {
        assertSixDigits(priority(100, Consumption.NONE, DynamicPriorityParameters.DEFAULTS), 33.3333, "DP-02");
    }

    /** 7 / 0.01. */
    @Test
    void withoutFactorsThePriorityIsStatic() {
        DynamicPriorityParameters none = cluster("CPU_TIME_FACTOR", "0", "RUN_TIME_FACTOR", "0", "RUN_JOB_FACTOR", "0");

        assertThat(priority(7, Consumption.ofSlots(12), none)).isEqualTo(700);
    }

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
    void committedRunTimeStandsBesideTheDefaultFactors() {
        DynamicPriorityParameters p = cluster("COMMITTED_RUN_TIME_FACTOR", "0.5");
        Consumption use = use(p).cpuTime(0.9, 0)
                .run(JobRun.running(1).withCommitted(4))
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
    void aJobPastItsLimitHasNothingLeftAndAFinishedOneNeither() {
        DynamicPriorityParameters p = cluster("RUN_TIME_DECAY", "Y");

        assertThat(use(p).run(JobRun.running(3).withCommitted(2)).build().committedRemainder())
                .isZero();
        assertThat(use(p).run(JobRun.finished(1, 0).withCommitted(2)).build().committedRemainder())
                .isZero();
        // Undecayed run time is taken off, also with RUN_TIME_DECAY.
        assertThat(use(p).run(JobRun.running(3).withCommitted(5)).build().committedRemainder())
                .isEqualTo(2);
    }

    @Test
    void theLimitOfTheSubmissionGoesFirstAndIsNormalised() {
        assertThat(CommittedRunTime.hours(2.0, 8.0, 3, 1.5, false)).isEqualTo(4);
        assertThat(CommittedRunTime.hours(2.0, 8.0, 3, 1.5, true)).isEqualTo(2);
        assertThat(CommittedRunTime.hours(null, 8.0, 1, 1, false)).isEqualTo(8);
        assertThat(CommittedRunTime.hours(null, null, 1, 1, false)).isNull();
    }

    /** 26 / (3 * 3 + 4 * 1). */
    @Test
    void forwardedSlotsCountOnceTheFactorIsDefined() {
        Consumption use = use(DynamicPriorityParameters.DEFAULTS)
                .slots(2, 0, 0)
                .forwarded(3, 100, 100.1)
                .forwarded(5, 100, 100.0)
                .build();

        assertThat(priority(26, use, cluster("FWD_JOB_FACTOR", "1"))).isEqualTo(2);
        // The 1 counts even where nothing is forwarded.
        assertThat(priority(26, Consumption.ofSlots(2), cluster("FWD_JOB_FACTOR", "4")))
                .isEqualTo(2);
    }

    /** 10 / (15 + 1 * 10). */
    @Test
    void theAdjustmentIsPartOfTheDenominator() {
        assertThat(DynamicPriority.evaluate(10, Consumption.ofSlots(4), 10, cluster("FAIRSHARE_ADJUSTMENT_FACTOR", "1"))
                        .priority())
                .isEqualTo(0.4);
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

    /** 5 slots, in use, suspended or reserved: 10 / 18. */
    @Test
    void suspendedAndReservedSlotsCountLikeThoseInUse() {
        Consumption use = use(DynamicPriorityParameters.DEFAULTS).slots(2, 2, 1).build();

        assertSixDigits(priority(10, use, DynamicPriorityParameters.DEFAULTS), 0.555556, "slots");
    }

    /** 2 h of run, an hour of pause, 1 h of run: 3 h, or 5 / ln 10 * (1 - 10^-0.2 + 10^-0.4 - 10^-0.8). */
    @Test
    void timeSuspendedDoesNotCountButGoesOnDecaying() {
        JobRun job = new JobRun(List.of(new JobRun.Span(4, 2), new JobRun.Span(1, 0)), false, null, 0, 1);
        double decayed = 5 / Math.log(10) * (1 - Math.pow(10, -0.2) + Math.pow(10, -0.4) - Math.pow(10, -0.8));

        assertThat(use(DynamicPriorityParameters.DEFAULTS).run(job).build().runTime())
                .isEqualTo(3);
        assertSixDigits(use(cluster("RUN_TIME_DECAY", "Y")).run(job).build().runTime(), decayed, "decayed");
    }

    /** With RUN_TIME_DECAY history is what was left at the end, decayed on: 1.95433 * 0.1; else 5 * 0.1. */
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

    /** 2 h on 4 GPUs now, 10 h on 4 that ended a tenth-life ago: 8 + 4, or 8 where history needs a switch that is off. */
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
        return DynamicPriorityParameters.of(LsfSettings.ofCluster(settings), LsfSettings.NONE, history);
    }

    @Test
    void onlyExclusiveGpusCount() {
        assertThat(GpuCharge.EXCLUSIVE.gpus(2, 4, 16)).isEqualTo(2);
        assertThat(GpuCharge.EXCLUSIVE_HOST.gpus(2, 4, 16)).isEqualTo(4);
        assertThat(GpuCharge.EXCLUSIVE_COMPUTE_UNIT.gpus(2, 4, 16)).isEqualTo(16);
        assertThat(GpuCharge.SHARED.gpus(2, 4, 16)).isZero();
    }

    /** A stepped law counts whole steps only: over 20 minutes one full step and a third of one at a factor of 10^-0.05. */
    @Test
    void aSteppedLawAccruesByWholeSteps() {
        HistoryDecay stepped = HistoryDecay.stepped(5, 900);

        assertSixDigits(stepped.accrued(1 / 3.0, 0), 0.25 + Math.pow(10, -0.05) / 12, "20 minutes");
        assertThat(HistoryDecay.continuous(0).weight(1000)).isEqualTo(1);
        assertThat(HistoryDecay.continuous(0).accrued(7, 2)).isEqualTo(5);
    }

    /** 2 * 0.7 + 1 * 0.7 + 4 * 3 = 14.1, and 5 * 0.7 more with history; 10 / (3 + 14.1). */
    @Test
    void remoteLoadIsWeighedWithTheSameFactors() {
        Consumption remote = new Consumption(2, 1, 5, 9, 2, 1, 1, 7, 8, 8, 0, 0, 0);
        double load = DynamicPriority.remoteLoad(remote, DynamicPriorityParameters.DEFAULTS);

        assertSixDigits(load, 14.1, "without history");
        assertSixDigits(DynamicPriority.remoteLoad(remote, cluster("ENABLE_HIST_RUN_TIME", "Y")), 17.6, "with history");
        Consumption use =
                use(DynamicPriorityParameters.DEFAULTS).remoteLoad(load).build();
        assertSixDigits(priority(10, use, DynamicPriorityParameters.DEFAULTS), 10 / 17.1, "priority");
    }

    @Test
    void cpuTimeIsActualUnlessNormalised() {
        assertThat(CpuTimeReading.ACTUAL.of(2, 1.5)).isEqualTo(2);
        assertThat(CpuTimeReading.NORMALISED.of(2, 1.5)).isEqualTo(3);
    }

    @Test
    void theTermsAddUpToTheDenominatorAndNameTheirInputs() {
        DynamicPriorityParameters p = DynamicPriorityParameters.of(
                LsfSettings.ofCluster(Map.of(
                        "FWD_JOB_FACTOR", "2",
                        "GPU_RUN_TIME_FACTOR", "0.5",
                        "FAIRSHARE_ADJUSTMENT_FACTOR", "0.1",
                        "ENABLE_HIST_RUN_TIME", "Y",
                        "COMMITTED_RUN_TIME_FACTOR", "0.3")),
                LsfSettings.ofQueue("normal", Map.of("RUN_JOB_FACTOR", "1")));
        Consumption use = new Consumption(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0.25);

        DynamicPriority result = DynamicPriority.evaluate(30, use, 13, p);

        // 0.7 + 3.5 + 1.2 + 19 + 18 + 1.3 + 9.5 + 0.25
        assertSixDigits(result.denominator(), 53.45, "denominator");
        assertSixDigits(result.priority(), 30 / 53.45, "priority");
        assertThat(result.terms())
                .extracting(Term::name)
                .containsExactly(
                        "dynamicPriority",
                        "denominator",
                        "cpuTime",
                        "runTime",
                        "committedRunTime",
                        "jobSlots",
                        "forwardedJobSlots",
                        "fairshareAdjustment",
                        "gpuRunTime",
                        "remoteFairshareLoad");
        assertSixDigits(result.terms().stream().skip(2).mapToDouble(Term::value).sum(), 53.45, "sum of terms");
        assertThat(result.terms().get(5).inputs())
                .containsExactly(
                        Term.in("slotsInUse", 5.0),
                        Term.in("slotsSuspended", 6.0),
                        Term.in("slotsReserved", 7.0),
                        Term.in("RUN_JOB_FACTOR", 1.0));
        assertThat(p.origin(LsfParameter.RUN_JOB_FACTOR)).isEqualTo(Origin.QUEUE);
        assertThat(p.origin(LsfParameter.FWD_JOB_FACTOR)).isEqualTo(Origin.CLUSTER);
        assertThat(p.origin(LsfParameter.HIST_HOURS)).isEqualTo(Origin.DEFAULT);
    }

    @Test
    void settingsAreStrict() {
        refused(Map.of("RUN_JOBS_FACTOR", "3"), "RUN_JOBS_FACTOR");
        refused(Map.of("COMMITTED_RUN_TIME_FACTOR", "1.5"), "COMMITTED_RUN_TIME_FACTOR \"1.5\"");
        refused(Map.of("HIST_HOURS", "-1"), "HIST_HOURS \"-1\"");
        refused(Map.of("CPU_TIME_FACTOR", "NaN"), "CPU_TIME_FACTOR \"NaN\"");
        refused(Map.of("RUN_TIME_DECAY", "yes"), "RUN_TIME_DECAY \"yes\": must be Y or N");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LsfSettings.ofQueue("night", Map.of("LSB_NCPU_ENFORCE", "1")))
                .withMessageContaining("queue night")
                .withMessageContaining("LSB_NCPU_ENFORCE");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> priority(0, Consumption.NONE, DynamicPriorityParameters.DEFAULTS))
                .withMessageContaining("shares 0");
        assertThat(cluster("COMMITTED_RUN_TIME_FACTOR", "0.5", "RUN_TIME_FACTOR", "0")
                        .warnings())
                .singleElement()
                .asString()
                .contains("COMMITTED_RUN_TIME_FACTOR 0.5");
    }

    private static void refused(Map<String, String> settings, String part) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LsfSettings.ofCluster(settings))
                .withMessageContaining(part);
    }

    @Test
    void theMemoryAdjustmentIsAService() {
        FairshareAdjustmentProvider provider = ServiceLoader.load(FairshareAdjustmentProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(each -> each.name().equals("memory"))
                .findFirst()
                .orElseThrow();
        Consumption use = use(DynamicPriorityParameters.DEFAULTS)
                .slots(3, 1, 0)
                .memory(64, 8)
                .build();
        FairshareAdjustment adjustment = provider.create(Map.of("THRESHOLD", "0.5"));

        // 5 * ((64 / 8) / (4 * 0.5))
        assertThat(adjustment.adjust(new AdjustmentInput(use, 4, DynamicPriorityParameters.DEFAULTS)))
                .isEqualTo(20);
        assertThat(adjustment.adjust(new AdjustmentInput(Consumption.NONE, 4, DynamicPriorityParameters.DEFAULTS)))
                .isZero();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> provider.create(Map.of()))
                .withMessageContaining("THRESHOLD");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> provider.create(Map.of("THRESHOLD", "0")))
                .withMessageContaining("above 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> provider.create(Map.of("LIMIT", "1")))
                .withMessageContaining("LIMIT");
    }

    @Test
    void thePluginNeverSeesTheValuesOfAQueue() {
        DynamicPriorityParameters ofQueue =
                DynamicPriorityParameters.of(LsfSettings.NONE, LsfSettings.ofQueue("q", Map.of("HIST_HOURS", "9")));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AdjustmentInput(Consumption.NONE, 1, ofQueue))
                .withMessageContaining("HIST_HOURS");
    }

    /** 2 slots from q1 and 3 from q2, all on hosts of the partition: 10/18 there, 10/9 and 10/12 in the queues. */
    @Test
    void theScopeDecidesWhichJobsCount() {
        FairshareScope q1 = new FairshareScope.Queue("q1");
        FairshareScope q2 = new FairshareScope.Queue("q2");
        FairshareScope partition = new FairshareScope.HostPartition("p", java.util.Set.of("h1", "h2"));
        FairshareScope cross = new FairshareScope.CrossQueue("q1", java.util.Set.of("q2"));

        assertSixDigits(inScope(q1), 1.11111, "q1");
        assertSixDigits(inScope(q2), 0.833333, "q2");
        assertSixDigits(inScope(partition), 0.555556, "partition");
        assertSixDigits(inScope(cross), 0.555556, "cross-queue");
        assertThat(partition.covers("q1", List.of("h9"))).isFalse();
    }

    private static double inScope(FairshareScope scope) {
        long slots = (scope.covers("q1", List.of("h1")) ? 2L : 0) + (scope.covers("q2", List.of("h2")) ? 3L : 0);
        return priority(10, Consumption.ofSlots(slots), DynamicPriorityParameters.DEFAULTS);
    }
}
