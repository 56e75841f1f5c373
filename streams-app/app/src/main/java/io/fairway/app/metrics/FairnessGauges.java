package io.fairway.app.metrics;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gauges of the fairness of domains. It costs in proportion to their associations, so a scrape shows what was measured before, and has it
 * measured again in the background: at most once a minute, and for a twentieth of the time.
 */
public final class FairnessGauges {
    private static final Logger LOG = LoggerFactory.getLogger(FairnessGauges.class);
    private static final long MINUTE = 60_000;
    /** After a start there is nothing to measure yet, and nobody wants to wait a minute for a first number. */
    private static final long SOON = 5_000;

    private static final long PART = 20;

    /**
     * How fair a share tree was, in numbers that name nobody.
     *
     * @param jain Jain's index of its users, 1/n to 1; not a number if nobody had demand
     * @param largestLag what the user who is furthest behind misses, TRES-seconds; not a number like the index
     */
    public record TreeFairness(String domain, String tree, double jain, double largestLag) {}

    private final Supplier<List<TreeFairness>> measure;
    private final Executor background;
    private final LongSupplier clock;
    private final AtomicBoolean measuring = new AtomicBoolean();
    private volatile List<TreeFairness> last = List.of();
    private volatile long again = Long.MIN_VALUE;
    /** Doubles each time that nothing was measured: where there is never anything, it costs no more than once a minute. */
    private volatile long pause = SOON;

    /**
     * Gauges without values yet.
     *
     * @param measure the fairness of the trees of all domains that are processed here
     * @param background where it is measured
     * @param clock epoch milliseconds
     */
    public FairnessGauges(Supplier<List<TreeFairness>> measure, Executor background, LongSupplier clock) {
        this.measure = measure;
        this.background = background;
        this.clock = clock;
    }

    void collect(Gauges gauges) {
        if (clock.getAsLong() >= again && measuring.compareAndSet(false, true)) {
            background.execute(this::measureNow);
        }
        for (TreeFairness tree : last) {
            gauges.add(
                    "fairway_fairness_jain",
                    "Jain's index of what users were delivered in 7 days over what was due to them; 1 = all alike.",
                    tree.jain(),
                    "domain",
                    tree.domain(),
                    "tree",
                    tree.tree());
            gauges.add(
                    "fairway_fairness_largest_lag",
                    "What the user who is furthest behind misses of what was due in 7 days, TRES-seconds.",
                    tree.largestLag(),
                    "domain",
                    tree.domain(),
                    "tree",
                    tree.tree());
        }
    }

    private void measureNow() {
        long began = clock.getAsLong();
        try {
            last = measure.get();
            boolean nothing = last.stream().allMatch(tree -> Double.isNaN(tree.jain()));
            again = began + (nothing ? pause : MINUTE);
            pause = nothing ? Math.min(MINUTE, 2 * pause) : MINUTE;
        } catch (RuntimeException e) {
            last = List.of();
            again = began + MINUTE;
            LOG.warn("the fairness of the domains cannot be measured, trying again in a minute", e);
        } finally {
            long took = clock.getAsLong() - began;
            again = Math.max(again, began + PART * took);
            measuring.set(false);
        }
    }
}
