package io.fairway.schedulers.lsf.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.schedulers.lsf.aps.ApsParameters;
import io.fairway.schedulers.lsf.config.LsfProblem;
import io.fairway.schedulers.lsf.config.LsfProblem.Code;
import io.fairway.schedulers.lsf.config.LsfProblem.Severity;
import io.fairway.schedulers.lsf.config.LsfSettings;
import io.fairway.schedulers.lsf.fairshare.DynamicPriorityParameters;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Settings that LSF does not allow together, each with both names. */
class LsfClusterCheckTest {
    private static final ApsParameters WITHOUT_FS = ApsParameters.parse("WEIGHT[[QPRIORITY,1]]");
    private static final ApsParameters WITH_FS = ApsParameters.parse("WEIGHT[[QPRIORITY,1] [FS,10]]");

    private static void found(LsfCluster cluster, Severity severity, Code code, String... parts) {
        assertThat(LsfClusterCheck.check(cluster)).singleElement().satisfies(problem -> {
            assertThat(problem.severity()).isEqualTo(severity);
            assertThat(problem.code()).isEqualTo(code);
            assertThat(problem.message()).contains(parts);
        });
    }

    private static LsfCluster withPartition(LsfQueue... queues) {
        return new LsfCluster(
                List.of(queues),
                Map.of("part", Set.of("h1", "h2")),
                Set.of("h1", "h9"),
                DynamicPriorityParameters.DEFAULTS,
                null,
                false,
                false,
                false);
    }

    @Test
    void apsAndDispatchOrder() {
        found(
                LsfCluster.of(LsfQueue.of("q", 1).withAps(WITHOUT_FS).withDispatchOrderQueue(true)),
                Severity.ERROR,
                Code.APS_DISPATCH_ORDER,
                "queue q",
                "APS_PRIORITY",
                "DISPATCH_ORDER=QUEUE");
    }

    @Test
    void apsAndCrossQueueFairshare() {
        found(
                LsfCluster.of(
                        LsfQueue.of("q", 10)
                                .withAps(WITH_FS)
                                .withFairshare(true)
                                .withFairshareQueues(List.of("child")),
                        LsfQueue.of("child", 5)),
                Severity.ERROR,
                Code.APS_CROSS_QUEUE,
                "queue q",
                "APS_PRIORITY",
                "FAIRSHARE_QUEUES [child]",
                "QUEUE_GROUP");
    }

    @Test
    void apsAndHostPartition() {
        found(
                withPartition(LsfQueue.of("q", 1).withAps(WITHOUT_FS).withHosts(Set.of("h2", "h3"))),
                Severity.ERROR,
                Code.APS_HOST_PARTITION,
                "queue q",
                "APS_PRIORITY",
                "HostPartition part");
        assertThat(LsfClusterCheck.check(
                        withPartition(LsfQueue.of("q", 1).withAps(WITHOUT_FS).withHosts(Set.of("h3")))))
                .isEmpty();
    }

    @Test
    void apsAndQueueLevelFairshareUnlessItSuppliesFs() {
        found(
                LsfCluster.of(LsfQueue.of("q", 1).withAps(WITHOUT_FS).withFairshare(true)),
                Severity.ERROR,
                Code.APS_QUEUE_FAIRSHARE,
                "APS_PRIORITY",
                "FAIRSHARE",
                "FS");
        assertThat(LsfClusterCheck.check(
                        LsfCluster.of(LsfQueue.of("q", 1).withAps(WITH_FS).withFairshare(true))))
                .isEmpty();
        found(
                LsfCluster.of(LsfQueue.of("q", 1).withAps(WITH_FS)),
                Severity.WARNING,
                Code.APS_FS_WITHOUT_FAIRSHARE,
                "FS",
                "FAIRSHARE");
    }

    @Test
    void apsAndTimeBasedSlas() {
        found(
                LsfCluster.of(LsfQueue.of("q", 1).withAps(WITHOUT_FS).withTimeBasedSlas(List.of("nightly"))),
                Severity.ERROR,
                Code.APS_TIME_BASED_SLA,
                "APS_PRIORITY",
                "time-based SLAs",
                "nightly");
    }

    @Test
    void jobPriorityWithoutAMaximum() {
        found(
                LsfCluster.of(LsfQueue.of("q", 1).withAps(ApsParameters.parse("WEIGHT[[JPRIORITY,1]]"))),
                Severity.WARNING,
                Code.APS_NO_MAX_USER_PRIORITY,
                "JPRIORITY",
                "MAX_USER_PRIORITY");
    }

    @Test
    void queueLevelFairshareAndHostPartitions() {
        found(
                withPartition(LsfQueue.of("q", 1).withFairshare(true)),
                Severity.ERROR,
                Code.FAIRSHARE_AND_HOST_PARTITION,
                "queue q",
                "FAIRSHARE",
                "HostPartition [part]");
    }

    private static LsfQueue crossQueue(String name, int priority, String child) {
        return LsfQueue.of(name, priority)
                .withFairshare(true)
                .withFairshareQueues(List.of(child))
                .withDispatchOrderQueue(true);
    }

    @Test
    void aQueueIsInOneCrossQueueSet() {
        found(
                LsfCluster.of(crossQueue("a", 30, "c"), crossQueue("b", 10, "c"), LsfQueue.of("c", 30)),
                Severity.ERROR,
                Code.CROSS_QUEUE_TWICE,
                "queue b",
                "child of a");
        found(
                LsfCluster.of(crossQueue("a", 50, "b"), crossQueue("b", 40, "c"), LsfQueue.of("c", 30)),
                Severity.ERROR,
                Code.CROSS_QUEUE_TWICE,
                "FAIRSHARE_QUEUES b");
        found(
                LsfCluster.of(
                        LsfQueue.of("a", 50).withFairshare(true).withFairshareQueues(List.of("b")),
                        LsfQueue.of("b", 40).withFairshare(true)),
                Severity.WARNING,
                Code.CROSS_QUEUE_CHILD_FAIRSHARE,
                "b",
                "ignores");
        found(
                LsfCluster.of(LsfQueue.of("a", 50).withFairshare(true).withFairshareQueues(List.of("gone"))),
                Severity.ERROR,
                Code.UNKNOWN_NAME,
                "gone");
        LsfQueue without =
                new LsfQueue("a", 50, Set.of(), false, List.of("b"), false, null, List.of(), LsfQueue.Pool.NONE);
        found(
                LsfCluster.of(without, LsfQueue.of("b", 40)),
                Severity.ERROR,
                Code.CROSS_QUEUE_WITHOUT_FAIRSHARE,
                "FAIRSHARE_QUEUES [b]",
                "must have FAIRSHARE");
    }

    /** A set of 30, 40, 50: queues outside must be below 30 or above 50. */
    @Test
    void noQueueLiesWithinTheRangeOfASet() {
        for (long inside : new long[] {30, 35, 50}) {
            found(set(inside, false), Severity.ERROR, Code.CROSS_QUEUE_PRIORITY, "PRIORITY " + inside, "30 to 50");
            assertThat(LsfClusterCheck.check(set(inside, true))).isEmpty();
        }
        assertThat(LsfClusterCheck.check(set(29, false))).isEmpty();
        assertThat(LsfClusterCheck.check(set(51, false))).isEmpty();
    }

    private static LsfCluster set(long outside, boolean dispatchOrder) {
        LsfQueue parent = LsfQueue.of("parent", 40).withFairshare(true).withFairshareQueues(List.of("low", "high"));
        return LsfCluster.of(
                dispatchOrder ? parent.withDispatchOrderQueue(true) : parent,
                LsfQueue.of("low", 30),
                LsfQueue.of("high", 50),
                LsfQueue.of("outside", outside));
    }

    private static LsfQueue.Pool pool(String name, Long share) {
        return new LsfQueue.Pool(name, share, null, null);
    }

    @Test
    void poolsHaveSharesHostsAndLimits() {
        found(
                LsfCluster.of(LsfQueue.of("q", 1).withPool(new LsfQueue.Pool("p", null, null, null))),
                Severity.ERROR,
                Code.POOL_SHARE,
                "queue q",
                "SLOT_SHARE");
        found(
                LsfCluster.of(LsfQueue.of("q", 1).withPool(new LsfQueue.Pool(null, 5L, null, null))),
                Severity.ERROR,
                Code.POOL_SHARE,
                "SLOT_POOL");
        found(
                LsfCluster.of(LsfQueue.of("q", 1).withPool(pool("p", 101L))),
                Severity.ERROR,
                Code.POOL_SHARE,
                "SLOT_SHARE 101");
        found(
                withPartition(
                        LsfQueue.of("a", 1).withPool(pool("p", 50L)),
                        LsfQueue.of("b", 1).withPool(pool("p", 50L)).withHosts(Set.of("h9"))),
                Severity.ERROR,
                Code.POOL_HOSTS,
                "queue b",
                "those of a");
        found(
                withPartition(LsfQueue.of("a", 1).withPool(pool("p", 50L)).withHosts(Set.of("h1"))),
                Severity.ERROR,
                Code.POOL_HOST_LIMIT,
                "host h1",
                "HostPartition part");
        found(
                withPartition(LsfQueue.of("a", 1).withPool(pool("p", 50L)).withHosts(Set.of("h8"))),
                Severity.ERROR,
                Code.POOL_HOST_LIMIT,
                "host h8",
                "MXJ");
    }

    @Test
    void theFirstQueueOfAPoolConfiguresIt() {
        LsfCluster cluster = LsfCluster.of(
                LsfQueue.of("a", 1).withPool(new LsfQueue.Pool("p", 50L, 100L, true)),
                LsfQueue.of("b", 1).withPool(new LsfQueue.Pool("p", 50L, 7L, null)));

        found(cluster, Severity.WARNING, Code.POOL_NOT_FIRST, "queue b", "a is the first queue");
        assertThat(cluster.pools()).singleElement().satisfies(pool -> {
            assertThat(pool.maxSlots()).isEqualTo(100);
            assertThat(pool.usePriority()).isTrue();
            assertThat(pool.queues()).extracting(LsfQueue::name).containsExactly("a", "b");
        });
    }

    @Test
    void parametersOfTheCluster() {
        DynamicPriorityParameters odd = DynamicPriorityParameters.of(
                LsfSettings.ofCluster(Map.of("COMMITTED_RUN_TIME_FACTOR", "1", "RUN_TIME_FACTOR", "0")),
                LsfSettings.NONE);
        LsfCluster cluster = new LsfCluster(List.of(), Map.of(), Set.of(), odd, null, false, true, true);

        assertThat(LsfClusterCheck.check(cluster))
                .extracting(LsfProblem::code)
                .containsExactly(Code.EXPIRED_TIME, Code.COMMITTED_WITHOUT_RUN_TIME, Code.RELAXED_ORDER);
    }
}
