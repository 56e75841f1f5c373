package io.fairway.agent.outbox;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A log of records in a directory: segments named by the number from which their records count, and a {@link SentCursor}.
 * Records are appended, read in order, and acknowledged; segments whose records are all acknowledged are deleted.
 *
 * <p>A program that is killed at any point leaves a log that opens: at most the last record is torn, and it is cut off.
 * Damaged bytes elsewhere cost the records that they belong to.
 */
public final class SegmentLog implements AutoCloseable {

    private final SegmentFile.Disk disk;
    private final Path directory;
    private final int segmentBytes;
    private final Consumer<String> damage;
    private final SentCursor cursor;
    /** The sizes of the segments, by the number in their names. */
    private final TreeMap<Long, Long> segments = new TreeMap<>();

    private final SegmentReader reader;

    private @Nullable SegmentFile active;
    private long last;
    private long damagedBytes;

    private SegmentLog(SegmentFile.Disk disk, Path directory, int segmentBytes, Consumer<String> damage)
            throws IOException {
        this.disk = disk;
        this.directory = directory;
        this.segmentBytes = segmentBytes;
        this.damage = damage;
        Files.createDirectories(directory);
        this.cursor = SentCursor.open(disk, directory.resolve("cursor"));
        this.last = cursor.sequence();
        this.reader = new SegmentReader(disk, directory, segments, this::damaged);
    }

    /**
     * Opens or makes a log.
     *
     * @param segmentBytes size at which a new segment begins
     * @param damage hears of damage, with file and place
     */
    public static SegmentLog open(Path directory, int segmentBytes, Consumer<String> damage) throws IOException {
        return open(SegmentFile.REAL, directory, segmentBytes, damage);
    }

    static SegmentLog open(SegmentFile.Disk disk, Path directory, int segmentBytes, Consumer<String> damage)
            throws IOException {
        SegmentLog log = new SegmentLog(disk, directory, segmentBytes, damage);
        log.recover();
        log.rewind();
        return log;
    }

    private void recover() throws IOException {
        try (var files = Files.list(directory)) {
            for (Path file : files.sorted().toList()) {
                String name = String.valueOf(file.getFileName());
                if (name.matches("\\d{1,18}\\" + SegmentReader.SUFFIX)) {
                    segments.put(
                            Long.parseLong(name.substring(0, name.length() - SegmentReader.SUFFIX.length())),
                            Files.size(file));
                }
            }
        }
        if (segments.isEmpty()) {
            return;
        }
        long base = segments.lastKey();
        SegmentFile file = disk.open(path(base));
        active = file;
        byte[] data = new byte[(int) Math.min(file.size(), Integer.MAX_VALUE - 8)];
        file.read(ByteBuffer.wrap(data), 0);
        SegmentScan scan = SegmentScan.of(data, data.length, Long.MAX_VALUE);
        last = Math.max(last, base - 1);
        for (OutboxRecord found : scan.records()) {
            last = Math.max(last, found.sequence());
        }
        if (scan.end() < data.length) {
            damaged(path(base), scan.end(), data.length, "they are cut off: the last write did not end");
            file.truncate(scan.end());
        }
        segments.put(base, (long) scan.end());
    }

    /** The number of the next record: rises, also where the clock goes back and where the log was lost. */
    static long following(long last, long nowMillis) {
        return Math.max(last + 1, nowMillis);
    }

    /**
     * Appends records; all of them or none.
     *
     * @param records give the payload for a number
     * @return the number of the last one
     * @throws IOException if they cannot be written, and the log is as before
     */
    public synchronized long append(long nowMillis, List<LongFunction<byte[]>> records) throws IOException {
        long first = following(last, nowMillis);
        List<OutboxRecord> numbered = new ArrayList<>(records.size());
        int bytes = 0;
        for (LongFunction<byte[]> record : records) {
            byte[] payload = record.apply(first + numbered.size());
            if (payload.length > RecordFrame.MAX_PAYLOAD) {
                throw new IllegalArgumentException(
                        "a record of " + payload.length + " bytes: must have at most " + RecordFrame.MAX_PAYLOAD);
            }
            numbered.add(new OutboxRecord(first + numbered.size(), payload));
            bytes += RecordFrame.size(payload);
        }
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        numbered.forEach(record -> RecordFrame.put(buffer, record));
        write(buffer.flip(), first);
        last = first + records.size() - 1;
        return last;
    }

    private void write(ByteBuffer bytes, long first) throws IOException {
        SegmentFile file = active;
        if (file == null
                || (sizeOf(segments.lastKey()) > 0 && sizeOf(segments.lastKey()) + bytes.limit() > segmentBytes)) {
            file = roll(first);
        }
        long base = segments.lastKey();
        long place = sizeOf(base);
        int length = bytes.limit();
        try {
            file.write(bytes, place);
        } catch (IOException e) {
            try {
                file.truncate(place);
            } catch (IOException again) {
                // The next record is written over what is there.
                e.addSuppressed(again);
            }
            throw e;
        }
        segments.put(base, place + length);
    }

    private SegmentFile roll(long first) throws IOException {
        SegmentFile next = disk.open(path(first));
        SegmentFile before = active;
        active = next;
        segments.put(first, 0L);
        if (before != null) {
            before.force();
            before.close();
        }
        try (FileChannel folder = FileChannel.open(directory, StandardOpenOption.READ)) {
            folder.force(true);
        }
        return next;
    }

    /** Returns when everything that was appended survives a loss of power. */
    public synchronized void force() throws IOException {
        if (active != null) {
            active.force();
        }
    }

    /**
     * The next records in order; none if all were read. After {@link #rewind} it begins again after the last
     * acknowledged one.
     *
     * @param bytes stop after this many
     */
    public synchronized List<OutboxRecord> read(int bytes) throws IOException {
        return reader.read(bytes);
    }

    /**
     * Keeps a record that nobody here understands in a file of its own, for a person or a later version.
     *
     * @return the file
     */
    public Path setAside(OutboxRecord record) throws IOException {
        Path file = directory.resolve(record.sequence() + ".unread");
        Files.write(file, record.payload());
        return file;
    }

    /** Reads again from the last acknowledged record on. */
    public synchronized void rewind() {
        reader.goBehind(cursor.sequence());
    }

    /** Notes that all records up to this one are no longer needed. */
    public synchronized void acknowledge(long sequence) throws IOException {
        cursor.moveTo(sequence);
        while (segments.size() > 1) {
            long oldest = segments.firstKey();
            Long next = segments.higherKey(oldest);
            if (next == null || next > sequence + 1) {
                return;
            }
            delete(oldest);
        }
    }

    /**
     * Deletes the oldest segment, needed or not.
     *
     * @return how many records in it were not acknowledged; -1 if there is nothing to delete
     */
    public synchronized long dropOldest() throws IOException {
        if (bytes() == 0) {
            return -1;
        }
        long oldest = segments.firstKey();
        byte[] data = new byte[(int) sizeOf(oldest)];
        try (SegmentFile file = disk.open(path(oldest))) {
            file.read(ByteBuffer.wrap(data), 0);
        }
        long dropped = 0;
        long lastOfIt = cursor.sequence();
        for (OutboxRecord record :
                SegmentScan.of(data, data.length, Long.MAX_VALUE).records()) {
            dropped += record.sequence() > cursor.sequence() ? 1 : 0;
            lastOfIt = Math.max(lastOfIt, record.sequence());
        }
        if (segments.size() == 1 && active != null) {
            active.close();
            active = null;
        }
        delete(oldest);
        cursor.moveTo(lastOfIt);
        return dropped;
    }

    private void delete(long base) throws IOException {
        Files.deleteIfExists(path(base));
        segments.remove(base);
    }

    /** The bytes of all segments. */
    public synchronized long bytes() {
        return segments.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Whether records wait to be acknowledged. */
    public synchronized boolean hasUnacknowledged() {
        return last > cursor.sequence() && bytes() > 0;
    }

    /** Bytes of segments that were no records. */
    public synchronized long damagedBytes() {
        return damagedBytes;
    }

    /** The number of the newest record. */
    synchronized long last() {
        return last;
    }

    private void damaged(Path file, long from, long to, String rest) {
        damagedBytes += to - from;
        damage.accept(file + ": bytes " + from + " to " + to + " are no undamaged record; " + rest);
    }

    private long sizeOf(long base) {
        return segments.getOrDefault(base, 0L);
    }

    private Path path(long base) {
        return SegmentReader.path(directory, base);
    }

    @Override
    public synchronized void close() throws IOException {
        if (active != null) {
            active.force();
            active.close();
            active = null;
        }
        cursor.close();
    }
}
