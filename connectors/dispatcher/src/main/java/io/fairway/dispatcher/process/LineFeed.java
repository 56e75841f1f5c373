package io.fairway.dispatcher.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The lines that a program prints, read by a thread of its own so that the program never waits for its reader. A line is
 * cut after {@link #LONGEST} bytes, and what follows is dropped: a program that prints nonsense must not fill the memory.
 */
public final class LineFeed {
    /** Bytes of a line that are kept. */
    public static final int LONGEST = 64 * 1024;

    private static final int MAX_LINES = 10_000;

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>(MAX_LINES);
    private volatile boolean ended;

    /** Begins to read. */
    public LineFeed(InputStream in, String name) {
        Thread thread = new Thread(() -> read(in), name);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * The next line, without its end and with a mark if it was cut.
     *
     * @return null if none came in time, or the program has closed its output
     */
    public @Nullable String next(long millis) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (true) {
            boolean last = ended;
            String line = last ? lines.poll() : lines.poll(Math.min(50, millis(deadline)), TimeUnit.MILLISECONDS);
            if (line != null || last || System.nanoTime() - deadline >= 0) {
                return line;
            }
        }
    }

    /** Whether the program has closed its output, and all lines were returned. */
    public boolean isAtEnd() {
        return ended && lines.isEmpty();
    }

    private static long millis(long deadline) {
        return Math.max(0, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()));
    }

    private void read(InputStream in) {
        byte[] line = new byte[LONGEST];
        int length = 0;
        boolean cut = false;
        try (in) {
            byte[] part = new byte[8192];
            for (int count = in.read(part); count >= 0; count = in.read(part)) {
                for (int i = 0; i < count; i++) {
                    if (part[i] == '\n') {
                        put(line, length, cut);
                        length = 0;
                        cut = false;
                    } else if (length < LONGEST) {
                        line[length++] = part[i];
                    } else {
                        cut = true;
                    }
                }
            }
        } catch (IOException e) {
            // The program ended; what it had printed so far is all there is.
        }
        if (length > 0) {
            put(line, length, cut);
        }
        ended = true;
    }

    private void put(byte[] line, int length, boolean cut) {
        String text = new String(line, 0, length, StandardCharsets.UTF_8).strip();
        try {
            lines.put(cut ? text + " (cut)" : text);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
