package io.fairway.client.table;

import java.io.PrintWriter;
import java.util.List;

/** A full-screen view of a terminal. The earlier content of the terminal comes back at the end. */
public final class FullScreen implements AutoCloseable {
    private static final String ENTER = "\u001b[?1049h\u001b[?25l";
    private static final String LEAVE = "\u001b[?25h\u001b[?1049l";
    private static final String TOP_LEFT = "\u001b[H";
    private static final String END_OF_LINE = "\u001b[K";
    private static final String REST = "\u001b[J";

    private final PlainWriter out;
    private boolean open = true;

    public FullScreen(PrintWriter out) {
        this.out = PlainWriter.of(out);
        this.out.drawn(ENTER);
        this.out.flush();
    }

    /** Shows as many lines as there are rows. It does not clear the screen first: that would flicker. */
    public synchronized void show(List<String> lines, int rows) {
        if (!open) {
            return;
        }
        List<String> fitting = lines.subList(0, Math.min(lines.size(), rows));
        out.drawn(TOP_LEFT);
        out.drawn(String.join(END_OF_LINE + "\r\n", fitting));
        out.drawn(END_OF_LINE + REST);
        out.flush();
    }

    /** Restores the terminal. A second call, when the process is asked to end, does no harm. */
    @Override
    public synchronized void close() {
        if (open) {
            open = false;
            out.drawn(LEAVE);
            out.flush();
        }
    }
}
