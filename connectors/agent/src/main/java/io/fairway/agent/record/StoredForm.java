package io.fairway.agent.record;

import io.fairway.avro.JobEvent;
import io.fairway.avro.ResourceSample;
import io.fairway.schemas.ReleasedSchemas;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.MessageEncoder;
import org.apache.avro.specific.SpecificRecord;

/**
 * Records in the outbox: Avro's single-object encoding, which begins with the fingerprint of the schema. It needs no
 * registry, and an agent of a later version still reads it.
 */
public final class StoredForm<T extends SpecificRecord> {
    /** Events. */
    public static final StoredForm<JobEvent> EVENTS =
            new StoredForm<>(JobEvent.getEncoder(), JobEvent.getDecoder(), JobEvent.class);

    /** Samples. */
    public static final StoredForm<ResourceSample> SAMPLES =
            new StoredForm<>(ResourceSample.getEncoder(), ResourceSample.getDecoder(), ResourceSample.class);

    private final MessageEncoder<T> encoder;
    private final BinaryMessageDecoder<T> decoder;

    private StoredForm(MessageEncoder<T> encoder, BinaryMessageDecoder<T> decoder, Class<T> type) {
        this.encoder = encoder;
        this.decoder = ReleasedSchemas.teach(decoder, type);
    }

    /** The bytes of a record. */
    public byte[] encode(T record) {
        try {
            ByteBuffer bytes = encoder.encode(record);
            byte[] payload = new byte[bytes.remaining()];
            bytes.get(payload);
            return payload;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The record of some bytes.
     *
     * @throws IOException if they are none, or of a later version
     */
    public T decode(byte[] payload) throws IOException {
        try {
            return decoder.decode(payload);
        } catch (RuntimeException e) {
            throw new IOException("a record of " + payload.length + " bytes cannot be read: " + e, e);
        }
    }
}
