package io.fairway.system.slurm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** A server of the fixture in the foreground, as a child of this process. A shutdown hook kills it. */
final class SlurmDaemon implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 120;
    private static final int LOG_TAIL_LINES = 20;

    private final String name;
    private final Process process;
    private final Path log;
    private final Thread hook;

    private SlurmDaemon(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
        hook = new Thread(process::destroyForcibly, "kill-" + name);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Starts it; what it prints goes to {@code name.out} in the folder of logs. */
    static SlurmDaemon start(String name, Path logs, Map<String, String> environment, List<String> command) {
        Path log = logs.resolve(name + ".out");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            return new SlurmDaemon(name, process, log);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + name + " with " + command.get(0), e);
        }
    }

    /**
     * Waits until it works.
     *
     * @throws IllegalStateException if it ended, or does not work within two minutes; has the end of its log
     */
    SlurmDaemon await(BooleanSupplier works) {
        try {
            Awaitility.await(name)
                    .atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .pollInterval(100, TimeUnit.MILLISECONDS)
                    .until(() -> !process.isAlive() || works.getAsBoolean());
        } catch (ConditionTimeoutException e) {
            throw new IllegalStateException(name + " does not work: " + lastWords(), e);
        }
        if (!process.isAlive()) {
            throw new IllegalStateException(name + " ended with status " + process.exitValue() + ": " + lastWords());
        }
        return this;
    }

    private String lastWords() {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_TAIL_LINES), lines.size()));
        } catch (IOException e) {
            return "its log cannot be read: " + e;
        }
    }

    String name() {
        return name;
    }

    /** Sends it a signal, such as {@code STOP} and {@code CONT}. */
    void signal(String signal) {
        ProgramRun.of("kill", "-" + signal, Long.toString(process.pid())).orFail();
    }

    /** Kills it like {@code kill -9}, and returns when it is gone. */
    void kill() {
        process.destroyForcibly();
        process.onExit().join();
        forget();
    }

    /** Asks it to end, and kills it if it does not. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        process.onExit().join();
        forget();
    }

    private void forget() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending, and the hook has nothing left to do.
        }
    }
}
