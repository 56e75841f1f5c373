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

    private final List<String> command;
    private final Retry retry = new Retry();
    private @Nullable ChildProgram running;

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
            failed(now, "it reads no more: " + e.getMessage());
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
        }
        return line;
    }

    /** Ends it; it is started again after a pause. */
    void failed(long now, String why) {
        log.warn("{}: {}; it is started again", command.get(0), why);
        ChildProgram program = running;
        running = null;
        retry.failed(now);
        if (program != null) {
            program.kill();
        }
    }

    @Override
    public void close() {
        if (running != null) {
            running.close();
        }
    }
}
