package io.fairway.connect.follow;

import java.nio.charset.StandardCharsets;

/**
 * How far one log was read. The log is told by its bytes, whatever its name: by its beginning up to the first line that
 * had events, which no other log has, and by the last bytes before the position. Bytes are kept as text in ISO 8859-1,
 * one character each.
 *
 * @param slot number under which it is stored, 0 or more
 * @param path file that was read last
 * @param inode that file's {@link Sighting#inode()}
 * @param position bytes read, all of whole lines; 0 or more
 * @param line lines read
 * @param head the first bytes of the log
 * @param headClosed whether {@code head} is final; else it still grows with each line
 * @param tail the last bytes before {@code position}, at most {@link #TAIL_BYTES}
 * @param touched when a line was last read, epoch milliseconds
 */
public record LogCursor(
        int slot,
        String path,
        String inode,
        long position,
        long line,
        String head,
        boolean headClosed,
        String tail,
        long touched) {
    static final int TAIL_BYTES = 128;
    /** Longest head: of a log that begins with that much without an event, more is not compared. */
    static final int HEAD_BYTES = 64 * 1024;

    /** A log before its first byte. */
    static LogCursor start(int slot, Sighting file) {
        return new LogCursor(slot, file.path(), file.inode(), 0, 0, "", false, "", 0);
    }

    /** The same place in the same log, found in a file. */
    LogCursor in(Sighting file) {
        return new LogCursor(slot, file.path(), file.inode(), position, line, head, headClosed, tail, touched);
    }

    /** After a further line. */
    LogCursor after(RawLine read, boolean isOfJobs, long now) {
        String text = new String(read.kept(), StandardCharsets.ISO_8859_1) + "\n";
        String grown = headClosed ? head : head + text;
        boolean full = grown.length() >= HEAD_BYTES;
        return new LogCursor(
                slot,
                path,
                inode,
                read.end(),
                line + 1,
                full ? grown.substring(0, HEAD_BYTES) : grown,
                headClosed || isOfJobs || full || read.isCut(),
                // The end of a line that was cut is not at hand; the head and the position must do.
                read.isCut() ? "" : last(tail + text),
                now);
    }

    private static String last(String text) {
        return text.length() <= TAIL_BYTES ? text : text.substring(text.length() - TAIL_BYTES);
    }
}
