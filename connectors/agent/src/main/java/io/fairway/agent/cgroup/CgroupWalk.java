package io.fairway.agent.cgroup;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Finds the control groups of jobs. It lists only the directories in which a pattern leaves a choice. */
public final class CgroupWalk {
    private final List<Path> roots;
    private final List<CgroupPattern> patterns;

    /**
     * Looks below a mount point.
     *
     * @param root usually {@code /sys/fs/cgroup}
     */
    public CgroupWalk(Path root, List<CgroupPattern> patterns) {
        this.roots = Hierarchies.below(root).all();
        this.patterns = patterns;
    }

    /**
     * What was found.
     *
     * @param jobs the paths of each job's control groups, relative to the root of a hierarchy; usually one
     * @param problems directories that could not be listed, with the reason. A job that is missing then may still run
     */
    public record Found(Map<String, List<String>> jobs, List<String> problems) {}

    /** Looks once. */
    public Found find() {
        Map<String, Set<String>> jobs = new TreeMap<>();
        List<String> problems = new ArrayList<>();
        for (Path root : roots) {
            for (CgroupPattern pattern : patterns) {
                descend(root, new ArrayList<>(), pattern, jobs, problems);
            }
        }
        Map<String, List<String>> found = new TreeMap<>();
        jobs.forEach((job, paths) -> found.put(job, List.copyOf(paths)));
        return new Found(found, problems);
    }

    private static void descend(
            Path directory,
            List<String> path,
            CgroupPattern pattern,
            Map<String, Set<String>> jobs,
            List<String> problems) {
        int depth = path.size();
        if (depth == pattern.depth()) {
            String job = pattern.jobOf(path);
            if (job != null) {
                jobs.computeIfAbsent(job, first -> new TreeSet<>()).add(String.join("/", path));
            }
            return;
        }
        String plain = pattern.plain(depth);
        for (String name : plain == null ? names(directory, pattern, depth, problems) : List.of(plain)) {
            Path next = directory.resolve(name);
            if (Files.isDirectory(next)) {
                List<String> longer = new ArrayList<>(path);
                longer.add(name);
                descend(next, longer, pattern, jobs, problems);
            }
        }
    }

    private static List<String> names(Path directory, CgroupPattern pattern, int depth, List<String> problems) {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                String name = String.valueOf(entry.getFileName());
                if (pattern.fits(depth, name)) {
                    names.add(name);
                }
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            // Gone since its parent was listed: it has no jobs.
        } catch (IOException | DirectoryIteratorException e) {
            problems.add(directory + ": " + e);
        }
        return names;
    }
}
