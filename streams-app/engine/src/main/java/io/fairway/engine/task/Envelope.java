package io.fairway.engine.task;

import io.fairway.engine.Origin;
import io.fairway.schemas.DeadLetterHeaders;
import io.fairway.schemas.Topic;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Puts an input record on a topic of {@link Topic#isEnvelope() envelopes}, with the reason in its headers. A record may
 * have come compressed and be larger than a topic takes as it is. A dead letter of it is cut, so that the task can go
 * on.
 */
final class Envelope {
    /** What is left of a key, a value, or all headers that were cut, in bytes. */
    static final int CUT = 64 * 1024;

    /** The record batch around a record, and the lengths in it. */
    private static final int OVERHEAD = 512;

    private static final int HEADER_OVERHEAD = 12;

    private Envelope() {}

    /** Whether a record with these headers is small enough for an input topic. */
    static boolean fitsInput(byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
        return size(key) + size(value) + size(headers) + OVERHEAD <= Topic.MAX_MESSAGE_BYTES;
    }

    /** The dead letter of a record. */
    static Record<byte[], byte[]> deadLetter(
            Record<byte[], byte[]> record, @Nullable RecordMetadata from, String kind, String reason, long now) {
        byte[] key = record.key();
        byte[] value = record.value();
        if (fitsInput(key, value, record.headers())) {
            Headers headers = new RecordHeaders(record.headers().toArray());
            describe(headers, from, kind, reason);
            return new Record<>(key, value, now, headers);
        }
        Headers headers = firstOf(record.headers());
        describe(headers, from, kind, reason);
        return new Record<>(
                cut(key, headers, DeadLetterHeaders.KEY_BYTES, DeadLetterHeaders.KEY_SHA256),
                cut(value, headers, DeadLetterHeaders.VALUE_BYTES, DeadLetterHeaders.VALUE_SHA256),
                now,
                headers);
    }

    /** Adds where a record came from, and why it is no input. */
    static void describe(Headers headers, @Nullable RecordMetadata from, String kind, String reason) {
        Origin origin = from == null ? null : new Origin(from.topic(), from.partition(), from.offset());
        describe(headers, origin, kind, reason);
    }

    /** As above. */
    static void describe(Headers headers, @Nullable Origin from, String kind, String reason) {
        if (from != null) {
            headers.add(DeadLetterHeaders.TOPIC, text(from.topic()));
            headers.add(DeadLetterHeaders.PARTITION, text(Integer.toString(from.partition())));
            headers.add(DeadLetterHeaders.OFFSET, text(Long.toString(from.offset())));
        }
        headers.add(DeadLetterHeaders.KIND, text(kind));
        headers.add(DeadLetterHeaders.REASON, DeadLetterHeaders.reason(reason));
    }

    private static Headers firstOf(Headers all) {
        Headers first = new RecordHeaders();
        long left = CUT;
        int leftOut = 0;
        for (Header header : all) {
            left -= size(header);
            if (left >= 0) {
                first.add(header);
            } else {
                leftOut++;
            }
        }
        if (leftOut > 0) {
            first.add(DeadLetterHeaders.HEADERS_LEFT_OUT, text(Integer.toString(leftOut)));
        }
        return first;
    }

    private static byte @Nullable [] cut(byte @Nullable [] bytes, Headers headers, String size, String digest) {
        if (bytes == null || bytes.length <= CUT) {
            return bytes;
        }
        headers.add(size, text(Integer.toString(bytes.length)));
        headers.add(digest, text(HexFormat.of().formatHex(sha256(bytes))));
        return Arrays.copyOf(bytes, CUT);
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    private static long size(Headers headers) {
        long size = 0;
        for (Header header : headers) {
            size += size(header);
        }
        return size;
    }

    private static long size(Header header) {
        return 3L * header.key().length() + size(header.value()) + HEADER_OVERHEAD;
    }

    private static long size(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }

    static byte[] text(String value) {
        return value.getBytes(StandardCharsets.UTF_8);
    }
}
