package io.fairway.agent.proc;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The processes of a host at one instant. */
public final class ProcessTable {
    /** Linux counts CPU time in hundredths of a second there, whatever the kernel's own clock. */
    private static final double TICKS_PER_SECOND = 100;

    private static final long USUAL_PAGE = 4096;

    private final Map<Long, ProcessStat> processes;
    private final long pageBytes;

    private ProcessTable(Map<Long, ProcessStat> processes, long pageBytes) {
        this.processes = processes;
        this.pageBytes = pageBytes;
    }

    /**
     * What some processes use.
     *
     * @param cpuSeconds CPU time so far, of them and of their children that ended
     * @param memoryBytes memory
     */
    public record Use(double cpuSeconds, long memoryBytes) {}

    /** All processes below a mount point of proc. */
    public static ProcessTable all(Path proc) throws IOException {
        Map<Long, ProcessStat> processes = new HashMap<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(proc, "[1-9]*")) {
            for (Path entry : entries) {
                add(entry, processes);
            }
        }
        return new ProcessTable(processes, pageBytes(proc));
    }

    /** Some processes below a mount point of proc. */
    public static ProcessTable of(Path proc, Collection<Long> ids) {
        Map<Long, ProcessStat> processes = new HashMap<>();
        ids.forEach(id -> add(proc.resolve(Long.toString(id)), processes));
        return new ProcessTable(processes, pageBytes(proc));
    }

    /** What a process, its session and all their descendants use; null if none of them is there. */
    public @Nullable Use ofTree(long root) {
        Set<Long> members = new HashSet<>();
        boolean grows = true;
        while (grows) {
            grows = false;
            for (ProcessStat process : processes.values()) {
                boolean belongs =
                        process.pid() == root || process.session() == root || members.contains(process.parent());
                grows |= belongs && members.add(process.pid());
            }
        }
        return members.isEmpty() ? null : sum(members);
    }

    /** What all processes of the table use; null if it is empty. */
    public @Nullable Use total() {
        return processes.isEmpty() ? null : sum(processes.keySet());
    }

    private Use sum(Set<Long> members) {
        List<ProcessStat> those = processes.values().stream()
                .filter(process -> members.contains(process.pid()))
                .toList();
        return new Use(
                those.stream().mapToLong(ProcessStat::cpuTicks).sum() / TICKS_PER_SECOND,
                those.stream().mapToLong(ProcessStat::residentPages).sum() * pageBytes);
    }

    /** The size of a page, as the kernel says it of this program's own memory. */
    private static long pageBytes(Path proc) {
        try (BufferedReader lines = Files.newBufferedReader(proc.resolve("self/smaps"), StandardCharsets.ISO_8859_1)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("KernelPageSize:")) {
                    return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
                }
            }
        } catch (IOException | NumberFormatException e) {
            // As it is nearly everywhere.
        }
        return USUAL_PAGE;
    }

    private static void add(Path directory, Map<Long, ProcessStat> to) {
        try {
            byte[] text = Files.readAllBytes(directory.resolve("stat"));
            ProcessStat stat = ProcessStat.parse(new String(text, StandardCharsets.ISO_8859_1));
            to.put(stat.pid(), stat);
        } catch (IOException | IllegalArgumentException e) {
            // It ended meanwhile, or is no process.
        }
    }
}
