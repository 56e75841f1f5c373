package io.fairway.engine.store;

import io.fairway.core.ledger.JobState;
import io.fairway.core.stored.SettledJob;
import io.fairway.core.stored.StateCodec;
import io.fairway.core.stored.StoredLine;
import io.fairway.core.usage.WindowRing;
import io.fairway.stores.CommitListeners;
import java.util.function.Function;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.WindowStore;

/**
 * What a task has changed since its last commit. It lives decoded in the heap of one start of the task, and dies with it.
 * When the {@link CommitListeners} rings, each changed entry is encoded and written once, into the transaction that is then committed.
 * An abort needs nothing here: the task begins anew from its stores.
 *
 * <p>Who scans a store must {@link #flush} first. Entries may be written in the middle of an event.
 */
public final class WriteBehind {
    /** Rows of hours and of days that stay in memory for facts that come late, each about 300 bytes. */
    private static final int MAX_ROWS = 4_096;

    private final StateStores<KeyValueStore<String, byte[]>, WindowStore<String, byte[]>> stores;
    private final TaskTable<JobState> activeJobs;
    private final TaskTable<SettledJob> settledJobs;
    private final TaskTable<StoredLine> lines;
    private final TaskTable<StoredLine> linesAnew;
    private final TaskTable<StoredRing> rings;
    private final TaskTable<byte[]> prioritiesSent;
    private final TaskTable<byte[]> ordersSent;
    private final TaskTable<AppliedOffset> marks;
    private final Rows hours;
    private final Rows days;
    private Runnable pull = () -> {};
    private boolean unwritten;
    private boolean awaited;
    private boolean pulled;

    /**
     * The windows of an association.
     *
     * @param sent whether its usage record says the same
     */
    public record StoredRing(WindowRing ring, boolean sent) {}

    public WriteBehind(StateStores<KeyValueStore<String, byte[]>, WindowStore<String, byte[]>> stores) {
        this(stores, MAX_ROWS);
    }

    WriteBehind(StateStores<KeyValueStore<String, byte[]>, WindowStore<String, byte[]>> stores, int mostRows) {
        this.stores = stores;
        activeJobs = new TaskTable<>(
                stores.get(Stores.ACTIVE_JOBS), StateCodec::encode, StateCodec::decodeJob, this::changed);
        settledJobs =
                new TaskTable<>(stores.get(Stores.SETTLED_JOBS), SettledJob::bytes, SettledJob::read, this::changed);
        lines = new TaskTable<>(stores.get(Stores.LINES), StoredLine::bytes, StoredLine::read, this::changed);
        linesAnew = new TaskTable<>(stores.get(Stores.LINES_ANEW), StoredLine::bytes, StoredLine::read, this::changed);
        rings = new TaskTable<>(
                stores.get(Stores.RINGS),
                stored -> StateCodec.encode(stored.ring(), stored.sent()),
                bytes -> new StoredRing(StateCodec.decodeRing(bytes), StateCodec.isSent(bytes)),
                this::changed);
        prioritiesSent = new TaskTable<>(
                stores.get(Stores.PRIORITIES_SENT), Function.identity(), Function.identity(), this::changed);
        ordersSent = new TaskTable<>(
                stores.get(Stores.ORDERS_SENT), Function.identity(), Function.identity(), this::changed);
        marks = new TaskTable<>(stores.get(Stores.MARKS), AppliedOffset::bytes, AppliedOffset::of, this::noted);
        hours = new Rows(stores.get(Stores.HOURS), mostRows, this::changed, this::flush);
        days = new Rows(stores.get(Stores.DAYS), mostRows, this::changed, this::flush);
    }

    /** @param how asks for a {@link #ring} before the next commit */
    public void asksBy(Runnable how) {
        pull = how;
    }

    private void changed() {
        awaited = true;
        noted();
    }

    /** The change is noted before the listener is armed: without a cache it runs at once. */
    private void noted() {
        unwritten = true;
        if (!pulled) {
            pulled = true;
            pull.run();
        }
    }

    /** A commit may follow: writes all changes. */
    public void ring() {
        pulled = false;
        awaited = false;
        flush();
    }

    /** Writes all changes to their stores, for a scan. They may be written again before the commit. */
    public void flush() {
        if (unwritten) {
            unwritten = false;
            activeJobs.write();
            settledJobs.write();
            // Before the lines, which held them until now: a question reads the line first.
            hours.write();
            days.write();
            lines.write();
            linesAnew.write();
            rings.write();
            prioritiesSent.write();
            ordersSent.write();
            marks.write();
        }
    }

    /**
     * Whether anything but marks changed since the last commit: a record that changes nothing can wait until Kafka
     * Streams commits by itself. Without a cache nobody knows.
     */
    public boolean isCommitAwaited() {
        return awaited;
    }

    /** The stores as they were last written. */
    public StateStores<KeyValueStore<String, byte[]>, WindowStore<String, byte[]>> stores() {
        return stores;
    }

    /** Jobs that wait or run. */
    public TaskTable<JobState> activeJobs() {
        return activeJobs;
    }

    /** Jobs that ended. */
    public TaskTable<SettledJob> settledJobs() {
        return settledJobs;
    }

    public TaskTable<StoredLine> lines() {
        return lines;
    }

    /** Lines that are being computed anew; their records are never sent. */
    public TaskTable<StoredLine> linesAnew() {
        return linesAnew;
    }

    public TaskTable<StoredRing> rings() {
        return rings;
    }

    /** What was sent of priority records, see {@link SentFingerprints}. */
    public TaskTable<byte[]> prioritiesSent() {
        return prioritiesSent;
    }

    /** What was sent of the orders of queues. */
    public TaskTable<byte[]> ordersSent() {
        return ordersSent;
    }

    /** What is applied of each input topic. */
    public TaskTable<AppliedOffset> marks() {
        return marks;
    }

    /** Usage by hour, but for the hour that each line holds itself. */
    public Rows hours() {
        return hours;
    }

    /** Usage by day, but for the day that each line holds itself. */
    public Rows days() {
        return days;
    }
}
