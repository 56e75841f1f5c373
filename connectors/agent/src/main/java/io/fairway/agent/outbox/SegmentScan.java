package io.fairway.agent.outbox;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is in a part of a segment.
 *
 * @param records the undamaged records, in their order
 * @param ends for each record, the place after it
 * @param damaged the stretches between undamaged records that are none
 * @param end the place after the last undamaged record; a torn one may follow
 */
record SegmentScan(List<OutboxRecord> records, List<Integer> ends, List<Stretch> damaged, int end) {

    /** Bytes {@code [from, to)} of a part. */
    record Stretch(int from, int to) {}

    /**
     * Reads a part of a segment. Damaged bytes do not end it: the search goes on for the next undamaged record.
     *
     * @param data holds the part in its first {@code length} bytes
     * @param most stop after payloads of this many bytes
     */
    static SegmentScan of(byte[] data, int length, long most) {
        List<OutboxRecord> records = new ArrayList<>();
        List<Integer> ends = new ArrayList<>();
        List<Stretch> damaged = new ArrayList<>();
        int end = 0;
        long read = 0;
        for (int place = 0; place < length && read < most; ) {
            @Nullable OutboxRecord record = RecordFrame.at(data, place, length);
            if (record == null) {
                place++;
                continue;
            }
            if (place > end) {
                damaged.add(new Stretch(end, place));
            }
            place += RecordFrame.size(record.payload());
            end = place;
            read += record.payload().length;
            records.add(record);
            ends.add(end);
        }
        return new SegmentScan(records, ends, damaged, end);
    }
}
