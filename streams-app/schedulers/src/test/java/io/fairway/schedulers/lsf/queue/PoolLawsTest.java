package io.fairway.schedulers.lsf.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.schedulers.Seeds;
import io.fairway.schedulers.lsf.fairshare.HistoryDecay;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Laws of every pool, with and without MAX_SLOTS_IN_POOL and USE_PRIORITY_IN_POOL; on seeded random pools. */
class PoolLawsTest {
    private static final int POOLS = 2000;

    private static List<PoolQueue> queues(SplittableRandom random) {
        List<PoolQueue> queues = new ArrayList<>();
        for (int q = random.nextInt(1, 6); q > 0; q--) {
            Long limit = random.nextInt(3) == 0 ? Long.valueOf(random.nextInt(20)) : null;
            queues.add(new PoolQueue(
                    "q" + q,
                    random.nextInt(1, 101),
                    q,
                    random.nextInt(5),
                    random.nextInt(40),
                    limit,
                    random.nextDouble(50)));
        }
        return queues;
    }

    private static List<PoolAllocation.PoolJob> jobs(List<PoolQueue> queues, SplittableRandom random) {
        List<PoolAllocation.PoolJob> jobs = new ArrayList<>();
        for (int j = random.nextInt(12); j > 0; j--) {
            String queue = queues.get(random.nextInt(queues.size())).name();
            jobs.add(new PoolAllocation.PoolJob(
                    "job" + j, queue, random.nextInt(100), random.nextInt(1, 9), random.nextInt(5)));
        }
        return jobs;
    }

    private static void assertWithin(PoolAllocation allocation, long total, long most) {
        long given = 0;
        long starts = 0;
        long inUse = 0;
        for (int i = 0; i < allocation.queues().size(); i++) {
            PoolQueue queue = allocation.queues().get(i);
            assertThat(allocation.slots().get(i)).as(queue.name()).isBetween(0L, queue.most());
            assertThat(allocation.starts().get(i))
                    .as("starts of %s", queue.name())
                    .isBetween(0L, Math.max(0, allocation.slots().get(i) - queue.inUse()));
            given += allocation.slots().get(i);
            starts += allocation.starts().get(i);
            inUse += queue.inUse();
        }
        assertThat(given + allocation.left()).isEqualTo(Math.min(total, most));
        assertThat(starts).isLessThanOrEqualTo(Math.max(0, total - inUse));
    }

    @Test
    void allocationsStayWithinThePoolTheDemandAndTheLimits() {
        Seeds.each(POOLS, random -> {
            List<PoolQueue> queues = queues(random);
            long total = random.nextInt(100);
            Long most = random.nextBoolean() ? Long.valueOf(random.nextInt(120)) : null;
            long least = most == null ? Long.MAX_VALUE : most;

            assertWithin(PoolAllocation.allocate(total, most, queues), total, least);
            assertWithin(PoolAllocation.allocateByPriority(total, most, queues, jobs(queues, random)), total, least);
        });
    }

    @Test
    void aLargerShareNeverGivesAQueueFewerSlots() {
        Seeds.each(POOLS, random -> {
            List<PoolQueue> queues = queues(random);
            long total = random.nextInt(100);
            int number = random.nextInt(queues.size());
            PoolQueue queue = queues.get(number);
            List<PoolQueue> changed = new ArrayList<>(queues);
            changed.set(
                    number,
                    new PoolQueue(
                            queue.name(),
                            random.nextInt(queue.share(), 101),
                            queue.priority(),
                            queue.inUse(),
                            queue.pending(),
                            queue.limit(),
                            queue.accumulated()));

            assertThat(PoolAllocation.allocate(total, null, changed).slots().get(number))
                    .isGreaterThanOrEqualTo(
                            PoolAllocation.allocate(total, null, queues).slots().get(number));
        });
    }

    /** In the order, its use counts against a queue, and its share for it. */
    @Test
    void moreUsageNeverMovesAQueueForwardAndALargerShareNeverBack() {
        Seeds.each(POOLS, random -> {
            List<PoolQueue> queues = queues(random);
            int number = random.nextInt(queues.size());
            PoolQueue queue = queues.get(number);
            int before = PoolOrder.order(queues).indexOf(queue);
            PoolQueue used = new PoolQueue(
                    queue.name(), queue.share(), queue.priority(), 0, 1, null, queue.accumulated() + random.nextInt(9));
            PoolQueue entitled = new PoolQueue(
                    queue.name(),
                    random.nextInt(queue.share(), 101),
                    queue.priority(),
                    0,
                    1,
                    null,
                    queue.accumulated());

            assertThat(place(queues, number, used)).isGreaterThanOrEqualTo(before);
            assertThat(place(queues, number, entitled)).isLessThanOrEqualTo(before);
        });
    }

    private static int place(List<PoolQueue> queues, int number, PoolQueue changed) {
        List<PoolQueue> others = new ArrayList<>(queues);
        others.set(number, changed);
        return PoolOrder.order(others).indexOf(changed);
    }

    /** The order of a queue's reported uses does not matter, nor their division into pieces. */
    @Test
    void accumulatedSlotsAddUpInAnyOrderAndPieces() {
        Seeds.each(500, random -> {
            HistoryDecay decay = HistoryDecay.continuous(random.nextInt(1, 20));
            List<PoolOrder.SlotUse> whole = new ArrayList<>();
            List<PoolOrder.SlotUse> pieces = new ArrayList<>();
            for (int i = random.nextInt(1, 8); i > 0; i--) {
                long slots = random.nextInt(1, 9);
                double to = random.nextDouble(30);
                double from = to + random.nextDouble(10);
                double middle = (from + to) / 2;
                whole.add(new PoolOrder.SlotUse(slots, from, to));
                pieces.add(0, new PoolOrder.SlotUse(slots, from, middle));
                pieces.add(0, new PoolOrder.SlotUse(slots, middle, to));
            }
            double expected = PoolOrder.accumulated(whole, decay);

            assertThat(PoolOrder.accumulated(pieces, decay)).isBetween(expected * (1 - 1e-9), expected * (1 + 1e-9));
        });
    }
}
