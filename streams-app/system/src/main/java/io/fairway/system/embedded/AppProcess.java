package io.fairway.system.embedded;

import io.fairway.app.runtime.FairwayConfig;
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

/** The application in a process of its own: {@code fairway serve}, which can be killed and started again. */
public final class AppProcess implements AutoCloseable {
    /** By name, as the launcher starts it: its package is above this one. */
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

    private AppProcess(Path directory, List<String> jvmOptions, Path configuration) {
        this.jvmOptions = jvmOptions;
        this.configuration = configuration;
        output = directory.resolve("app.out");
        log = directory.resolve("app.log");
        jvm = launch();
    }

    /**
     * Starts it; it is not ready yet when this returns.
     *
     * @param directory for its configuration file, its log and what it prints; created if missing
     * @param settings its configuration, complete
     * @param jvmOptions such as {@code -Xmx1g}
     */
    public static AppProcess start(Path directory, Map<String, String> settings, List<String> jvmOptions) {
        Path configuration = directory.resolve("app.properties");
        try {
            Files.createDirectories(directory);
            Properties properties = new Properties();
            // Several run on one machine; one that answers questions is told where.
            properties.put(FairwayConfig.HTTP_LISTEN, "off");
            properties.putAll(settings);
            try (BufferedWriter out = Files.newBufferedWriter(configuration, StandardCharsets.UTF_8)) {
                properties.store(out, null);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the application's configuration cannot be written to " + configuration, e);
        }
        return new AppProcess(directory, List.copyOf(jvmOptions), configuration);
    }

    private ChildJvm launch() {
        var options = new ArrayList<>(jvmOptions);
        options.add("-Dfairway.log=" + log);
        return ChildJvm.start(
                "the application",
                options,
                System.getProperty("java.class.path"),
                MAIN,
                List.of("serve", "--config", configuration.toString()),
                output);
    }

    /** Whether its process runs. */
    public synchronized boolean isAlive() {
        return jvm.isAlive();
    }

    /** Its process id. */
    public synchronized long pid() {
        return jvm.pid();
    }

    /** Processor time that its process has used. */
    public synchronized Duration processorTime() {
        return jvm.processorTime();
    }

    /**
     * The status that it ended with.
     *
     * @throws IllegalThreadStateException if it runs
     */
    public synchronized int exitStatus() {
        return jvm.exitStatus();
    }

    /** What it printed, all starts of it one after the other. */
    public String printed() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException("what the application printed cannot be read from " + output, e);
        }
    }

    /** Kills it as {@code kill -9} does. */
    public synchronized void kill() {
        jvm.kill();
    }

    /** Lets it stand still, as a machine does that swaps or whose virtual machine is moved. */
    public synchronized void freeze() {
        jvm.signal("STOP");
    }

    /** Lets it go on. */
    public synchronized void thaw() {
        jvm.signal("CONT");
    }

    /** Starts it again, on the state that it left. */
    public synchronized void restart() {
        if (jvm.isAlive()) {
            throw new IllegalStateException("the application runs already");
        }
        jvm = launch();
    }

    /**
     * Refuses to go on without it.
     *
     * @throws IllegalStateException if its process ended, with the cause that it gave
     */
    public synchronized void requireAlive() {
        if (!jvm.isAlive()) {
            keepLog();
            throw new IllegalStateException(
                    "the application ended with status " + jvm.exitStatus() + ": " + lastWords());
        }
    }

    /** Its own line about its end, else the last line of what it printed. */
    private String lastWords() {
        try {
            List<String> lines = Files.readAllLines(output).stream()
                    .filter(line -> !line.isBlank())
                    .toList();
            return lines.stream()
                    .filter(line -> line.startsWith(SAID_BY_FAIRWAY))
                    .reduce((earlier, later) -> later)
                    .map(line -> line.substring(SAID_BY_FAIRWAY.length()))
                    .orElse(lines.isEmpty() ? "it said nothing" : lines.get(lines.size() - 1));
        } catch (IOException e) {
            return "what it printed cannot be read: " + e;
        }
    }

    /** Takes the end of its log into this one: its directory may be gone when somebody asks why. */
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
