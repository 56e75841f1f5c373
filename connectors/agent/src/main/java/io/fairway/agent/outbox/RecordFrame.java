package io.fairway.agent.outbox;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The form of a record in a segment, big-endian: a mark (4 bytes), the length of the payload (4), the sequence (8), a
 * CRC-32C of the length, the sequence and the payload (4), the payload.
 */
final class RecordFrame {
    /** Bytes before the payload. */
    static final int HEADER = 20;

    /** Longest payload: more than the largest job event within its bounds. */
    static final int MAX_PAYLOAD = 256 * 1024;

    private static final int MARK = 0xFA1257A9;
    private static final int LENGTH_AT = 4;
    private static final int SEQUENCE_AT = 8;
    private static final int CHECKSUM_AT = 16;

    private RecordFrame() {}

    /** Appends a record to a buffer. */
    static void put(ByteBuffer to, OutboxRecord record) {
        byte[] payload = record.payload();
        to.putInt(MARK);
        to.putInt(payload.length);
        to.putLong(record.sequence());
        to.putInt(checksum(payload.length, record.sequence(), payload, 0));
        to.put(payload);
    }

    /** Bytes that a payload takes in a segment. */
    static int size(byte[] payload) {
        return HEADER + payload.length;
    }

    /** The record at a place; null where there is no whole and undamaged one. */
    static @Nullable OutboxRecord at(byte[] data, int place, int end) {
        if (end - place < HEADER || data[place] != (byte) (MARK >>> 24)) {
            return null;
        }
        ByteBuffer header = ByteBuffer.wrap(data, place, HEADER).slice();
        int length = header.getInt(LENGTH_AT);
        if (header.getInt(0) != MARK || length < 0 || length > MAX_PAYLOAD || length > end - place - HEADER) {
            return null;
        }
        long sequence = header.getLong(SEQUENCE_AT);
        if (header.getInt(CHECKSUM_AT) != checksum(length, sequence, data, place + HEADER)) {
            return null;
        }
        byte[] payload = new byte[length];
        System.arraycopy(data, place + HEADER, payload, 0, length);
        return new OutboxRecord(sequence, payload);
    }

    private static int checksum(int length, long sequence, byte[] data, int from) {
        CRC32C checksum = new CRC32C();
        checksum.update(ByteBuffer.allocate(12).putInt(length).putLong(sequence).flip());
        checksum.update(data, from, length);
        return (int) checksum.getValue();
    }
}
