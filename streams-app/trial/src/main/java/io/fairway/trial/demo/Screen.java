package io.fairway.trial.demo;

import java.io.PrintWriter;
import java.time.Duration;

/** The display of the demo: a terminal that it redraws, or a stream that gets a line from time to time. */
interface Screen {
    /** Prints a line before or after the demo. */
    void say(String words);

    /** Time between two calls of {@link #show}. */
    Duration interval();

    /** The demo begins. */
    void open();

    /** Shows a state. */
    void show(DemoState state);

    /** The demo ends; its last state stays visible. */
    void close(DemoState last);

    /** The view that draws states. */
    DemoView view();

    /** A screen that redraws itself on the terminal's second screen. The first screen comes back at the end. */
    static Screen terminal(PrintWriter out) {
        return new TerminalScreen(out);
    }

    /** A screen with a line every five seconds, and the table at the end. */
    static Screen plain(PrintWriter out) {
        return new PlainScreen(out);
    }
}
