package io.fairway.schedulers.lsf.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.core.policy.Term;
import io.fairway.schedulers.lsf.fairshare.HistoryDecay;
import io.fairway.schedulers.lsf.queue.PoolAllocation.PoolJob;
import io.fairway.schedulers.lsf.queue.PoolOrder.Place;
import io.fairway.schedulers.lsf.queue.PoolOrder.SlotUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Published allocations outside the golden file, their rules, and laws. */
class PoolTest {
    private static final long BUSY = 1_000_000;

    private static PoolQueue queue(String name, int share, long pending) {
        return new PoolQueue(name, share, 0, 0, pending, null, 0);
    }

    private static List<PoolQueue> busy(int... shares) {
        List<PoolQueue> queues = new ArrayList<>();
        for (int share : shares) {
            queues.add(queue("q" + queues.size(), share, BUSY));
        }
        return queues;
    }

    private static List<Long> slots(long total, @Nullable Long max, List<PoolQueue> queues) {
        return PoolAllocation.allocate(total, max, queues).slots();
    }

    /** Two hosts of 6 slots: 6, 3.6, 2.4. */
    @Test
    void twoHostsOfSix() {
        long total = PoolHost.total(List.of(new PoolHost("a", 6L, null, 0), new PoolHost("b", null, 6L, 0)), null);

        assertThat(slots(total, null, busy(50, 30, 20))).containsExactly(6L, 4L, 2L);
    }

    /** Ten queues of 10 % and 21 slots: 2.1 each, rounded up in turn. */
    @Test
    void tenQueuesOfTenPercent() {
        assertThat(slots(21, null, busy(10, 10, 10, 10, 10, 10, 10, 10, 10, 10)))
                .containsExactly(3L, 3L, 3L, 3L, 3L, 3L, 3L, 0L, 0L, 0L);
    }

    /** 30/30/30 of 15 slots: 4.5 each, rounded up. */
    @Test
    void threeQueuesThatDoNotAddUpToAHundred() {
        assertThat(slots(15, null, busy(30, 30, 30))).containsExactly(5L, 5L, 5L);
    }

    /** Eligible to 50 of 100 slots, limited to 40: the other 10 go to the other queue of the pool. */
    @Test
    void aJobLimitFreesSlotsForTheOthers() {
        PoolQueue limited = new PoolQueue("limited", 50, 0, 0, BUSY, 40L, 0);
        PoolAllocation allocation = PoolAllocation.allocate(100, null, List.of(limited, queue("other", 50, BUSY)));

        assertThat(allocation.slots()).containsExactly(40L, 60L);
        assertThat(allocation.rounds().get(0).value()).isEqualTo(90);
    }

    /** ... or, if no queue of the pool can use them, to queues outside it, by their priority. */
    @Test
    void slotsUnusedByThePoolMayGoToQueuesOutside() {
        PoolQueue limited = new PoolQueue("limited", 50, 0, 0, BUSY, 40L, 0);
        PoolAllocation allocation = PoolAllocation.allocate(100, null, List.of(limited, queue("other", 50, 50)));

        assertThat(allocation.left()).isEqualTo(10);
        assertThat(allocation.sharesLeftWith(List.of(
                        new PoolQueue("low", 1, 10, 0, 9, null, 0), new PoolQueue("high", 1, 30, 0, 7, null, 0))))
                .containsExactly(Map.entry("high", 7L), Map.entry("low", 3L));
    }

    /** A closed host keeps the slots in use and has no free ones: 3 of 8; 2 of 4 with 2 outside; 1 of an open one. */
    @Test
    void aHostThatTakesNoJobsHasNoFreeSlots() {
        PoolHost closed = new PoolHost("a", 8L, null, 0, 3, false);
        PoolHost shared = new PoolHost("b", 4L, null, 2, 4, false);
        PoolHost open = new PoolHost("c", 1L, null, 0, 0, true);

        assertThat(PoolHost.total(List.of(closed, shared, open), null)).isEqualTo(3 + 2 + 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PoolHost("d", 1L, null, 0, -1, true))
                .withMessage("host d: slots used outside 0 and inside -1 must be at least 0");
    }

    @Test
    void hostAndResourceLimitsCapThePool() {
        List<PoolHost> hosts =
                List.of(new PoolHost("a", 8L, 6L, 1), new PoolHost("b", 4L, null, 5), new PoolHost("c", 4L, 9L, 0));

        assertThat(PoolHost.total(hosts, null)).isEqualTo(5 + 0 + 4);
        // The limit holds for all jobs on these hosts, and 1 + 5 slots of it are used outside.
        assertThat(PoolHost.total(hosts, 14L)).isEqualTo(8);
        assertThat(PoolHost.total(hosts, 5L)).isZero();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PoolHost("d", null, null, 0))
                .withMessageContaining("host d");
    }

    /** A queue above its share keeps its slots and starts nothing; the others wait for free slots. */
    @Test
    void aShareIsASoftLimit() {
        PoolQueue greedy = new PoolQueue("greedy", 50, 0, 9, 20, null, 0);
        PoolQueue starved = new PoolQueue("starved", 50, 0, 0, 20, null, 0);

        PoolAllocation allocation = PoolAllocation.allocate(10, null, List.of(greedy, starved));

        assertThat(allocation.slots()).containsExactly(5L, 5L);
        assertThat(allocation.starts()).containsExactly(0L, 1L);
    }

    /** Round one: 5, 3, 2 of 10; the first queue needs only 1. The remaining 4 go by job priority, not by share. */
    @Test
    void withUsePriorityUnusedSlotsGoToJobs() {
        List<PoolQueue> queues = List.of(queue("a", 50, 1), queue("b", 30, 9), queue("c", 20, 9));
        List<PoolJob> jobs = new ArrayList<>();
        jobs.add(new PoolJob("a1", "a", 1, 1, 0));
        for (int i = 0; i < 9; i++) {
            jobs.add(new PoolJob("b" + i, "b", 20 - i, 1, i));
            jobs.add(new PoolJob("c" + i, "c", 100 - i, 1, i));
        }

        PoolAllocation allocation = PoolAllocation.allocateByPriority(10, null, queues, jobs);

        assertThat(allocation.slots()).containsExactly(1L, 3L, 6L);
        // By share, round two would give 4: b 2, c 1; round three: b 1.
        assertThat(slots(10, null, queues)).containsExactly(1L, 6L, 3L);
        assertThat(allocation.rounds().get(1).name()).isEqualTo("by priority");
    }

    @Test
    void theSecondRoundSkipsAJobThatDoesNotFit() {
        List<PoolQueue> queues = List.of(queue("a", 50, 1), new PoolQueue("b", 50, 0, 0, 20, 9L, 0));
        List<PoolJob> jobs = List.of(
                new PoolJob("a1", "a", 9, 1, 0), new PoolJob("b1", "b", 8, 11, 0), new PoolJob("b2", "b", 7, 8, 0));

        assertThat(PoolAllocation.allocateByPriority(10, null, queues, jobs).slots())
                .containsExactly(1L, 8L);
    }

    /**
     * Both have 5 by share; a uses 4 of them. One slot of its job then comes from its share, and two more are needed.
     */
    @Test
    void slotsOfTheOwnShareDoNotCountAsRemaining() {
        List<PoolQueue> queues =
                List.of(new PoolQueue("a", 50, 0, 4, 3, null, 0), new PoolQueue("b", 50, 0, 2, 1, null, 0));
        List<PoolJob> three = List.of(new PoolJob("a1", "a", 9, 3, 0));

        PoolAllocation allocation = PoolAllocation.allocateByPriority(10, null, queues, three);

        assertThat(allocation.slots()).containsExactly(7L, 3L);
        assertThat(allocation.left()).isZero();
        assertThat(allocation.starts()).containsExactly(3L, 1L);
        assertThat(allocation.rounds().get(1).value()).isEqualTo(2);
        assertThat(allocation.rounds()).extracting(Term::name).containsExactly("round 1", "by priority");
    }

    @Test
    void priorityAndThenTheFileOrderTheUnusedQueues() {
        List<PoolQueue> queues = List.of(
                new PoolQueue("low", 20, 10, 0, 1, null, 0),
                new PoolQueue("first", 50, 30, 0, 1, null, 0),
                new PoolQueue("second", 90, 30, 0, 1, null, 0));

        assertThat(PoolOrder.order(queues)).extracting(PoolQueue::name).containsExactly("first", "second", "low");
        assertThat(PoolOrder.explain(new PoolQueue("q", 50, 1, 0, 1, null, 8)).value())
                .isEqualTo(0.16);
    }

    /** 3 slots over the last 5 hours, 2 over the 5 hours before: 5 / ln 10 * 0.9 * (3 + 2 / 10). */
    @Test
    void accumulatedSlotsDecay() {
        assertThat(PoolOrder.accumulated(
                        List.of(new SlotUse(3, 5, 0), new SlotUse(2, 10, 5)), HistoryDecay.continuous(5)))
                .isCloseTo(5 / Math.log(10) * 0.9 * 3.2, Offset.offset(1e-12));
    }

    @Test
    void queuesOutsideAPoolSortBetweenByPriority() {
        List<PoolQueue> pool = PoolOrder.order(
                List.of(new PoolQueue("p50", 50, 50, 0, 1, null, 9), new PoolQueue("p10", 50, 10, 0, 1, null, 1)));

        assertThat(PoolOrder.withOthers(
                        List.of(
                                new Place("p50", 50, "pool"),
                                new Place("urgent", 60, ""),
                                new Place("normal", 30, ""),
                                new Place("p10", 10, "pool"),
                                new Place("idle", 1, "")),
                        Map.of("pool", pool)))
                .containsExactly("urgent", "p10", "normal", "p50", "idle");
    }

    @Test
    void everySlotIsGivenExactlyOnce() {
        SplittableRandom random = new SplittableRandom(7);
        for (int round = 0; round < 2000; round++) {
            List<PoolQueue> queues = new ArrayList<>();
            for (int q = random.nextInt(1, 8); q > 0; q--) {
                Long limit = random.nextInt(3) == 0 ? Long.valueOf(random.nextInt(20)) : null;
                queues.add(new PoolQueue(
                        "q" + q, random.nextInt(1, 101), q, random.nextInt(5), random.nextInt(40), limit, 0));
            }
            long total = random.nextInt(100);
            PoolAllocation allocation = PoolAllocation.allocate(total, null, queues);

            long given = 0;
            boolean wanting = false;
            for (int i = 0; i < queues.size(); i++) {
                long slots = allocation.slots().get(i);
                assertThat(slots).isBetween(0L, queues.get(i).most());
                given += slots;
                wanting |= slots < queues.get(i).most();
            }
            assertThat(given + allocation.left()).isEqualTo(total);
            assertThat(wanting && allocation.left() > 0).isFalse();
            assertThat(allocation.starts().stream().mapToLong(Long::longValue).sum())
                    .isLessThanOrEqualTo(total);
        }
    }

    /** Always busy at 50/30/20 of 15 slots, jobs of 1 to 5 hours: on average 7.5, 4.5 and 3 slots, within one. */
    @Test
    void overTimeEveryQueueGetsItsShare() {
        SplittableRandom random = new SplittableRandom(11);
        int[] shares = {50, 30, 20};
        long[][] endings = new long[3][4000];
        long[] inUse = new long[3];
        double[] accumulated = new double[3];
        double[] sum = new double[3];
        HistoryDecay decay = HistoryDecay.continuous(50);
        int hours = 3000;
        for (int hour = 0; hour < hours; hour++) {
            List<PoolQueue> queues = new ArrayList<>();
            for (int q = 0; q < 3; q++) {
                accumulated[q] = accumulated[q] * decay.weight(1) + inUse[q] * decay.accrued(1, 0);
                inUse[q] -= endings[q][hour];
                queues.add(new PoolQueue("" + q, shares[q], q, inUse[q], BUSY, null, accumulated[q]));
            }
            PoolAllocation allocation = PoolAllocation.allocate(15, null, PoolOrder.order(queues));
            for (int i = 0; i < 3; i++) {
                int q = Integer.parseInt(allocation.queues().get(i).name());
                for (long start = allocation.starts().get(i); start > 0; start--) {
                    endings[q][hour + random.nextInt(1, 6)]++;
                    inUse[q]++;
                }
            }
            for (int q = 0; q < 3; q++) {
                sum[q] += inUse[q];
            }
        }
        for (int q = 0; q < 3; q++) {
            assertThat(sum[q] / hours).isCloseTo(15 * shares[q] / 100.0, Offset.offset(1.0));
        }
    }
}
