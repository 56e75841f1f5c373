package io.fairway.agent.outbox;

import io.fairway.agent.metrics.AgentCounters;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The outbox: a log of events, which say that a job starts or ends, and a log of samples.
 *
 * <ol>
 *   <li>An event is on disk before {@link #event} returns {@link Kept#ON_DISK}. No event is ever dropped.
 *   <li>Samples are forced to disk once for each grid point. The oldest are dropped when their log exceeds its bound, or
 *       when an event needs their room on a full disk.
 *   <li>A file of {@code reserveBytes} is given up for events when that is not enough.
 *   <li>When even that is not enough, events wait in memory until the disk takes them.
 * </ol>
 */
public final class AgentOutbox implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AgentOutbox.class);
    /** Segments of samples that are given up for one event; more would not help, because the fault is another. */
    private static final int SACRIFICES = 2;
    /** Events that wait in memory: some 10 MB. */
    private static final int MAX_WAITING = 20_000;

    private final SegmentLog events;
    private final SegmentLog samples;
    private final long sampleBytes;
    private final Path reserve;
    private final int reserveBytes;
    private final AgentCounters counters;
    private final Deque<byte[]> waiting = new ArrayDeque<>();

    /** Where an event is. */
    public enum Kept {
        /** It survives the end of the agent and of the host. */
        ON_DISK,
        /** The disk does not take it. It waits in memory, and is lost if the agent ends before. */
        IN_MEMORY,
        /** Nowhere: the disk does not take it, and too many wait in memory. */
        REFUSED
    }

    /**
     * Bounds of an outbox.
     *
     * @param segmentBytes size at which a new segment begins
     * @param sampleBytes most bytes of samples
     * @param reserveBytes bytes kept on the disk for events
     */
    public record Limits(int segmentBytes, long sampleBytes, int reserveBytes) {}

    AgentOutbox(SegmentLog events, SegmentLog samples, Path reserve, Limits limits, AgentCounters counters) {
        this.events = events;
        this.samples = samples;
        this.reserve = reserve;
        this.sampleBytes = limits.sampleBytes();
        this.reserveBytes = limits.reserveBytes();
        this.counters = counters;
        restoreReserve();
    }

    /** Opens or makes the outbox in a directory. */
    public static AgentOutbox open(Path directory, Limits limits, AgentCounters counters) throws IOException {
        return open(SegmentFile.REAL, directory, limits, counters);
    }

    static AgentOutbox open(SegmentFile.Disk disk, Path directory, Limits limits, AgentCounters counters)
            throws IOException {
        return new AgentOutbox(
                SegmentLog.open(disk, directory.resolve("events"), limits.segmentBytes(), LOG::warn),
                SegmentLog.open(disk, directory.resolve("samples"), limits.segmentBytes(), LOG::warn),
                directory.resolve("reserve"),
                limits,
                counters);
    }

    /** The log of events, for who sends them. */
    public SegmentLog events() {
        return events;
    }

    /** The log of samples, for who sends them. */
    public SegmentLog samples() {
        return samples;
    }

    /** Keeps an event. */
    public synchronized Kept event(long nowMillis, byte[] payload) {
        if (waiting.isEmpty() && store(nowMillis, payload)) {
            return Kept.ON_DISK;
        }
        if (waiting.size() >= MAX_WAITING) {
            counters.add(AgentCounters.Name.EVENTS_REFUSED, 1);
            return Kept.REFUSED;
        }
        waiting.add(payload);
        return Kept.IN_MEMORY;
    }

    /** Tries again what waits in memory, and keeps the bounds. To be called every few seconds. */
    public synchronized void tend(long nowMillis) {
        while (!waiting.isEmpty() && store(nowMillis, waiting.element())) {
            waiting.remove();
        }
        if (waiting.isEmpty()) {
            restoreReserve();
        }
    }

    /** Events that the disk did not take yet. */
    public synchronized int eventsInMemory() {
        return waiting.size();
    }

    private boolean store(long nowMillis, byte[] payload) {
        for (int sacrifices = 0; ; sacrifices++) {
            try {
                events.append(nowMillis, List.of(number -> payload));
                events.force();
                counters.add(AgentCounters.Name.EVENTS, 1);
                return true;
            } catch (IOException e) {
                counters.add(AgentCounters.Name.DISK_FAILURES, 1);
                LOG.warn("an event is not written to the outbox: {}", e.toString());
                if (sacrifices > SACRIFICES || !makeRoom(sacrifices)) {
                    return false;
                }
            }
        }
    }

    private boolean makeRoom(int sacrifices) {
        try {
            if (sacrifices < SACRIFICES && dropOldestSamples()) {
                return true;
            }
            return Files.deleteIfExists(reserve);
        } catch (IOException e) {
            LOG.warn("no room is made in the outbox: {}", e.toString());
            return false;
        }
    }

    private boolean dropOldestSamples() throws IOException {
        long dropped = samples.dropOldest();
        counters.add(AgentCounters.Name.SAMPLES_DROPPED, Math.max(dropped, 0));
        return dropped >= 0;
    }

    /**
     * Keeps the samples of a grid point.
     *
     * @param records give the payload for a sequence
     */
    public synchronized void samples(long nowMillis, List<LongFunction<byte[]>> records) {
        if (records.isEmpty()) {
            return;
        }
        try {
            samples.append(nowMillis, records);
            samples.force();
            counters.add(AgentCounters.Name.SAMPLES, records.size());
            while (samples.bytes() > sampleBytes && dropOldestSamples()) {
                LOG.debug("the oldest samples are dropped");
            }
        } catch (IOException e) {
            counters.add(AgentCounters.Name.DISK_FAILURES, 1);
            counters.add(AgentCounters.Name.SAMPLES_DROPPED, records.size());
            LOG.warn("{} samples are dropped, because the outbox is not written: {}", records.size(), e.toString());
        }
    }

    private void restoreReserve() {
        try {
            if (reserveBytes == 0 || (Files.exists(reserve) && Files.size(reserve) == reserveBytes)) {
                return;
            }
            // Not sparse: the file must hold its blocks.
            try (SegmentFile file = SegmentFile.REAL.open(reserve)) {
                file.write(ByteBuffer.allocate(reserveBytes), 0);
                file.force();
            }
        } catch (IOException e) {
            try {
                Files.deleteIfExists(reserve);
            } catch (IOException again) {
                e.addSuppressed(again);
            }
            LOG.debug("no reserve for events: {}", e.toString());
        }
    }

    @Override
    public synchronized void close() throws IOException {
        events.close();
        samples.close();
    }
}
