package io.fairway.schedulers.lsf.queue;

import static io.fairway.core.policy.Term.in;

import io.fairway.core.policy.Term;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The distribution of a pool's slots among its queues (queue-based fairshare).
 *
 * <ol>
 *   <li>The number of slots is that of the pool, at most MAX_SLOTS_IN_POOL.
 *   <li>In a round each queue in turn gets its SLOT_SHARE percent of the slots that were left when the round began,
 *       rounded up to a whole slot. It gets no more than its use and demand, its limit, and the slots that are left
 *       now. The last queue takes the rest.
 *   <li>Rounds repeat until no slot is left or a round gave none, so slots that a queue cannot use go to the others by
 *       share.
 *   <li>With USE_PRIORITY_IN_POOL there is one round by share; the remaining slots then go to single jobs by their
 *       priority, in any queue of the pool.
 *   <li>The slots left after that may go to queues outside the pool that may use them, in the order of their PRIORITY.
 *   <li>A share is a soft limit: a queue that uses more keeps its jobs and starts no new ones.
 * </ol>
 *
 * <p>Source: IBM Spectrum LSF 10.1, Slot allocation per queue, with its examples; Platform LSF 6.2, Queue-based
 * Fairshare. The rounding is not documented: rounding up in turn gives every published allocation; rounding to the
 * nearest or down does not.
 *
 * @param queues in the order of service
 * @param slots of each queue, in the same order
 * @param starts slots that each queue may fill with new jobs now, in the same order
 * @param left slots that no queue of the pool can use
 * @param rounds the steps of the allocation, for people
 */
public record PoolAllocation(
        List<PoolQueue> queues, List<Long> slots, List<Long> starts, long left, List<Term> rounds) {
    /**
     * A pending job of a pool, for USE_PRIORITY_IN_POOL.
     *
     * @param priority job priority; larger goes first
     * @param slots its request, at least 1
     * @param submitted epoch milliseconds; the earlier of equal priorities goes first
     */
    public record PoolJob(String id, String queue, double priority, long slots, long submitted) {
        static final Comparator<PoolJob> ORDER = Comparator.comparingDouble(PoolJob::priority)
                .reversed()
                .thenComparingLong(PoolJob::submitted)
                .thenComparing(PoolJob::id);
    }

    public PoolAllocation {
        queues = List.copyOf(queues);
        slots = List.copyOf(slots);
        starts = List.copyOf(starts);
        rounds = List.copyOf(rounds);
    }

    /**
     * Distributes the slots by SLOT_SHARE alone.
     *
     * @param total slots of the pool ({@link PoolHost#total})
     * @param maxSlots MAX_SLOTS_IN_POOL; {@code null} = not defined
     * @param queues in the order of service ({@link PoolOrder})
     */
    public static PoolAllocation allocate(long total, @Nullable Long maxSlots, List<PoolQueue> queues) {
        Shares shares = new Shares(slots(total, maxSlots), queues);
        boolean given = true;
        while (given && shares.left > 0) {
            given = shares.round();
        }
        return shares.finish(total);
    }

    /** Distributes the slots with USE_PRIORITY_IN_POOL; arguments as for {@link #allocate}, and the pending jobs. */
    public static PoolAllocation allocateByPriority(
            long total, @Nullable Long maxSlots, List<PoolQueue> queues, List<PoolJob> jobs) {
        Shares shares = new Shares(slots(total, maxSlots), queues);
        if (shares.left > 0) {
            shares.round();
            shares.byPriority(jobs);
        }
        return shares.finish(total);
    }

    /**
     * Gives the remaining slots to queues outside the pool that may use them.
     *
     * @param outside in the order of lsb.queues; their shares do not count
     * @return slots by queue, in the order of distribution
     */
    public Map<String, Long> sharesLeftWith(List<PoolQueue> outside) {
        List<PoolQueue> byPriority = new ArrayList<>(outside);
        byPriority.sort(Comparator.comparingLong(PoolQueue::priority).reversed());
        Map<String, Long> given = new java.util.LinkedHashMap<>();
        long rest = left;
        for (PoolQueue queue : byPriority) {
            long slotsOfQueue = Math.min(rest, queue.most());
            given.put(queue.name(), slotsOfQueue);
            rest -= slotsOfQueue;
        }
        return given;
    }

    private static long slots(long total, @Nullable Long maxSlots) {
        if (total < 0 || (maxSlots != null && maxSlots < 0)) {
            throw new IllegalArgumentException(
                    "slots " + total + " and MAX_SLOTS_IN_POOL " + maxSlots + ": must be at least 0");
        }
        return maxSlots == null ? total : Math.min(total, maxSlots);
    }

    /** The distribution in progress. */
    private static final class Shares {
        private final List<PoolQueue> queues;
        private final long[] got;
        private final List<Term> rounds = new ArrayList<>();
        private long left;

        private Shares(long slots, List<PoolQueue> queues) {
            this.queues = List.copyOf(queues);
            got = new long[queues.size()];
            left = slots;
        }

        private boolean round() {
            long base = left;
            List<Term.Input> inputs = new ArrayList<>();
            inputs.add(in("slots", base));
            for (int i = 0; i < got.length; i++) {
                PoolQueue queue = queues.get(i);
                long entitled = (Math.multiplyExact(base, (long) queue.share()) + 99) / 100;
                long give = Math.min(Math.min(entitled, queue.most() - got[i]), left);
                got[i] += give;
                left -= give;
                inputs.add(in(queue.name(), give));
            }
            rounds.add(new Term(
                    "round " + (rounds.size() + 1),
                    (double) (base - left),
                    "slots left before the round * SLOT_SHARE / 100, rounded up, within demand, limit and slots left now",
                    inputs));
            return left < base;
        }

        private void byPriority(List<PoolJob> jobs) {
            Map<String, Integer> numbers = new HashMap<>();
            long[] own = new long[got.length];
            for (int i = 0; i < got.length; i++) {
                numbers.put(queues.get(i).name(), i);
                own[i] = Math.max(0, got[i] - queues.get(i).inUse());
            }
            List<Term.Input> inputs = new ArrayList<>();
            inputs.add(in("slots", left));
            long before = left;
            for (PoolJob job : jobs.stream().sorted(PoolJob.ORDER).toList()) {
                Integer queue = numbers.get(job.queue());
                if (queue == null) {
                    throw new IllegalArgumentException(
                            "job " + job.id() + ": queue " + job.queue() + " must be in the pool");
                }
                long ofShare = Math.min(own[queue], job.slots());
                long more = job.slots() - ofShare;
                if (more <= left && got[queue] + more <= queues.get(queue).most()) {
                    own[queue] -= ofShare;
                    got[queue] += more;
                    left -= more;
                    inputs.add(in("job " + job.id() + " of " + job.queue(), more));
                }
            }
            rounds.add(new Term(
                    "by priority",
                    (double) (before - left),
                    "unused slots go to jobs by job priority, in any queue of the pool",
                    inputs));
        }

        private PoolAllocation finish(long total) {
            long free = Math.max(
                    0, total - queues.stream().mapToLong(PoolQueue::inUse).sum());
            List<Long> starts = new ArrayList<>();
            for (int i = 0; i < got.length; i++) {
                long start = Math.min(free, Math.max(0, got[i] - queues.get(i).inUse()));
                free -= start;
                starts.add(start);
            }
            return new PoolAllocation(queues, Arrays.stream(got).boxed().toList(), starts, left, rounds);
        }
    }
}
