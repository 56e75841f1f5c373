package io.fairway.dispatcher.command;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The starts that a program is asked for, and those that it will be. It finds the one on which the program hangs or ends:
 *
 * <ol>
 *   <li>A program may answer one line after the other: then only the oldest can be late, and its time runs from the last
 *       answer. A line that a later one overtook is late by its own time.
 *   <li>If the program fails, the late line, or else the oldest, is set aside: it is asked again after all others, and by
 *       itself. Only that counts as a try. The others were perhaps never read.
 *   <li>The others are then asked one at a time, and twice as many after each answer. So a second failure finds its line too.
 * </ol>
 *
 * Time is an argument, in epoch milliseconds.
 */
final class StartQueue {
    /** Of one line that fails again and again, and of one that is answered by an error. */
    static final int MAX_TRIES = 3;

    private static final int MAX_ASKED = 1_000;
    /** A pipe takes 64 KiB from a program that writes to one that reads nothing; then the writer would stand still. */
    private static final int MAX_BYTES = 32 * 1024;

    /** A line that was written, when, and as the how manieth. */
    private record Asked(StartLine line, long at, long order, int bytes) {}

    private final ArrayDeque<StartLine> unsent = new ArrayDeque<>();
    private final Map<Long, Asked> asked = new LinkedHashMap<>();
    private int window = MAX_ASKED;
    private int bytes;
    private long written;
    private long lastAnswered;
    private long answeredAt = Long.MIN_VALUE;

    /** A start that is to be asked for, after the others. */
    void add(StartLine line) {
        unsent.addLast(line);
    }

    int size() {
        return asked.size() + unsent.size();
    }

    /** Whether an answer is due. */
    boolean waits() {
        return !asked.isEmpty();
    }

    /** The line to write now; null = none, or the program has enough to do. */
    @Nullable
    StartLine next() {
        StartLine line = unsent.peekFirst();
        if (line == null || asked.isEmpty()) {
            return line;
        }
        boolean alone = line.alone() || asked.values().iterator().next().line().alone();
        return alone || asked.size() >= window || bytes + length(line) > MAX_BYTES ? null : line;
    }

    /** The next line was written. */
    void written(long now) {
        StartLine line = unsent.removeFirst();
        Asked entry = new Asked(line, now, ++written, length(line));
        bytes += entry.bytes();
        asked.put(line.id(), entry);
    }

    /** The start that an answer is for; null = none waits for it. */
    @Nullable
    StartLine answered(long id, long now) {
        Asked entry = asked.remove(id);
        if (entry == null) {
            return null;
        }
        bytes -= entry.bytes();
        lastAnswered = Math.max(lastAnswered, entry.order());
        answeredAt = now;
        window = Math.min(MAX_ASKED, 2 * window);
        return entry.line();
    }

    /** A start whose answer is late; null = none is. */
    @Nullable
    StartLine late(long now, long answerMillis) {
        for (Asked entry : asked.values()) {
            boolean overtaken = entry.order() < lastAnswered;
            long since = overtaken ? entry.at() : Math.max(entry.at(), answeredAt);
            if (now - since > answerMillis) {
                return entry.line();
            }
        }
        return null;
    }

    /**
     * The program is gone, and another one will know nothing of what was asked.
     *
     * @param late the line that was late; null = it ended by itself
     * @return the line that was tried often enough; null = all are asked again
     */
    @Nullable
    StartLine failed(@Nullable StartLine late) {
        List<StartLine> lines = new ArrayList<>();
        asked.values().forEach(entry -> lines.add(entry.line()));
        if (lines.isEmpty()) {
            return null;
        }
        forget();
        window = 1;
        StartLine suspect = late == null ? lines.get(0) : late;
        lines.remove(suspect);
        lines.reversed().forEach(line -> unsent.addFirst(line.again()));
        if (suspect.tries() + 1 >= MAX_TRIES) {
            return suspect;
        }
        unsent.addLast(suspect.aside());
        return null;
    }

    /** All that was not answered, and all that was not asked for; nothing is left. */
    List<StartLine> drain() {
        List<StartLine> lines = new ArrayList<>();
        asked.values().forEach(entry -> lines.add(entry.line()));
        forget();
        lines.addAll(drainUnsent());
        return lines;
    }

    /** All that waits to be asked for; no longer. */
    List<StartLine> drainUnsent() {
        List<StartLine> lines = List.copyOf(unsent);
        unsent.clear();
        return lines;
    }

    private void forget() {
        asked.clear();
        bytes = 0;
    }

    private static int length(StartLine line) {
        return line.text().getBytes(StandardCharsets.UTF_8).length + 1;
    }
}
