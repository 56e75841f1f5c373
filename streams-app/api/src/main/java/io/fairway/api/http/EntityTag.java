package io.fairway.api.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The tag of an answer (RFC 9110, section 8.8.3). Answers that differ only in the instant at which the stores were read have
 * the same one: it moves every second, whether or not anything else does.
 */
record EntityTag(String text) {
    /** A name in an answer cannot look like this: its quotation marks are escaped. */
    private static final Pattern AS_OF = Pattern.compile("\"asOf\":\"[^\"]*\"");

    private static final int BYTES = 12;

    /** The tag of a body in JSON. */
    static EntityTag of(byte[] body) {
        // One character for each byte: what the characters are does not matter here.
        String json =
                AS_OF.matcher(new String(body, StandardCharsets.ISO_8859_1)).replaceAll("");
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(json.getBytes(StandardCharsets.ISO_8859_1));
            return new EntityTag("W/\"" + HexFormat.of().formatHex(digest, 0, BYTES) + '"');
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    /** Whether a header If-None-Match has this tag, among others perhaps, by weak comparison (section 13.1.2). */
    boolean isIn(@Nullable String ifNoneMatch) {
        return ifNoneMatch != null
                && Arrays.stream(ifNoneMatch.split(","))
                        .map(String::strip)
                        .anyMatch(tag -> tag.equals("*") || opaque(tag).equals(opaque(text)));
    }

    private static String opaque(String tag) {
        return tag.startsWith("W/") ? tag.substring(2) : tag;
    }
}
