package io.fairway.api.query;

import io.fairway.api.why.WholeTree;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.Holdings;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.jspecify.annotations.Nullable;

/**
 * The latest readings of the domains. A reading costs in proportion to the domain's size. Questions may take at most a
 * tenth of a core from the stream, so a reading is valid for ten times its cost. While questions keep coming, the next
 * reading is made in the background, together with the values that most questions need.
 */
public final class Snapshots {
    private static final long LEAST_HOLD = 200;
    private static final int SHARE = 10;

    private final LongSupplier clock;
    private final Executor background;
    private final Map<String, Taken> taken = new ConcurrentHashMap<>();

    /**
     * @param clock epoch milliseconds
     * @param background makes the next reading while the last one still answers
     */
    public Snapshots(LongSupplier clock, Executor background) {
        this.clock = clock;
        this.background = background;
    }

    /**
     * One reading of a domain.
     *
     * @param readAt instant of the reading, epoch milliseconds
     * @param holds how long it answers, milliseconds
     */
    public record Taken(DomainSnapshot snapshot, boolean active, long readAt, long holds) {}

    /** The present, epoch milliseconds. */
    long now() {
        return clock.getAsLong();
    }

    /** A domain from this instance's copy, as recent as the cost of a reading allows. */
    public Taken get(String domain, Holdings.Copy copy) {
        Taken last = taken.get(domain);
        long now = clock.getAsLong();
        if (last != null && last.active() == copy.active()) {
            long age = now - last.readAt();
            if (age < last.holds()) {
                return last;
            }
            if (age < 2 * last.holds()) {
                background.execute(() -> readAhead(domain, copy, last));
                return last;
            }
        }
        return read(domain, copy, last, snapshot -> {});
    }

    private void readAhead(String domain, Holdings.Copy copy, Taken last) {
        try {
            var unused = read(domain, copy, last, WholeTree::prepare);
        } catch (InvalidStateStoreException moved) {
            // Nobody waits for it. The next question finds who has the stores now.
        }
    }

    private synchronized Taken read(
            String domain, Holdings.Copy copy, @Nullable Taken seen, Consumer<DomainSnapshot> prepare) {
        Taken last = taken.get(domain);
        if (last != null && !last.equals(seen) && last.active() == copy.active()) {
            return last; // another question made the reading meanwhile
        }
        long now = clock.getAsLong();
        long began = processorNanos();
        DomainSnapshot snapshot =
                DomainSnapshot.read(domain, copy.stores(), now, last == null ? null : last.snapshot());
        prepare.accept(snapshot);
        long cost = (processorNanos() - began) / 1_000_000;
        // The first reading costs more than the later ones, which take over from it.
        Taken fresh =
                new Taken(snapshot, copy.active(), now, last == null ? LEAST_HOLD : Math.max(LEAST_HOLD, SHARE * cost));
        taken.put(domain, fresh);
        return fresh;
    }

    /** The processor time of this thread, or elapsed time if that is unknown. */
    private static long processorNanos() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long nanos = threads.isCurrentThreadCpuTimeSupported() ? threads.getCurrentThreadCpuTime() : -1;
        return nanos < 0 ? System.nanoTime() : nanos;
    }
}
