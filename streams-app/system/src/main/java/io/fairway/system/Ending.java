package io.fairway.system;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.ExitCode;

/**
 * How the process ends when it is asked to, by SIGTERM or Ctrl-C: its command is interrupted, and the end held until that
 * one has cleaned up. A command that then says that all is well ends the process with 0; after any other the signal has
 * its own exit code, 128 and its number.
 */
final class Ending {
    /** Longer than the application waits for its stream threads. */
    private static final Duration PATIENCE = Duration.ofSeconds(35);

    private final Thread command;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile int code = ExitCode.SOFTWARE;

    private Ending(Thread command) {
        this.command = command;
    }

    /** Watches over the command that this thread is going to run. */
    static Ending ofThisThread() {
        Ending ending = new Ending(Thread.currentThread());
        Runtime.getRuntime().addShutdownHook(new Thread(ending::hold, "end"));
        return ending;
    }

    /** Ends the process: the command is done. Does not return. */
    void exit(int exitCode) {
        code = exitCode;
        ended.countDown();
        System.exit(exitCode);
    }

    private void hold() {
        if (ended.getCount() == 0) {
            return; // it ends by itself
        }
        command.interrupt();
        try {
            if (ended.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS) && code == ExitCode.OK) {
                // The only way to another code than the signal's. All that was to be closed is closed.
                Runtime.getRuntime().halt(code);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
