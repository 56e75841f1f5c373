package io.fairway.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.ExitCode;

/**
 * Ends the process in order on SIGTERM or Ctrl-C: it interrupts the command, and waits until the command has cleaned up. If the
 * command then returns 0, the process ends with 0. Otherwise, it ends with the exit code of the signal: 128 plus its number.
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

    /** Watches the command that this thread will run. */
    static Ending ofThisThread() {
        Ending ending = new Ending(Thread.currentThread());
        Runtime.getRuntime().addShutdownHook(new Thread(ending::hold, "end"));
        return ending;
    }

    /** Ends the process after the command. Does not return. */
    void exit(int exitCode) {
        code = exitCode;
        ended.countDown();
        System.exit(exitCode);
    }

    private void hold() {
        if (ended.getCount() == 0) {
            return; // The process ends by itself.
        }
        command.interrupt();
        try {
            if (ended.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS) && code == ExitCode.OK) {
                // Only this gives another code than the signal's. Everything is closed by now.
                deleteUnpackedLibraries();
                Runtime.getRuntime().halt(code);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What RocksDB and LZ4 unpacked for this process, 20 MB: they delete it at an exit, and a halt is none. */
    private static void deleteUnpackedLibraries() {
        try {
            String temporary =
                    Path.of(System.getProperty("java.io.tmpdir")).toRealPath().toString();
            for (String line : Files.readAllLines(Path.of("/proc/self/maps"))) {
                int begin = line.indexOf(temporary + "/");
                if (begin >= 0 && line.endsWith(".so")) {
                    Files.deleteIfExists(Path.of(line.substring(begin)));
                    Files.deleteIfExists(Path.of(line.substring(begin) + ".lck"));
                }
            }
        } catch (IOException e) {
            // They stay, as they do elsewhere than on Linux.
        }
    }
}
