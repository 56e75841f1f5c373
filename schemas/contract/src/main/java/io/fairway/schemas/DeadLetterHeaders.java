package io.fairway.schemas;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Headers of the records on {@link Topic#DEAD_LETTERS} and {@link Topic#MISROUTED}: the origin of a record and the
 * reason why it is there. Key, value and the record's own headers are unchanged, unless they are larger than an input
 * may be: then each is cut, and headers say its size and digest. All of these are UTF-8 text.
 */
public final class DeadLetterHeaders {
    /** The reason in words, without a stack trace; at most {@link #MAX_REASON_BYTES}. */
    public static final String REASON = "fairway.reason";

    /** Original topic of the record. */
    public static final String TOPIC = "fairway.topic";

    /** Original partition of the record, decimal. */
    public static final String PARTITION = "fairway.partition";

    /** Original offset of the record, decimal. */
    public static final String OFFSET = "fairway.offset";

    /** Kind of fault, one word, for counters; the application's documentation lists them. */
    public static final String KIND = "fairway.kind";

    /** For misrouted input: the key that belongs on its domain's partition. */
    public static final String KEY = "fairway.key";

    /** Where the key was cut: its size in bytes, decimal. */
    public static final String KEY_BYTES = "fairway.key.bytes";

    /** Where the key was cut: its SHA-256, hexadecimal. */
    public static final String KEY_SHA256 = "fairway.key.sha256";

    /** Where the value was cut: its size in bytes, decimal. */
    public static final String VALUE_BYTES = "fairway.value.bytes";

    /** Where the value was cut: its SHA-256, hexadecimal. */
    public static final String VALUE_SHA256 = "fairway.value.sha256";

    /** Where the record's own headers were left out: how many, decimal. */
    public static final String HEADERS_LEFT_OUT = "fairway.headers.left.out";

    /** Longest reason, in bytes of UTF-8. */
    public static final int MAX_REASON_BYTES = 1024;

    private DeadLetterHeaders() {}

    /** A reason in UTF-8, cut to {@link #MAX_REASON_BYTES} between two characters. */
    public static byte[] reason(String reason) {
        var bytes = ByteBuffer.allocate(MAX_REASON_BYTES);
        // The encoder stops before a character that no longer fits. Half a surrogate pair becomes a question mark.
        StandardCharsets.UTF_8
                .newEncoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .encode(CharBuffer.wrap(reason), bytes, true);
        byte[] cut = new byte[bytes.flip().remaining()];
        bytes.get(cut);
        return cut;
    }
}
