package io.fairway.dispatcher.process;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A running program: lines go to its standard input, and lines come from one of its two outputs. For one thread. */
public final class ChildProgram implements AutoCloseable {
    /** The output that is read. */
    public enum Reads {
        /** Standard output; standard error goes to this program's. */
        OUTPUT,
        /** Standard error; standard output is dropped. */
        ERROR
    }

    private static final long CLOSING_SECONDS = 5;

    private final Process process;
    private final OutputStream in;
    private final LineFeed lines;

    private ChildProgram(Process process, Reads reads, String name) {
        this.process = process;
        in = process.getOutputStream();
        lines = new LineFeed(reads == Reads.OUTPUT ? process.getInputStream() : process.getErrorStream(), name);
    }

    /**
     * Starts a program.
     *
     * @throws IOException if there is no such program, or it may not be run; names it
     */
    public static ChildProgram start(List<String> command, Reads reads) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(reads == Reads.OUTPUT ? Redirect.PIPE : Redirect.DISCARD)
                .redirectError(reads == Reads.OUTPUT ? Redirect.INHERIT : Redirect.PIPE);
        // Messages are read by their words.
        builder.environment().put("LC_ALL", "C");
        return new ChildProgram(builder.start(), reads, command.get(0));
    }

    /**
     * Writes a line.
     *
     * @throws IOException if the program reads no more
     */
    public void write(String line) throws IOException {
        in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
    }

    /** The next line; null if none came in time, or the program ended. */
    public @Nullable String read(long millis) {
        try {
            return lines.next(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** Whether it ended, and all of its lines were read. */
    public boolean hasEnded() {
        return lines.isAtEnd();
    }

    /** Closes its input, waits some seconds for its end, and then ends it. */
    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            // It ended before.
        }
        try {
            if (!process.waitFor(CLOSING_SECONDS, TimeUnit.SECONDS)) {
                kill();
            }
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
        }
    }

    /** Ends it at once, with the programs that it started. */
    public void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
