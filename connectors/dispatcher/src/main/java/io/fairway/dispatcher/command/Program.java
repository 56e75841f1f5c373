package io.fairway.dispatcher.command;

import io.fairway.dispatcher.process.ChildProgram;
import io.fairway.dispatcher.process.ChildProgram.Reads;
import io.fairway.dispatcher.process.Retry;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The program, started again with growing pauses whenever it ends. For one thread. */
final class Program implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Program.class);

    /** So long a program that reads no more may go on to print. */
    private static final long REFUSING_MILLIS = 1_000;

    private final List<String> command;
    private final Retry retry = new Retry();
    private @Nullable ChildProgram running;
    private long refusesSince = Long.MAX_VALUE;

    Program(List<String> command) {
        this.command = List.copyOf(command);
    }

    /** Whether it runs; it is started if it does not, and the pause is over. */
    boolean isUp(long now) {
        if (running == null && retry.isOver(now)) {
            try {
                running = ChildProgram.start(command, Reads.OUTPUT);
            } catch (IOException e) {
                failed(now, String.valueOf(e.getMessage()));
            }
        }
        return running != null;
    }

    /** Whether it runs. */
    boolean isRunning() {
        return running != null;
    }

    /** Writes a line; whether the program took it. */
    boolean write(String line, long now) {
        ChildProgram program = running;
        if (program == null) {
            return false;
        }
        try {
            program.write(line);
            return true;
        } catch (IOException e) {
            // It has ended, or will. What it printed before is still to be read: it is the answer to other lines.
            refusesSince = Math.min(refusesSince, now);
            return false;
        }
    }

    /** A line that it has printed; null if there is none now. */
    @Nullable
    String read(long now) {
        ChildProgram program = running;
        if (program == null) {
            return null;
        }
        String line = program.read(0);
        if (line != null) {
            retry.succeeded();
        } else if (program.hasEnded()) {
            failed(now, "it ended");
        } else if (refusesSince != Long.MAX_VALUE && now - refusesSince > REFUSING_MILLIS) {
            failed(now, "it reads no more");
        }
        return line;
    }

    /** Ends it; it is started again after a pause. */
    void failed(long now, String why) {
        log.warn("{}: {}; it is started again", command.get(0), why);
        ChildProgram program = running;
        running = null;
        refusesSince = Long.MAX_VALUE;
        retry.failed(now);
        if (program != null) {
            program.kill();
        }
    }

    /** Ends it at once. */
    void kill() {
        if (running != null) {
            running.kill();
            running = null;
        }
    }

    @Override
    public void close() {
        if (running != null) {
            running.close();
        }
    }
}
