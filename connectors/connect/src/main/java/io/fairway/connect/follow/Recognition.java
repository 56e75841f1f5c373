package io.fairway.connect.follow;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the content of a file is, by its bytes. Names and inodes move with rotation, and a copy has neither; the bytes
 * that were read stay.
 *
 * <ol>
 *   <li>A content that has all bytes of a cursor, and so its last ones at its place, continues that log. Of several, the
 *       one that was read farthest.
 *   <li>A content that ends before the cursor but begins like its log is an old copy: every byte of it was read. In the
 *       very file that was read last, the log was cut: it is read again from its first byte.
 *   <li>A content that is still shorter than the beginnings of all logs, and agrees with one, has nothing new yet.
 *   <li>Any other content is a new log.
 * </ol>
 */
sealed interface Recognition {
    /** The log of a cursor, with all that was read of it. */
    record Continues(LogCursor cursor) implements Recognition {}

    /** Nothing that was not read before. */
    record Known(LogCursor cursor) implements Recognition {}

    /**
     * A log from its first byte.
     *
     * @param instead the cursor of the file's earlier content, if that was cut; null = none
     */
    record Begins(@Nullable LogCursor instead) implements Recognition {}

    /**
     * Recognizes a content.
     *
     * @param inode of its file
     * @throws IOException if it cannot be read
     */
    static Recognition of(String inode, LogContent content, Collection<LogCursor> cursors) throws IOException {
        int longest = cursors.stream()
                .mapToInt(cursor -> cursor.head().length())
                .max()
                .orElse(0);
        String first = text(content.read(0, longest));
        List<LogCursor> alike = alike(first, cursors);
        LogCursor own = null;
        LogCursor cut = null;
        for (LogCursor cursor : alike) {
            int last = cursor.tail().length();
            String tail = text(content.read(cursor.position() - last, last));
            boolean reaches = reaches(content, cursor.position());
            if (reaches && tail.equals(cursor.tail())) {
                return new Continues(cursor);
            }
            if (!inode.isEmpty() && inode.equals(cursor.inode())) {
                cut = cursor;
            } else if (!reaches) {
                own = cursor;
            }
        }
        if (cut != null) {
            return new Begins(cut);
        }
        if (own == null && alike.isEmpty()) {
            own = cursors.stream()
                    .filter(cursor -> cursor.head().startsWith(first))
                    .findFirst()
                    .orElse(null);
        }
        return own != null ? new Known(own) : new Begins(null);
    }

    /**
     * The cursors whose log begins like the content, the farthest first. Of different beginnings the longest counts: a
     * shorter one may be a header that many logs have.
     */
    private static List<LogCursor> alike(String first, Collection<LogCursor> cursors) {
        List<LogCursor> alike = cursors.stream()
                .filter(cursor -> first.startsWith(cursor.head()))
                .sorted(Comparator.<LogCursor>comparingInt(
                                cursor -> cursor.head().length())
                        .thenComparingLong(LogCursor::position)
                        .reversed())
                .toList();
        return alike.stream()
                .takeWhile(
                        cursor -> cursor.head().length() == alike.get(0).head().length())
                .toList();
    }

    private static boolean reaches(LogContent content, long position) throws IOException {
        return position == 0 || content.read(position - 1, 1).length == 1;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
