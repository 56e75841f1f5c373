package io.fairway.client;

import java.io.PrintWriter;
import java.util.List;

/** A terminal that one picture after the other fills; what was on it before comes back at the end. */
final class FullScreen implements AutoCloseable {
    private static final String ENTER = "\u001b[?1049h\u001b[?25l";
    private static final String LEAVE = "\u001b[?25h\u001b[?1049l";
    private static final String TOP_LEFT = "\u001b[H";
    private static final String END_OF_LINE = "\u001b[K";
    private static final String REST = "\u001b[J";

    private final PrintWriter out;
    private boolean open = true;

    FullScreen(PrintWriter out) {
        this.out = out;
        out.print(ENTER);
        out.flush();
    }

    /** Shows as many of the lines as there are rows. Nothing is wiped first: that would flicker. */
    synchronized void show(List<String> lines, int rows) {
        if (!open) {
            return;
        }
        List<String> fitting = lines.subList(0, Math.min(lines.size(), rows));
        out.print(TOP_LEFT);
        out.print(String.join(END_OF_LINE + "\r\n", fitting));
        out.print(END_OF_LINE + REST);
        out.flush();
    }

    /** May come twice: at the end, and when the process is asked to end. */
    @Override
    public synchronized void close() {
        if (open) {
            open = false;
            out.print(LEAVE);
            out.flush();
        }
    }
}
