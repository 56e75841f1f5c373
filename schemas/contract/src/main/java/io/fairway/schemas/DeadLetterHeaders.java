package io.fairway.schemas;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Headers of what lies on {@link Topic#DEAD_LETTERS} and {@link Topic#MISROUTED}: where a record came from and why it is
 * there. Key, value and the record's own headers are as they came. All of these are UTF-8 text.
 */
public final class DeadLetterHeaders {
    /** Why, in words, without a stack trace; at most {@link #MAX_REASON_BYTES}. */
    public static final String REASON = "fairway.reason";

    /** Topic that the record was read from. */
    public static final String TOPIC = "fairway.topic";

    /** Partition that the record was read from, decimal. */
    public static final String PARTITION = "fairway.partition";

    /** Offset that the record was read from, decimal. */
    public static final String OFFSET = "fairway.offset";

    /** Kind of fault, one word that is fit for counting; the application's documentation lists them. */
    public static final String KIND = "fairway.kind";

    /** Of what was misrouted: the key under which it belongs on its domain's partition. */
    public static final String KEY = "fairway.key";

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
