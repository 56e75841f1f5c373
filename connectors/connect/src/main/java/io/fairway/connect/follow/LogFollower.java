package io.fairway.connect.follow;

import io.fairway.connect.follow.LineReader.LineFacts;
import io.fairway.connect.follow.LineReader.LineFault;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads each line of each log once, whatever happens to the files meanwhile. Every file that is listed is read from its
 * first byte, unless {@link Recognition} finds its content among the logs that were read before. The oldest file comes
 * first. A line counts when its newline is there.
 *
 * <p>Not for several threads at once.
 */
public final class LogFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LogFollower.class);
    /** A compressed file that does not change for that long is not being written any more. */
    private static final long WRITTEN_MILLIS = 60_000;

    private static final Comparator<Sighting> OLDEST_FIRST =
            Comparator.comparingLong(Sighting::modified).thenComparing(Sighting::path);

    private final LogPlace place;
    private final Supplier<LineReader> format;
    private final int longestLine;
    private final CursorTable cursors;
    private final Map<Integer, LineReader> readers = new HashMap<>();
    /** Files that had nothing more, by path, with the slots of their logs. */
    private Map<String, Settled> settled = new HashMap<>();

    /** Slots of logs whose last line lacks its newline for good; told once. */
    private final Set<Integer> incomplete = new HashSet<>();

    private @Nullable Reading open;

    private record Settled(Sighting file, Set<Integer> slots) {}

    /**
     * @param format makes the reader of a log's lines, before its first line
     * @param longestLine bytes of the longest line; a longer one is a fault
     * @param logs most logs that are told apart, 1 or more
     * @param stored how far logs were read
     */
    public LogFollower(
            LogPlace place, Supplier<LineReader> format, int longestLine, int logs, Collection<LogCursor> stored) {
        this.place = place;
        this.format = format;
        this.longestLine = longestLine;
        this.cursors = new CursorTable(logs, stored);
    }

    /**
     * The next lines with events or faults.
     *
     * @param most after that many lines, whatever is in them, it returns
     * @param now epoch milliseconds
     * @return fewer than {@code most} only if there is nothing more for now
     * @throws IllegalStateException if there are more logs than can be told apart; the follower is of no use then
     */
    public Batch poll(int most, long now) {
        Batch batch = new Batch(most, now);
        if (open != null && !goOn(open, batch)) {
            return batch;
        }
        Map<String, Settled> still = new HashMap<>();
        Set<Integer> seen = new HashSet<>();
        List<Sighting> files = listed();
        for (Sighting file : files) {
            Settled before = settled.get(file.path());
            if (before != null && before.file().equals(file)) {
                still.put(file.path(), before);
                seen.addAll(before.slots());
            }
        }
        settled = still;
        for (Sighting file : files) {
            if (!settled.containsKey(file.path()) && !follow(file, seen, batch)) {
                break;
            }
        }
        return batch;
    }

    private List<Sighting> listed() {
        try {
            return place.list().stream().sorted(OLDEST_FIRST).toList();
        } catch (IOException e) {
            LOG.warn("{}: cannot be listed, and is tried again: {}", place, e.toString());
            return List.of();
        }
    }

    /** Lines with something to tell, and whether there may be more at once. */
    public static final class Batch {
        private final List<FollowedLine> lines = new ArrayList<>();
        private final long now;
        private int left;

        private Batch(int most, long now) {
            this.left = most;
            this.now = now;
        }

        /** In the order of their files. */
        public List<FollowedLine> lines() {
            return lines;
        }

        /** Whether it ended because it was full. */
        public boolean isFull() {
            return left <= 0;
        }
    }

    /** A file that is being read. */
    private static final class Reading {
        private final Sighting file;
        private final LogContent content;
        private final LineScan scan;
        private LogCursor cursor;

        Reading(Sighting file, LogContent content, LogCursor cursor, int longestLine) {
            this.file = file;
            this.content = content;
            this.cursor = cursor;
            this.scan = new LineScan(content, cursor.position(), longestLine);
        }
    }

    /** Whether the batch has room for more. */
    private boolean follow(Sighting file, Set<Integer> seen, Batch batch) {
        LogContent content = null;
        try {
            content = place.open(file);
            Reading reading = recognize(file, content, seen);
            if (reading == null) {
                close(content);
                return true;
            }
            return goOn(reading, batch);
        } catch (NoSuchFileException e) {
            // Renamed since the listing: the next one shows it.
            return true;
        } catch (IOException e) {
            if (content != null) {
                close(content);
            }
            unreadable(file, "before its first new line", e, batch.now);
            return true;
        }
    }

    private static void close(LogContent content) {
        try {
            content.close();
        } catch (IOException e) {
            LOG.debug("a file was not closed", e);
        }
    }

    private @Nullable Reading recognize(Sighting file, LogContent content, Set<Integer> seen) throws IOException {
        return switch (Recognition.of(file.inode(), content, cursors.all())) {
            case Recognition.Continues continues -> {
                LogCursor cursor = continues.cursor();
                seen.add(cursor.slot());
                yield new Reading(file, content, cursor.in(file), longestLine);
            }
            case Recognition.Known recognized -> {
                int slot = recognized.cursor().slot();
                seen.add(slot);
                settled.put(file.path(), new Settled(file, Set.of(slot)));
                yield null;
            }
            case Recognition.Begins begins -> {
                int slot = begun(file, begins.instead(), seen);
                yield new Reading(file, content, LogCursor.start(slot, file), longestLine);
            }
        };
    }

    /** The slot of a new log. */
    private int begun(Sighting file, @Nullable LogCursor instead, Set<Integer> seen) {
        if (instead != null) {
            LOG.warn(
                    "{}: it was read up to byte {} and has been cut or rewritten since; it is read again from its first"
                            + " byte",
                    file.path(),
                    instead.position());
        }
        int slot = instead == null ? cursors.free(seen) : instead.slot();
        readers.put(slot, format.get());
        seen.add(slot);
        return slot;
    }

    /** Whether the batch has room for more after this file. */
    private boolean goOn(Reading reading, Batch batch) {
        open = null;
        boolean keep = false;
        try {
            while (!batch.isFull()) {
                RawLine line = reading.scan.next();
                if (line == null) {
                    end(reading);
                    return true;
                }
                take(reading, line, batch);
            }
            // Only a compressed file, which does not change, is held open: to find the place in it again is dear.
            keep = reading.file.compressed();
            return false;
        } catch (IOException e) {
            unreadable(reading.file, "after line " + reading.cursor.line(), e, batch.now);
            return true;
        } finally {
            if (keep) {
                open = reading;
            } else {
                close(reading.content);
            }
        }
    }

    private void end(Reading reading) {
        Sighting file = reading.file;
        if (file.compressed() && reading.scan.rest() > 0 && incomplete.add(reading.cursor.slot())) {
            LOG.warn(
                    "{}, line {}: its {} bytes are not read, because a line must end in a newline, and this one never will",
                    file.path(),
                    reading.cursor.line() + 1,
                    reading.scan.rest());
        }
        if (reading.cursor.position() > 0) {
            cursors.put(reading.cursor);
        }
        settled.put(file.path(), new Settled(file, Set.of(reading.cursor.slot())));
    }

    private void take(Reading reading, RawLine line, Batch batch) {
        LogCursor before = reading.cursor;
        LineFacts facts = facts(line, reader(before));
        LogCursor after = before.after(line, facts.isOfJobs(), batch.now);
        reading.cursor = after;
        cursors.put(after);
        batch.left--;
        if (facts.isOfJobs() || !facts.faults().isEmpty()) {
            batch.lines.add(new FollowedLine(reading.file.path(), after.line(), facts, after));
        }
    }

    private LineFacts facts(RawLine line, LineReader reader) {
        if (line.length() > longestLine) {
            reader.skip();
            String value = new String(line.kept(), StandardCharsets.ISO_8859_1);
            String rule = "must have at most " + longestLine + " bytes, but has " + line.length();
            return new LineFacts(List.of(), List.of(), List.of(new LineFault("line", value, rule)));
        }
        return reader.read(line.kept());
    }

    /** The reader of a log; after a restart, it reads the log's first lines again, which may name its fields. */
    private LineReader reader(LogCursor cursor) {
        return readers.computeIfAbsent(cursor.slot(), slot -> {
            LineReader reader = format.get();
            String head = cursor.head();
            for (int from = 0, to = head.indexOf('\n'); to >= 0; from = to + 1, to = head.indexOf('\n', from)) {
                var unused = reader.read(head.substring(from, to).getBytes(StandardCharsets.ISO_8859_1));
            }
            return reader;
        });
    }

    private void unreadable(Sighting file, String where, IOException e, long now) {
        if (e instanceof EOFException && now - file.modified() < WRITTEN_MILLIS) {
            return; // It is being compressed; the next listing shows more of it.
        }
        LOG.warn(
                "{}: cannot be read {}: {}. It is tried again when it changes, or when the connector starts",
                file.path(),
                where,
                e.toString());
        settled.put(file.path(), new Settled(file, Set.of()));
    }

    @Override
    public void close() {
        if (open != null) {
            close(open.content);
            open = null;
        }
    }
}
