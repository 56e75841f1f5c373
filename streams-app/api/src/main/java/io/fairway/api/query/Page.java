package io.fairway.api.query;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a list that a question asks for.
 *
 * @param from number of items before it
 * @param limit largest number of its items
 */
public record Page(int from, int limit) {
    /**
     * The page that begins at a cursor.
     *
     * @throws Problem if the cursor is none of ours
     */
    public static Page at(@Nullable String cursor, int limit) {
        if (cursor == null) {
            return new Page(0, limit);
        }
        try {
            String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            int from = Integer.parseInt(text.substring(1));
            if (from >= 0 && cursor.equals(cursor(from))) {
                return new Page(from, limit);
            }
        } catch (IllegalArgumentException | IndexOutOfBoundsException notOurs) {
            // The problem below says so.
        }
        throw Problem.parameter("cursor", "'" + cursor + "' is not the next of an answer");
    }

    int[] of(int[] all) {
        int begin = Math.min(from, all.length);
        return Arrays.copyOfRange(all, begin, (int) Math.min(all.length, (long) begin + limit));
    }

    <T> List<T> of(List<T> all) {
        int begin = Math.min(from, all.size());
        return all.subList(begin, (int) Math.min(all.size(), (long) begin + limit));
    }

    /** The cursor of the page after this one; null if there is none. */
    @Nullable
    String next(int total) {
        long after = (long) from + limit;
        return after >= total ? null : cursor(after);
    }

    /** The only text of a cursor: any other is none of ours. */
    private static String cursor(long from) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(("i" + from).getBytes(StandardCharsets.UTF_8));
    }
}
