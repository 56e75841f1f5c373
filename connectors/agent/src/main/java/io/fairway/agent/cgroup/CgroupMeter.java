package io.fairway.agent.cgroup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the counters of control groups. */
public final class CgroupMeter {
    private static final double MICROS = 1e6;
    private static final double NANOS = 1e9;
    /** The kernel writes 4 KiB a page; a longer file is none of its. */
    private static final long MAX_FILE = 1 << 20;

    private final Hierarchies hierarchies;
    private final Consumer<String> problems;

    /** @param problems hears of files that are not as the kernel writes them, with line, value and rule */
    public CgroupMeter(Path root, Consumer<String> problems) {
        this.hierarchies = Hierarchies.below(root);
        this.problems = problems;
    }

    /** What a control group used; its path is relative to the root of a hierarchy. */
    public CgroupReading read(String path) {
        Path unified = in(hierarchies.unified(), path);
        Path cpu = in(hierarchies.cpu(), path);
        Path memory = in(hierarchies.memory(), path);
        Path io = in(hierarchies.io(), path);
        Double cpuSeconds = seconds(number(unified, "cpu.stat", text -> CounterText.named(text, "usage_usec")), MICROS);
        if (cpuSeconds == null || cpu != null) {
            Double ofCpuacct = seconds(number(cpu, "cpuacct.usage", CounterText::single), NANOS);
            cpuSeconds = ofCpuacct == null ? cpuSeconds : ofCpuacct;
        }
        Long used = minus(
                number(unified, "memory.current", CounterText::single),
                number(unified, "memory.stat", text -> CounterText.named(text, "inactive_file")));
        if (used == null) {
            used = minus(
                    number(memory, "memory.usage_in_bytes", CounterText::single),
                    number(memory, "memory.stat", text -> CounterText.named(text, "total_inactive_file")));
        }
        String blkio = "blkio.throttle.io_service_bytes_recursive";
        String ios = text(unified, "io.stat");
        String operations = ios == null ? text(io, blkio) : null;
        return new CgroupReading(
                life(cpu, unified, memory, io),
                cpuSeconds,
                used,
                ios == null
                        ? parsed(io, blkio, operations, text -> CounterText.operations(text, "Read"))
                        : parsed(unified, "io.stat", ios, text -> CounterText.devices(text, "rbytes")),
                ios == null
                        ? parsed(io, blkio, operations, text -> CounterText.operations(text, "Write"))
                        : parsed(unified, "io.stat", ios, text -> CounterText.devices(text, "wbytes")));
    }

    /** The processes in a control group and all below it. */
    public Stream<Long> processes(String path) {
        for (Path root : hierarchies.all()) {
            Path directory = root.resolve(path);
            if (Files.isDirectory(directory)) {
                return processesBelow(directory);
            }
        }
        return Stream.empty();
    }

    private Stream<Long> processesBelow(Path directory) {
        try (Stream<Path> below = Files.walk(directory)) {
            return below
                    .filter(file -> file.endsWith("cgroup.procs"))
                    .flatMap(file -> ids(file).stream())
                    .toList()
                    .stream();
        } catch (IOException | UncheckedIOException e) {
            // A step that ended while it was listed.
            return Stream.empty();
        }
    }

    private List<Long> ids(Path file) {
        String text = text(file.getParent(), "cgroup.procs");
        return text == null ? List.of() : text.lines().map(CounterText::single).toList();
    }

    private static @Nullable Path in(@Nullable Path hierarchy, String path) {
        if (hierarchy == null) {
            return null;
        }
        Path directory = hierarchy.resolve(path);
        return Files.isDirectory(directory) ? directory : null;
    }

    /** The kernel gives the directory of a new control group another number. */
    private static long life(@Nullable Path... directories) {
        for (Path directory : directories) {
            if (directory != null) {
                try {
                    return (Long) Files.getAttribute(directory, "unix:ino");
                } catch (IOException e) {
                    // It ended; another may still be there.
                }
            }
        }
        return 0;
    }

    private static @Nullable Double seconds(@Nullable Long count, double perSecond) {
        return count == null ? null : count / perSecond;
    }

    private static @Nullable Long minus(@Nullable Long total, @Nullable Long idle) {
        return total == null ? null : Math.max(0, total - (idle == null ? 0 : idle));
    }

    private @Nullable Long number(@Nullable Path directory, String name, ToLongFunction<String> parser) {
        return parsed(directory, name, text(directory, name), parser);
    }

    private @Nullable Long parsed(
            @Nullable Path directory, String name, @Nullable String text, ToLongFunction<String> parser) {
        if (directory == null || text == null) {
            return null;
        }
        try {
            return parser.applyAsLong(text);
        } catch (IllegalArgumentException e) {
            problems.accept(directory.resolve(name) + ": " + e.getMessage());
            return null;
        }
    }

    private @Nullable String text(@Nullable Path directory, String name) {
        if (directory == null) {
            return null;
        }
        Path file = directory.resolve(name);
        try (var in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes((int) MAX_FILE);
            return new String(bytes, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            return null; // This kernel or this hierarchy does not count it, or the job ended.
        } catch (IOException e) {
            // ENODEV: the job ended while its file was open.
            if (Files.isDirectory(directory)) {
                problems.accept(file + ": " + e);
            }
            return null;
        }
    }
}
