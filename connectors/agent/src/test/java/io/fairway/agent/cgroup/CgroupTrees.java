package io.fairway.agent.cgroup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Directories with the files of control groups, as the kernel writes them, for tests. */
public final class CgroupTrees {
    private CgroupTrees() {}

    /** Writes a file below a root. */
    public static void write(Path root, String file, String text) {
        try {
            Path path = root.resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A hierarchy of v2 with a control group. */
    public static void unified(Path root, String path, long micros, long memory, long inactive, String io) {
        write(root, "cgroup.controllers", "cpuset cpu io memory pids\n");
        files(
                root,
                path,
                Map.of(
                        "cpu.stat",
                                "usage_usec " + micros + "\nuser_usec " + micros / 2 + "\nsystem_usec " + micros / 2
                                        + "\nnr_periods 0\n",
                        "memory.current", memory + "\n",
                        "memory.stat", "anon 1\nfile 2\ninactive_anon 7\ninactive_file " + inactive + "\nslab 9\n",
                        "io.stat", io,
                        "cgroup.procs", ""));
    }

    /** The hierarchies of v1 with a control group in each. */
    public static void legacy(Path root, String path, long nanos, long memory, long inactive, String blkio) {
        files(root, "cpu,cpuacct/" + path, Map.of("cpuacct.usage", nanos + "\n", "cgroup.procs", ""));
        files(
                root,
                "memory/" + path,
                Map.of(
                        "memory.usage_in_bytes", memory + "\n",
                        "memory.stat",
                                "cache 1\nrss 2\ninactive_file 3\ntotal_cache 4\ntotal_inactive_file " + inactive
                                        + "\n",
                        "cgroup.procs", ""));
        files(root, "blkio/" + path, Map.of("blkio.throttle.io_service_bytes_recursive", blkio, "cgroup.procs", ""));
        files(root, "freezer/" + path, Map.of("cgroup.procs", ""));
    }

    private static void files(Path root, String path, Map<String, String> files) {
        files.forEach((name, text) -> write(root, path + "/" + name, text));
    }
}
