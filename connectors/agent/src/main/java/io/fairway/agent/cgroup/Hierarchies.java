package io.fairway.agent.cgroup;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The hierarchies of control groups below their mount point.
 *
 * @param unified that of v2; null without one
 * @param cpu that of v1's cpuacct; null without one
 * @param memory that of v1's memory; null without one
 * @param io that of v1's blkio; null without one
 * @param others of v1, where jobs may be found but nothing is counted
 */
record Hierarchies(
        @Nullable Path unified,
        @Nullable Path cpu,
        @Nullable Path memory,
        @Nullable Path io,
        List<Path> others) {

    /** What is mounted below a directory, usually {@code /sys/fs/cgroup}. */
    static Hierarchies below(Path root) {
        if (Files.exists(root.resolve("cgroup.controllers"))) {
            return new Hierarchies(root, null, null, null, List.of());
        }
        return new Hierarchies(
                first(root, "unified"),
                first(root, "cpuacct", "cpu,cpuacct", "cpuacct,cpu"),
                first(root, "memory"),
                first(root, "blkio"),
                List.of(root.resolve("freezer"), root.resolve("systemd")));
    }

    private static @Nullable Path first(Path root, String... names) {
        for (String name : names) {
            if (Files.isDirectory(root.resolve(name))) {
                return root.resolve(name);
            }
        }
        return null;
    }

    /** All of them; the first ones count more. */
    List<Path> all() {
        List<Path> all = new ArrayList<>();
        for (Path one : new @Nullable Path[] {unified, cpu, memory, io}) {
            if (one != null) {
                all.add(one);
            }
        }
        all.addAll(others);
        return all;
    }
}
