package io.fairway.agent.outbox;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file that says up to which record of a log a broker has all. It has two places that are written in turn, so that a
 * torn write leaves the other. A lost or damaged file makes the agent send records again, which changes nothing.
 */
final class SentCursor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SentCursor.class);
    private static final int SLOT = 16;

    private final SegmentFile file;
    private long sequence = -1;
    private int slot;

    private SentCursor(SegmentFile file) {
        this.file = file;
    }

    /** Opens or makes the file. */
    static SentCursor open(SegmentFile.Disk disk, Path path) throws IOException {
        SentCursor cursor = new SentCursor(disk.open(path));
        ByteBuffer slots = ByteBuffer.allocate(2 * SLOT);
        cursor.file.read(slots, 0);
        for (int i = 0; i < 2; i++) {
            long kept = slots.getLong(i * SLOT);
            if (slots.getLong(i * SLOT + 8) == checksum(kept) && kept > cursor.sequence) {
                cursor.sequence = kept;
                cursor.slot = 1 - i;
            }
        }
        if (cursor.file.size() < 2 * SLOT) {
            cursor.allocate();
        }
        return cursor;
    }

    /** Takes its room while there is some: it must move on a full disk. */
    private void allocate() {
        try {
            file.write(ByteBuffer.allocate(2 * SLOT), 0);
            if (sequence >= 0) {
                write(0);
            }
        } catch (IOException e) {
            LOG.warn("the place in the outbox is not noted on disk: {}", e.toString());
        }
    }

    /** The last record that a broker has; -1 for none. */
    long sequence() {
        return sequence;
    }

    /** Moves forward. If the write fails, the next program sends some records again. */
    void moveTo(long acknowledged) {
        if (acknowledged <= sequence) {
            return;
        }
        sequence = acknowledged;
        try {
            write(slot);
        } catch (IOException e) {
            LOG.warn("the place in the outbox is not noted on disk: {}", e.toString());
        }
    }

    private void write(int at) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(SLOT)
                .putLong(sequence)
                .putLong(checksum(sequence))
                .flip();
        file.write(bytes, (long) at * SLOT);
        slot = 1 - at;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private static long checksum(long sequence) {
        CRC32C checksum = new CRC32C();
        checksum.update(ByteBuffer.allocate(8).putLong(sequence).flip());
        // Not 0 for a file of zeros, which a crash of the host may leave.
        return checksum.getValue() + 1;
    }
}
