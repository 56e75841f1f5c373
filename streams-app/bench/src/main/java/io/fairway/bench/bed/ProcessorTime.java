package io.fairway.bench.bed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Processor time of processes, as Linux counts it in {@code /proc/PID/stat}: user and system time of all threads,
 * garbage collection included, in steps of 10 ms.
 */
public final class ProcessorTime {
    /** Clock ticks a second, the same on every Linux that Java runs on. */
    private static final double TICKS = 100;

    /** Of the fields after the name in brackets: utime and stime, fields 14 and 15 of proc(5). */
    private static final int USER = 11;

    private static final int SYSTEM = 12;

    private ProcessorTime() {}

    /**
     * Seconds that a process has used, without those of its compiler: what it compiles in a minute serves it for a
     * year.
     *
     * <p>The process must keep its compiler threads ({@link #KEEP_COMPILERS}), as the time of a thread that ended
     * belongs to no thread.
     */
    public static double seconds(long pid) {
        return of(Path.of("/proc/" + pid + "/stat")) - compilerSeconds(pid);
    }

    /** The JVM option with which {@link #seconds} is right. */
    public static final String KEEP_COMPILERS = "-XX:-UseDynamicNumberOfCompilerThreads";

    /** Seconds that a process has used, its compiler included. */
    public static double wholeSeconds(long pid) {
        return of(Path.of("/proc/" + pid + "/stat"));
    }

    private static double compilerSeconds(long pid) {
        Path tasks = Path.of("/proc/" + pid + "/task");
        if (!Files.isDirectory(tasks)) {
            return 0;
        }
        try (Stream<Path> threads = Files.list(tasks)) {
            List<Path> all = threads.toList();
            double sum = 0;
            for (Path thread : all) {
                String name = read(thread.resolve("comm")).strip();
                if (name.startsWith("C1 CompilerThre") || name.startsWith("C2 CompilerThre")) {
                    sum += of(thread.resolve("stat"));
                }
            }
            return sum;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list the threads of process " + pid, e);
        }
    }

    /** Bytes of memory that a process has in use. */
    public static long residentBytes(long pid) {
        return read(Path.of("/proc/" + pid + "/status"))
                .lines()
                .filter(line -> line.startsWith("VmRSS"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                .findFirst()
                .orElse(0);
    }

    private static double of(Path stat) {
        String text = read(stat);
        if (text.isEmpty()) {
            return 0;
        }
        // The name may have blanks and brackets in it.
        String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM])) / TICKS;
    }

    /** Empty if the process or thread is gone. */
    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            return "";
        } catch (IOException e) {
            // Linux says ESRCH when a thread ends while its file is read.
            if (Files.exists(file)) {
                throw new UncheckedIOException("cannot read " + file, e);
            }
            return "";
        }
    }
}
