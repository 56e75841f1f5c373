package io.fairway.schedulers.lsf.fairshare;

import static io.fairway.schedulers.lsf.LsfGolden.assertSixDigits;
import static io.fairway.schedulers.lsf.fairshare.DynamicUse.cluster;
import static io.fairway.schedulers.lsf.fairshare.DynamicUse.priority;
import static io.fairway.schedulers.lsf.fairshare.DynamicUse.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.core.policy.Term;
import io.fairway.schedulers.lsf.config.LsfParameter;
import io.fairway.schedulers.lsf.config.LsfSettings;
import io.fairway.schedulers.lsf.fairshare.DynamicPriorityParameters.Origin;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Examples and rules outside the golden file; the arithmetic stands beside each. */
class DynamicPriorityTest {
    /** 100 / 3. */
    @Test
    void anIdleUserHasSharesOverThree() {
        assertSixDigits(priority(100, Consumption.NONE, DynamicPriorityParameters.DEFAULTS), 33.3333, "DP-02");
    }

    /** Only CPU time, run time and slots count, and an undefined factor has no term. */
    @Test
    void defaultsFollowTheDocument() {
        DynamicPriorityParameters p = DynamicPriorityParameters.DEFAULTS;

        assertThat(p.value(LsfParameter.CPU_TIME_FACTOR)).isEqualTo(0.7);
        assertThat(p.value(LsfParameter.RUN_TIME_FACTOR)).isEqualTo(0.7);
        assertThat(p.value(LsfParameter.RUN_JOB_FACTOR)).isEqualTo(3);
        assertThat(p.value(LsfParameter.FWD_JOB_FACTOR)).isNaN();
        assertThat(p.value(LsfParameter.FAIRSHARE_ADJUSTMENT_FACTOR)).isZero();
        assertThat(p.value(LsfParameter.HIST_HOURS)).isEqualTo(5);
        assertThat(p.value(LsfParameter.GPU_RUN_TIME_FACTOR)).isZero();
        // 0.7 * 1 + 0.7 * 2 + 3 * (1 + 5 + 6 + 7); history, commitment, forwarded slots, GPUs and memory count nothing.
        Consumption use = new Consumption(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0);
        assertThat(DynamicPriority.evaluate(1, use, 13, p).denominator()).isCloseTo(59.1, Offset.offset(1e-12));
    }

    /** 7 / 0.01. */
    @Test
    void withoutFactorsThePriorityIsStatic() {
        DynamicPriorityParameters none = cluster("CPU_TIME_FACTOR", "0", "RUN_TIME_FACTOR", "0", "RUN_JOB_FACTOR", "0");

        assertThat(priority(7, Consumption.ofSlots(12), none)).isEqualTo(700);
    }

    /** 26 / (3 * 3 + 4 * 1). */
    @Test
    void forwardedSlotsCountOnceTheFactorIsDefined() {
        Consumption use =
                use(DynamicPriorityParameters.DEFAULTS).slots(2, 0, 0).build().withForwardedSlots(3);

        assertThat(priority(26, use, cluster("FWD_JOB_FACTOR", "1"))).isEqualTo(2);
        // The 1 counts even without forwarded slots.
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

    /** 5 slots, in use, suspended or reserved: 10 / 18. */
    @Test
    void suspendedAndReservedSlotsCountLikeThoseInUse() {
        Consumption use = use(DynamicPriorityParameters.DEFAULTS).slots(2, 2, 1).build();

        assertSixDigits(priority(10, use, DynamicPriorityParameters.DEFAULTS), 0.555556, "slots");
    }

    /** 2 * 0.7 + 1 * 0.7 + 4 * 3 = 14.1, and 5 * 0.7 more with history; 10 / (3 + 14.1). */
    @Test
    void remoteLoadHasTheSameFactors() {
        Consumption remote = new Consumption(2, 1, 5, 9, 2, 1, 1, 7, 8, 8, 0, 0, 0);
        double load = DynamicPriority.remoteLoad(remote, DynamicPriorityParameters.DEFAULTS);

        assertSixDigits(load, 14.1, "without history");
        assertSixDigits(DynamicPriority.remoteLoad(remote, cluster("ENABLE_HIST_RUN_TIME", "Y")), 17.6, "with history");
        Consumption use =
                use(DynamicPriorityParameters.DEFAULTS).remoteLoad(load).build();
        assertSixDigits(priority(10, use, DynamicPriorityParameters.DEFAULTS), 10 / 17.1, "priority");
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
        assertThat(cross.covers("q3", List.of("h1"))).isFalse();
    }

    private static double inScope(FairshareScope scope) {
        long slots = (scope.covers("q1", List.of("h1")) ? 2L : 0) + (scope.covers("q2", List.of("h2")) ? 3L : 0);
        return priority(10, Consumption.ofSlots(slots), DynamicPriorityParameters.DEFAULTS);
    }

    /** Each sum on its own: different powers of two, so that no other combination gives the same. */
    @Test
    void everyPartOfAConsumptionAddsUp() {
        Consumption one = new Consumption(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096);
        Consumption other = new Consumption(3, 6, 12, 24, 48, 96, 192, 384, 768, 1536, 3072, 6144, 12288);

        assertThat(one.plus(other))
                .isEqualTo(new Consumption(4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384));
    }
}
