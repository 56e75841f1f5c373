package io.fairway.system.slurm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A program that ran to its end.
 *
 * @param command its command line
 * @param status exit status
 * @param output standard output
 * @param errors standard error
 */
public record ProgramRun(List<String> command, int status, String output, String errors) {
    private static final long PATIENCE_SECONDS = 120;

    /** For what fetches packages. */
    private static final long GREAT_PATIENCE_SECONDS = 1_200;

    static ProgramRun of(String... command) {
        return of(Map.of(), List.of(command), "");
    }

    /** Runs a program that may take twenty minutes. */
    static ProgramRun patiently(List<String> command) {
        return of(Map.of(), command, "", GREAT_PATIENCE_SECONDS);
    }

    /**
     * Runs a program.
     *
     * @param environment variables beside those of this process
     * @param input its standard input
     * @throws IllegalStateException if it does not end within two minutes
     */
    public static ProgramRun of(Map<String, String> environment, List<String> command, String input) {
        return of(environment, command, input, PATIENCE_SECONDS);
    }

    private static ProgramRun of(Map<String, String> environment, List<String> command, String input, long patience) {
        try {
            Path out = Files.createTempFile("fw-out", null);
            Path err = Files.createTempFile("fw-err", null);
            try {
                ProcessBuilder builder =
                        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
                builder.environment().putAll(environment);
                Process process = builder.start();
                try (var stdin = process.getOutputStream()) {
                    stdin.write(input.getBytes(StandardCharsets.UTF_8));
                } catch (IOException e) {
                    // It ended without reading all of it; its status says whether that is an error.
                    process.onExit().join();
                }
                if (!process.waitFor(patience, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    throw new IllegalStateException(
                            String.join(" ", command) + " did not end within " + patience + " s");
                }
                return new ProgramRun(command, process.exitValue(), Files.readString(out), Files.readString(err));
            } finally {
                Files.delete(out);
                Files.delete(err);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + command.get(0), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted during " + command.get(0), e);
        }
    }

    /** Whether it ended with status 0. */
    public boolean ok() {
        return status == 0;
    }

    /**
     * Its standard output without white space at the end.
     *
     * @throws IllegalStateException if its status is not 0
     */
    public String orFail() {
        if (!ok()) {
            throw new IllegalStateException(String.join(" ", command) + " ended with status " + status + ": "
                    + errors.strip() + output.strip());
        }
        return output.stripTrailing();
    }
}
