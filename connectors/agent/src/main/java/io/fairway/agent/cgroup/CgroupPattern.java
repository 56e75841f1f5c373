package io.fairway.agent.cgroup;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A pattern for the paths of jobs' control groups, relative to the root of a hierarchy. {@code <job>} is the id of the
 * job, {@code *} stands for any text; neither contains a slash. What is below the path is a part of the job.
 */
public final class CgroupPattern {
    /** Patterns by the name that a configuration may use for them. */
    public static final Map<String, List<String>> KNOWN = Map.of(
            "slurm",
            List.of(
                    "system.slice/slurmstepd.scope/job_<job>",
                    "system.slice/*_slurmstepd.scope/job_<job>",
                    "slurm/uid_*/job_<job>",
                    "slurm_*/uid_*/job_<job>"),
            "pbs",
            List.of(
                    "pbs_jobs.service/jobid/<job>",
                    "pbs_jobs.service/jobs/<job>",
                    "pbs.service/jobid/<job>",
                    "pbspro.service/jobid/<job>",
                    "pbspro/<job>",
                    "pbspro.slice/pbspro-<job>.slice",
                    "torque/<job>"),
            "lsf",
            List.of("lsf/*/job.<job>.*.*"),
            "systemd",
            List.of(
                    "system.slice/fairway-job-<job>.scope",
                    "user.slice/user-*.slice/user@*.service/app.slice/fairway-job-<job>.scope"));

    private static final String JOB = "<job>";

    private final List<Segment> segments;

    /** One directory of a path. The parts between stars and the job; {@code job} is the index of the part after it. */
    private record Segment(List<String> parts, int job) {
        boolean isPlain() {
            return parts.size() == 1;
        }
    }

    private CgroupPattern(List<Segment> segments) {
        this.segments = segments;
    }

    /**
     * Reads names of {@link #KNOWN} and patterns, which contain a slash.
     *
     * @throws IllegalArgumentException names the text and the rule
     */
    public static List<CgroupPattern> list(List<String> names) {
        Set<String> texts = new LinkedHashSet<>();
        for (String name : names) {
            List<String> builtIn = KNOWN.get(name);
            if (builtIn == null && name.indexOf('/') < 0) {
                throw new IllegalArgumentException("pattern \"" + name + "\": must be one of "
                        + String.join(", ", KNOWN.keySet().stream().sorted().toList())
                        + ", or a path with a slash and " + JOB);
            }
            texts.addAll(builtIn == null ? List.of(name) : builtIn);
        }
        return texts.stream().map(CgroupPattern::parse).toList();
    }

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException names the text and the rule
     */
    public static CgroupPattern parse(String text) {
        List<Segment> segments = new ArrayList<>();
        int jobs = 0;
        for (String directory : text.split("/", -1)) {
            if (directory.isEmpty() || directory.equals("..") || directory.equals(".")) {
                throw new IllegalArgumentException(
                        "pattern \"" + text + "\": must be a relative path without empty parts, . and ..");
            }
            Segment segment = segment(directory);
            jobs += segment.job() < 0 ? 0 : 1;
            segments.add(segment);
        }
        int occurrences = (text.length() - text.replace(JOB, "").length()) / JOB.length();
        if (occurrences != 1 || jobs != 1 || segments.get(segments.size() - 1).job() < 0) {
            throw new IllegalArgumentException(
                    "pattern \"" + text + "\": must have " + JOB + " once, in its last part");
        }
        return new CgroupPattern(List.copyOf(segments));
    }

    private static Segment segment(String directory) {
        // The job is a star that is remembered.
        int before = directory.indexOf(JOB);
        int job = before < 0
                ? -1
                : 1
                        + (int) directory
                                .substring(0, before)
                                .chars()
                                .filter(c -> c == '*')
                                .count();
        return new Segment(Arrays.asList(directory.replace(JOB, "*").split("\\*", -1)), job);
    }

    /** The number of directories in a path. */
    int depth() {
        return segments.size();
    }

    /** The name of a directory if only that one fits; null if names must be compared. */
    @Nullable
    String plain(int depth) {
        Segment segment = segments.get(depth);
        return segment.isPlain() ? segment.parts().get(0) : null;
    }

    /** Whether the name of a directory fits at a depth from 0. */
    boolean fits(int depth, String name) {
        return match(segments.get(depth), name) != null;
    }

    /** The job of a path that fits, or is below one that does; null if neither. */
    public @Nullable String jobOf(List<String> path) {
        if (path.size() < segments.size()) {
            return null;
        }
        String job = null;
        for (int depth = 0; depth < segments.size(); depth++) {
            job = match(segments.get(depth), path.get(depth));
            if (job == null) {
                return null;
            }
        }
        return job;
    }

    /** The text of the job, "" where the segment has none; null if the name does not fit. Each star takes what it must. */
    private static @Nullable String match(Segment segment, String name) {
        List<String> parts = segment.parts();
        if (segment.isPlain()) {
            return parts.get(0).equals(name) ? "" : null;
        }
        if (!name.startsWith(parts.get(0))) {
            return null;
        }
        String job = "";
        int place = parts.get(0).length();
        for (int i = 1; i < parts.size(); i++) {
            String part = parts.get(i);
            boolean isLast = i == parts.size() - 1;
            int next = isLast ? name.length() - part.length() : name.indexOf(part, place);
            if (next < place || !name.startsWith(part, next)) {
                return null;
            }
            if (i == segment.job()) {
                job = name.substring(place, next);
                if (job.isEmpty()) {
                    return null;
                }
            }
            place = next + part.length();
        }
        return job;
    }
}
