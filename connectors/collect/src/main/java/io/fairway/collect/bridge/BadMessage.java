package io.fairway.collect.bridge;

import io.fairway.schemas.DeadLetterHeaders;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** The dead letter of a message that cannot be read. */
final class BadMessage {
    /** The kind of fault, for counters. */
    static final String KIND = "unreadable";

    /** Most of a message that is kept; the whole one is on its own topic for a while. */
    private static final int KEPT = 64 * 1024;

    private BadMessage() {}

    /** A dead letter, with topic, partition and offset of the message and the rule that it breaks. */
    static ProducerRecord<String, byte[]> letter(
            String deadLetters, ConsumerRecord<byte[], byte[]> message, String rule) {
        byte[] value = message.value() == null ? new byte[0] : message.value();
        ProducerRecord<String, byte[]> letter = new ProducerRecord<>(
                deadLetters, null, key(message), Arrays.copyOf(value, Math.min(value.length, KEPT)));
        Headers headers = letter.headers();
        headers.add(DeadLetterHeaders.REASON, DeadLetterHeaders.reason(rule));
        headers.add(DeadLetterHeaders.KIND, bytes(KIND));
        headers.add(DeadLetterHeaders.TOPIC, bytes(message.topic()));
        headers.add(DeadLetterHeaders.PARTITION, bytes(Integer.toString(message.partition())));
        headers.add(DeadLetterHeaders.OFFSET, bytes(Long.toString(message.offset())));
        if (value.length > KEPT) {
            headers.add(DeadLetterHeaders.VALUE_BYTES, bytes(Integer.toString(value.length)));
            headers.add(DeadLetterHeaders.VALUE_SHA256, bytes(sha256(value)));
        }
        return letter;
    }

    /** Its place and rule in a line. */
    static String line(ConsumerRecord<byte[], byte[]> message, String rule) {
        return message.topic() + ", partition " + message.partition() + ", offset " + message.offset() + ": " + rule;
    }

    /** Neither Slurm nor Sonar sends keys; the letters of a topic stay together by its name. */
    private static String key(ConsumerRecord<byte[], byte[]> message) {
        return message.topic();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String sha256(byte @Nullable [] value) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(value));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
