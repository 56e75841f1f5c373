package io.fairway.system;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import picocli.CommandLine;

/**
 * {@code fairway serve} inside this JVM, for tests that neither kill nor freeze it: it starts with a third of the work of an {@link
 * io.fairway.trial.AppProcess}. An interrupt asks it to stop, as SIGTERM does.
 */
public final class AppHere implements AutoCloseable {
    private static final Duration STOP_PATIENCE = Duration.ofMinutes(2);

    /** What the program's own handler logs. */
    private static final Pattern DIED = Pattern.compile("thread .+ died");

    static {
        // What a thread of one application does not catch would end whatever another test waits for. It is told as in
        // the program, and closing that application fails.
        Awaitility.doNotCatchUncaughtExceptionsByDefault();
        Thread.setDefaultUncaughtExceptionHandler(FairwayMain::onDeadThread);
    }

    private final List<String> words;
    private final StringWriter printed = new StringWriter();
    private volatile int status;
    private Thread thread;

    private AppHere(List<String> words, List<String> options) {
        this.words = words;
        thread = launch(options);
    }

    /**
     * Starts it. It is not ready yet when this returns.
     *
     * @param settings its complete configuration
     * @param options of {@code serve} for this start alone
     */
    public static AppHere start(Map<String, String> settings, List<String> options) {
        // Several run on one machine. A test that asks one gives it an address.
        List<String> words = new ArrayList<>(List.of("serve", "--set", "http.listen=off"));
        settings.forEach((key, value) -> words.addAll(List.of("--set", key + "=" + value)));
        return new AppHere(words, options);
    }

    /** As above, without options. */
    public static AppHere start(Map<String, String> settings) {
        return start(settings, List.of());
    }

    private Thread launch(List<String> options) {
        List<String> all = new ArrayList<>(words);
        all.addAll(options);
        PrintWriter out = new PrintWriter(printed, true);
        CommandLine line = FairwayMain.commandLine("serve").setOut(out).setErr(out);
        return Thread.ofPlatform().name("serve").start(() -> {
            ThreadsLog.take(printed);
            status = line.execute(all.toArray(String[]::new));
        });
    }

    /** Whether it runs. */
    public synchronized boolean isAlive() {
        return thread.isAlive();
    }

    /** Its exit status. */
    public synchronized int exitStatus() {
        if (thread.isAlive()) {
            throw new IllegalThreadStateException("the application runs");
        }
        return status;
    }

    /** The output and the log of all its starts, in order. */
    public String printed() {
        return printed.toString();
    }

    /** Starts it again with the state that it left. */
    public synchronized void restart() {
        if (thread.isAlive()) {
            throw new IllegalStateException("the application runs already");
        }
        thread = launch(List.of());
    }

    /**
     * Checks that it runs.
     *
     * @throws IllegalStateException if it ended, with what it printed
     */
    public synchronized void requireAlive() {
        if (!thread.isAlive()) {
            throw new IllegalStateException("the application ended with status " + status + ":\n" + printed);
        }
    }

    /**
     * Stops it in order.
     *
     * @throws IllegalStateException if one of its threads had died
     */
    @Override
    public synchronized void close() {
        thread.interrupt();
        try {
            if (!thread.join(STOP_PATIENCE)) {
                throw new IllegalStateException("the application did not stop in " + STOP_PATIENCE);
            }
            if (DIED.matcher(printed.toString()).find()) {
                throw new IllegalStateException("a thread of the application died:\n" + printed);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the application stops", e);
        }
    }
}
