package io.fairway.schedulers.lsf.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.schedulers.ClosedLoop;
import io.fairway.schedulers.lsf.fairshare.Consumption;
import io.fairway.schedulers.lsf.fairshare.ConsumptionSum;
import io.fairway.schedulers.lsf.fairshare.DynamicPriorities;
import io.fairway.schedulers.lsf.fairshare.DynamicPriorityParameters;
import io.fairway.schedulers.lsf.fairshare.JobRun;
import io.fairway.schedulers.lsf.shares.LsfShareTree;
import io.fairway.schedulers.lsf.shares.ShareAssignment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shares that LSF's policies deliver in a {@link ClosedLoop}; times are hours. */
class LsfClosedLoopSimulationTest {
    private static final int PROCESSORS = 50;
    private static final double HIST_HOURS = 5;
    private static final double HALF_LIFE = HIST_HOURS * StrictMath.log10(2);
    private static final int BUSY = 1000;

    /**
     * Queue-level fairshare among three users with 60, 30 and 10 shares; every parameter has its default.
     *
     * <p>In balance the denominators are in proportion to the shares. A user with s slots has 0.7 * s * 5/ln 10 of
     * decayed CPU time, 0.7 * s * job/2 of run time, and 3 * (1 + s). The 1 is the same for all. It would give the user
     * with most shares half a slot more than its part, and the one with least half a slot less. Slots are whole
     * numbers, so on 50 processors this has no effect, whatever the length of the jobs.
     */
    @ParameterizedTest
    @ValueSource(doubles = {0.06, 0.5, 2, 6})
    void queueLevelFairshareDeliversTheShares(double job) {
        LsfShareTree tree = LsfShareTree.build(
                "q", ShareAssignment.parse("[a,60] [b,30] [c,10]"), List.of(), List.of("a", "b", "c"));
        List<Election.WaitingJob> waiting = new ArrayList<>();
        for (int user = 1; user <= 3; user++) {
            waiting.add(new Election.WaitingJob("job" + user, List.of(user), 0));
        }

        double[] delivered = ClosedLoop.run(
                cluster -> Objects.requireNonNull(Election.next(tree, priorities(tree, cluster), waiting))
                                .account()
                        - 1,
                3,
                PROCESSORS,
                job,
                HALF_LIFE,
                20,
                300);

        print("queue-level fairshare, jobs of " + job + " h", delivered);
        assertParts(delivered, 1, 60, 30, 10);
    }

    private static DynamicPriorities priorities(LsfShareTree tree, ClosedLoop cluster) {
        List<Consumption> own = new ArrayList<>();
        own.add(Consumption.NONE);
        for (int user = 0; user < 3; user++) {
            ConsumptionSum use = new ConsumptionSum(
                            DynamicPriorityParameters.DEFAULTS, DynamicPriorityParameters.DEFAULTS.decay())
                    .cpuTime(cluster.usage()[user], 0)
                    .slots(cluster.running(user), 0, 0);
            for (double age : cluster.ages(user)) {
                use.run(JobRun.running(age));
            }
            own.add(use.build());
        }
        return DynamicPriorities.evaluate(
                tree, own, DynamicPriorityParameters.DEFAULTS, DynamicPriorities.Adjustment.NONE);
    }

    /**
     * Queues of a pool with SLOT_SHARE 50, 30 and 20, within one slot of their shares: of 50 slots 25, 15 and 10; of
     * 15, which they do not divide, 7.5, 4.5 and 3.
     */
    @ParameterizedTest
    @ValueSource(ints = {50, 15})
    void poolsDeliverTheirSlots(int slots) {
        int[] shares = {50, 30, 20};

        double[] delivered = ClosedLoop.run(cluster -> next(cluster, slots, shares), 3, slots, 0.5, HALF_LIFE, 20, 300);

        print("pool of " + slots + " slots", delivered);
        assertParts(delivered, 100.0 / slots, 50, 30, 20);
    }

    private static int next(ClosedLoop cluster, int slots, int[] shares) {
        List<PoolQueue> queues = new ArrayList<>();
        for (int q = 0; q < shares.length; q++) {
            queues.add(new PoolQueue("" + q, shares[q], 30, cluster.running(q), BUSY, null, cluster.usage()[q]));
        }
        PoolAllocation allocation = PoolAllocation.allocate(slots, null, PoolOrder.order(queues));
        int first = 0;
        while (allocation.starts().get(first) == 0) {
            first++;
        }
        return Integer.parseInt(allocation.queues().get(first).name());
    }

    private static void assertParts(double[] delivered, double within, double... percent) {
        for (int i = 0; i < percent.length; i++) {
            assertThat(delivered[i])
                    .as("part %s of %s", i, Arrays.toString(delivered))
                    .isCloseTo(percent[i], Offset.offset(within));
        }
    }

    private static void print(String name, double[] delivered) {
        System.out.println("closed loop: LSF, " + name + ": " + Arrays.toString(delivered));
    }
}
