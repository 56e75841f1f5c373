package io.fairway.system;

import io.fairway.program.QuickProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ExitCode;

/**
 * Ends the process in order on SIGTERM or Ctrl-C: it interrupts the command, and waits until the command has cleaned up. If the
 * command then returns 0, the process ends with 0. Otherwise, it ends with the exit code of the signal: 128 plus its number.
 */
final class Ending {
    /** Longer than the application waits for its stream threads. */
    private static final Duration PATIENCE = Duration.ofSeconds(35);

    /** The directory and the name of a library in a line of the memory map. */
    private static final Pattern UNPACKED = Pattern.compile("(/.*)/(lib(?:rocksdbjni|lz4-java)[^/]*\\.so)$");

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

    /** Ends the process after the command. The thread of the command must do nothing more if this returns. */
    void exit(int exitCode) {
        code = exitCode;
        ended.countDown();
        QuickProgram.end(exitCode);
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

    /**
     * What RocksDB and LZ4 unpacked for this process, 20 MB: they delete it at an exit, and a halt is none. No other library: a JDK
     * may be in the directory for temporary files, too.
     */
    private static void deleteUnpackedLibraries() {
        try {
            Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toRealPath();
            for (String line : Files.readAllLines(Path.of("/proc/self/maps"))) {
                Matcher unpacked = UNPACKED.matcher(line);
                if (unpacked.find() && Path.of(unpacked.group(1)).equals(temporary)) {
                    Files.deleteIfExists(temporary.resolve(unpacked.group(2)));
                    Files.deleteIfExists(temporary.resolve(unpacked.group(2) + ".lck"));
                }
            }
        } catch (IOException e) {
            // They stay, as they do elsewhere than on Linux.
        }
    }
}
