package io.fairway.trial;

import io.fairway.app.runtime.FairwayConfig;
import io.fairway.embedded.ChildJvm;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The application in a process of its own: {@code fairway serve}, to kill and restart. */
public final class AppProcess implements AutoCloseable {
    /** The main class by name, as in the launcher: it is above this one. */
    private static final String MAIN = "io.fairway.system.FairwayMain";

    private static final Logger LOG = LoggerFactory.getLogger(AppProcess.class);
    /** The application limits its own end to 35 s; a busy machine may be late with that. */
    private static final Duration STOP_PATIENCE = Duration.ofMinutes(2);

    private static final String SAID_BY_FAIRWAY = "fairway: ";
    private static final int LOG_TAIL_LINES = 200;

    private final List<String> jvmOptions;
    private final Path configuration;
    private final Path output;
    private final Path log;
    private ChildJvm jvm;

    private AppProcess(Path directory, List<String> jvmOptions, Path configuration, List<String> options) {
        this.jvmOptions = jvmOptions;
        this.configuration = configuration;
        output = directory.resolve("app.out");
        log = directory.resolve("app.log");
        jvm = launch(options);
    }

    /**
     * Starts it. It is not ready yet when this returns.
     *
     * @param directory the directory of its configuration file, its log and its output; created if missing
     * @param settings its complete configuration
     * @param jvmOptions such as {@code -Xmx1g}
     */
    public static AppProcess start(Path directory, Map<String, String> settings, List<String> jvmOptions) {
        return start(directory, settings, jvmOptions, List.of());
    }

    /**
     * As above.
     *
     * @param options of {@code serve} for this start alone
     */
    public static AppProcess start(
            Path directory, Map<String, String> settings, List<String> jvmOptions, List<String> options) {
        Path configuration = directory.resolve("app.properties");
        try {
            Files.createDirectories(directory);
            Properties properties = new Properties();
            // Several run on one machine. A test that asks one gives it an address.
            properties.put(FairwayConfig.HTTP_LISTEN, "off");
            properties.putAll(settings);
            try (BufferedWriter out = Files.newBufferedWriter(configuration, StandardCharsets.UTF_8)) {
                properties.store(out, null);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the application's configuration to " + configuration, e);
        }
        return new AppProcess(directory, List.copyOf(jvmOptions), configuration, options);
    }

    private ChildJvm launch(List<String> options) {
        List<String> words = new ArrayList<>(List.of("serve", "--config", configuration.toString()));
        words.addAll(options);
        var flags = new ArrayList<>(jvmOptions);
        flags.add("-Dfairway.log=" + log);
        return ChildJvm.start("the application", flags, System.getProperty("java.class.path"), MAIN, words, output);
    }

    /** Whether its process runs. */
    public synchronized boolean isAlive() {
        return jvm.isAlive();
    }

    /** Its process id. */
    public synchronized long pid() {
        return jvm.pid();
    }

    /**
     * Its exit status.
     *
     * @throws IllegalThreadStateException if it runs
     */
    public synchronized int exitStatus() {
        return jvm.exitStatus();
    }

    /** The output of all its starts, in order. */
    public String printed() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the output of the application from " + output, e);
        }
    }

    /** Kills it like {@code kill -9}. */
    public synchronized void kill() {
        jvm.kill();
    }

    /** Pauses it, like a machine that swaps or a virtual machine that moves. */
    public synchronized void freeze() {
        jvm.signal("STOP");
    }

    /** Resumes it. */
    public synchronized void thaw() {
        jvm.signal("CONT");
    }

    /** Starts it again with the state that it left. */
    public synchronized void restart() {
        if (jvm.isAlive()) {
            throw new IllegalStateException("the application runs already");
        }
        jvm = launch(List.of());
    }

    /**
     * Checks that it runs.
     *
     * @throws IllegalStateException if its process ended, with the reported cause
     */
    public synchronized void requireAlive() {
        if (!jvm.isAlive()) {
            keepLog();
            throw new IllegalStateException(
                    "the application ended with status " + jvm.exitStatus() + ": " + lastWords());
        }
    }

    /** Its own line about its end, or the last line of its output. */
    private String lastWords() {
        try {
            List<String> lines = Files.readAllLines(output).stream()
                    .filter(line -> !line.isBlank())
                    .toList();
            return lines.stream()
                    .filter(line -> line.startsWith(SAID_BY_FAIRWAY))
                    .reduce((earlier, later) -> later)
                    .map(line -> line.substring(SAID_BY_FAIRWAY.length()))
                    .orElse(lines.isEmpty() ? "it printed nothing" : lines.get(lines.size() - 1));
        } catch (IOException e) {
            return "its output cannot be read: " + e;
        }
    }

    /** Copies the end of its log into this log: its directory may be gone later. */
    private void keepLog() {
        try {
            List<String> lines = Files.readAllLines(log);
            LOG.error(
                    "the application ended; the end of its log:\n{}",
                    String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_TAIL_LINES), lines.size())));
        } catch (IOException e) {
            LOG.error("the application ended, and its log cannot be read: {}", e.toString());
        }
    }

    /** Stops it in order. */
    @Override
    public synchronized void close() {
        jvm.stop(STOP_PATIENCE);
    }
}
