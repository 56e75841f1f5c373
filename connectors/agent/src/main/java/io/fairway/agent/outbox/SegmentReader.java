package io.fairway.agent.outbox;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;

/** Reads the records of a log in their order, over its segments, and over damaged bytes in them. */
final class SegmentReader {
    /** The end of the names of segments. */
    static final String SUFFIX = ".seg";

    private static final int WINDOW = 2 * (RecordFrame.HEADER + RecordFrame.MAX_PAYLOAD);

    private final SegmentFile.Disk disk;
    private final Path directory;
    private final NavigableMap<Long, Long> segments;
    private final Damage damage;
    private long segment = -1;
    private long place;
    private long upTo = -1;

    /** Hears of bytes that are no undamaged record. */
    interface Damage {
        void found(Path file, long from, long to, String rest);
    }

    /** @param segments the sizes of the segments, by the number in their names; the log changes it */
    SegmentReader(SegmentFile.Disk disk, Path directory, NavigableMap<Long, Long> segments, Damage damage) {
        this.disk = disk;
        this.directory = directory;
        this.segments = segments;
        this.damage = damage;
    }

    /** The file of a segment. */
    static Path path(Path directory, long base) {
        return directory.resolve(String.format("%018d%s", base, SUFFIX));
    }

    /** Goes on with the first record after a number. */
    void goBehind(long sequence) {
        upTo = sequence;
        Long from = segments.floorKey(sequence + 1);
        segment = from == null ? -1 : from;
        place = 0;
    }

    /** The next records; none at the end. */
    List<OutboxRecord> read(int bytes) throws IOException {
        List<OutboxRecord> result = new ArrayList<>();
        while (result.isEmpty()) {
            long end = segments.getOrDefault(segment, 0L);
            if (place < end) {
                readOn(end, bytes, result);
                continue;
            }
            Long next = segments.higherKey(segment);
            if (next == null) {
                break;
            }
            segment = next;
            place = 0;
        }
        return result;
    }

    private void readOn(long end, int most, List<OutboxRecord> into) throws IOException {
        Path path = path(directory, segment);
        byte[] data = new byte[(int) Math.min(end - place, WINDOW)];
        try (SegmentFile file = disk.open(path)) {
            file.read(ByteBuffer.wrap(data), place);
        }
        SegmentScan scan = SegmentScan.of(data, data.length, most);
        for (SegmentScan.Stretch stretch : scan.damaged()) {
            damage.found(path, place + stretch.from(), place + stretch.to(), "they are left out");
        }
        for (OutboxRecord record : scan.records()) {
            if (record.sequence() > upTo) {
                upTo = record.sequence();
                into.add(record);
            }
        }
        if (!scan.records().isEmpty()) {
            place += scan.end();
        } else {
            // No record begins in the first half: none is as long as that. Or none in the rest of the segment.
            long skipped = data.length < WINDOW ? data.length : WINDOW / 2;
            damage.found(path, place, place + skipped, "they are left out");
            place += skipped;
        }
    }
}
