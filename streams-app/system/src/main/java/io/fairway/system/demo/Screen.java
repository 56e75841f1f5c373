package io.fairway.system.demo;

import java.io.PrintWriter;
import java.time.Duration;

/** Where the demo is seen: a terminal that is drawn over, or a stream that gets a line now and then. */
interface Screen {
    /** Says something on a line of its own, before or after the demo runs. */
    void say(String words);

    /** How often {@link #show} wants a state. */
    Duration interval();

    /** The demo begins to run. */
    void open();

    /** Shows how it is. */
    void show(DemoState state);

    /** The demo runs no more; its last state stays to be seen. */
    void close(DemoState last);

    /** How it draws. */
    DemoView view();

    /** Draws over itself, on the terminal's other screen, so that what was there before is there afterwards. */
    static Screen terminal(PrintWriter out) {
        return new TerminalScreen(out);
    }

    /** A line every five seconds, and the table at the end. */
    static Screen plain(PrintWriter out) {
        return new PlainScreen(out);
    }
}
