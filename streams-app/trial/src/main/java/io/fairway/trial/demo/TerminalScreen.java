package io.fairway.trial.demo;

import io.fairway.client.table.PlainWriter;
import java.io.PrintWriter;
import java.time.Duration;

/** A terminal with the control sequences of ECMA-48, and those of xterm for a second screen. */
final class TerminalScreen implements Screen {
    private static final String ENTER = "\033[?1049h\033[?25l\033[?7l\033[2J";
    private static final String LEAVE = "\033[?7h\033[?25h\033[?1049l";
    private static final String TOP = "\033[H";
    private static final String REST_OF_LINE = "\033[K";
    private static final String REST_OF_SCREEN = "\033[J";

    private final PlainWriter out;
    private final DemoView view = new DemoView(true);
    private boolean entered;

    TerminalScreen(PrintWriter out) {
        this.out = PlainWriter.of(out);
    }

    @Override
    public DemoView view() {
        return view;
    }

    @Override
    public void say(String words) {
        out.drawn(words + System.lineSeparator());
        out.flush();
    }

    @Override
    public Duration interval() {
        return Duration.ofMillis(500);
    }

    @Override
    public void open() {
        out.drawn(ENTER);
        out.flush();
        entered = true;
    }

    @Override
    public void show(DemoState state) {
        out.drawn(TOP + view.table(state).replace("\n", REST_OF_LINE + "\n") + REST_OF_LINE + REST_OF_SCREEN);
        out.flush();
    }

    @Override
    public void close(DemoState last) {
        if (entered) {
            out.drawn(LEAVE);
            entered = false;
        }
        say(view.table(last));
    }
}
