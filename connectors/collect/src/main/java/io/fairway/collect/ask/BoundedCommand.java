package io.fairway.collect.ask;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Runs a command of a scheduler and hands its output on while it comes, with a bound in time and in bytes. The command is
 * killed at either.
 *
 * @param environment variables beside those of this program
 * @param patience how long a command may take
 * @param most bytes of output
 */
public record BoundedCommand(Map<String, String> environment, Duration patience, long most) {
    private static final int MAX_ERRORS = 4_096;
    /** The common pool has one thread on two processors: who reads errors would keep the alarm from ringing. */
    private static final Executor THREADS =
            task -> Thread.ofPlatform().daemon().name("scheduler-command").start(task);

    /** Reads an output. */
    public interface Reading<T> {
        T read(InputStream output) throws IOException;
    }

    /**
     * Runs a command.
     *
     * @throws IOException if it cannot be run, takes too long, prints too much or ends with another status than 0, and
     *     for what the reading throws; has the command and the reason
     */
    public <T> T run(List<String> command, Reading<T> reading) throws IOException, InterruptedException {
        String name = command.get(0);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        Process process = builder.start();
        AtomicBoolean late = new AtomicBoolean();
        CompletableFuture<Void> alarm = CompletableFuture.runAsync(
                () -> {
                    late.set(process.isAlive());
                    process.destroyForcibly();
                },
                CompletableFuture.delayedExecutor(patience.toMillis(), TimeUnit.MILLISECONDS, THREADS));
        CompletableFuture<String> errors =
                CompletableFuture.supplyAsync(() -> errors(process.getErrorStream()), THREADS);
        try {
            process.getOutputStream().close();
            @Nullable T result = null;
            @Nullable IOException failed = null;
            try (InputStream source = process.getInputStream()) {
                InputStream output = new BoundedStream(source, name, most);
                result = reading.read(output);
                // A command that may not write to the end is not known to have succeeded.
                output.transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
                failed = e;
                process.destroyForcibly();
            }
            int status = process.waitFor();
            if (late.get()) {
                throw new IOException(
                        name + " was ended because it took more than " + patience.toSeconds() + " s", failed);
            }
            String complaint = errors.join();
            if (failed != null) {
                throw complaint.isEmpty()
                        ? failed
                        : new IOException(failed.getMessage() + "; " + name + " said: " + complaint, failed);
            }
            if (status != 0) {
                throw new IOException(name + " ended with status " + status + ": " + complaint);
            }
            return Objects.requireNonNull(result);
        } finally {
            alarm.cancel(false);
            process.destroyForcibly();
        }
    }

    private static String errors(InputStream stream) {
        try (stream) {
            byte[] first = stream.readNBytes(MAX_ERRORS);
            stream.transferTo(OutputStream.nullOutputStream());
            return new String(first, StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
