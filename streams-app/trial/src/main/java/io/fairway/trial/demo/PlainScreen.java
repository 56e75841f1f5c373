package io.fairway.trial.demo;

import java.io.PrintWriter;
import java.time.Duration;

/** Lines for a file or a pipe. */
final class PlainScreen implements Screen {
    private final PrintWriter out;
    private final DemoView view = new DemoView(false);

    PlainScreen(PrintWriter out) {
        this.out = out;
    }

    @Override
    public DemoView view() {
        return view;
    }

    @Override
    public void say(String words) {
        out.print(words + System.lineSeparator());
        out.flush();
    }

    @Override
    public Duration interval() {
        return Duration.ofSeconds(5);
    }

    @Override
    public void open() {}

    @Override
    public void show(DemoState state) {
        say(view.line(state));
    }

    @Override
    public void close(DemoState last) {
        say("\n" + view.table(last));
    }
}
