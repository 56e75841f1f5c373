package io.fairway.engine.store;

import java.nio.ByteBuffer;
import org.apache.kafka.common.Uuid;

/**
 * What is applied of one partition of an input topic.
 *
 * @param topicId the id that Kafka gave to the topic; {@link Uuid#ZERO_UUID} = not known
 * @param next the offset of the next record to apply; all before it are applied
 * @param appended the latest append time among the records that are applied, in the unit of the topic's source
 */
public record AppliedOffset(Uuid topicId, long next, long appended) {
    private static final byte VERSION = 1;
    private static final int BYTES = 1 + 4 * Long.BYTES;

    public byte[] bytes() {
        return ByteBuffer.allocate(BYTES)
                .put(VERSION)
                .putLong(topicId.getMostSignificantBits())
                .putLong(topicId.getLeastSignificantBits())
                .putLong(next)
                .putLong(appended)
                .array();
    }

    /**
     * Reads a stored mark.
     *
     * @throws IllegalStateException if another version of Fairway wrote it
     */
    public static AppliedOffset of(byte[] bytes) {
        if (bytes.length != BYTES || bytes[0] != VERSION) {
            throw new IllegalStateException("a mark of " + bytes.length + " bytes and version "
                    + (bytes.length == 0 ? "none" : bytes[0]) + ": must have " + BYTES + " bytes and version "
                    + VERSION);
        }
        ByteBuffer in = ByteBuffer.wrap(bytes, 1, BYTES - 1);
        return new AppliedOffset(new Uuid(in.getLong(), in.getLong()), in.getLong(), in.getLong());
    }
}
