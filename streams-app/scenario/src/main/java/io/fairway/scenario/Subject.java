package io.fairway.scenario;

import io.fairway.scenario.report.Report;
import io.fairway.scenario.report.ReportText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A row of a report to explain. */
public record Subject(String section, String key, Report.Row row) {
    private static final List<String> OF_NODES = List.of("fairshare", "associations", "pools", "queues");
    private static final List<String> OF_JOBS = List.of("priorities", "order");
    /** By these a node is behind another one; the first that a row has. */
    private static final List<String> MERITS = List.of("factor", "priority", "delta", "levelFairshare");

    /**
     * The rows of an association, share account, credential, pool or queue.
     *
     * @param path as it is reported; a slash in front may be left out
     * @throws IllegalArgumentException if there is none, listing those that there are
     */
    public static List<Subject> node(Report report, String path) {
        return found(report, OF_NODES, Set.of(path, "/" + path), "node " + path);
    }

    /**
     * The rows of a job, also those of its partitions and of its resize request.
     *
     * @throws IllegalArgumentException if there is none, listing those that there are
     */
    public static List<Subject> job(Report report, String id) {
        List<Subject> all = all(report, OF_JOBS);
        Set<String> keys = new LinkedHashSet<>(List.of(id, id + " resize"));
        all.stream()
                .map(Subject::key)
                .filter(key -> key.startsWith(id + " in "))
                .forEach(keys::add);
        return found(report, OF_JOBS, keys, "job " + id);
    }

    /** Those that come last: of the leaves the one with the least factor, of the jobs the last one, of the pools the last one; else the last queue. */
    public static List<Subject> last(Report report) {
        Map<String, Subject> chosen = new LinkedHashMap<>();
        for (Subject each : all(report, List.of("fairshare", "associations"))) {
            boolean leaf = all(report, List.of(each.section)).stream()
                    .noneMatch(other -> other.key.startsWith(each.key.equals("/") ? "/" : each.key + "/")
                            && !other.key.equals(each.key));
            Subject other = chosen.get(each.section);
            if (leaf && !each.key.equals("total") && (other == null || each.merit() <= other.merit())) {
                chosen.put(each.section, each);
            }
        }
        all(report, OF_JOBS).forEach(job -> chosen.put(job.section, job));
        all(report, List.of("pools")).stream()
                .filter(pool -> !pool.row.lines().isEmpty())
                .forEach(pool -> chosen.put(pool.section, pool));
        if (chosen.isEmpty()) {
            all(report, List.of("queues")).forEach(queue -> chosen.put(queue.section, queue));
        }
        return List.copyOf(chosen.values());
    }

    private double merit() {
        for (String column : MERITS) {
            if (row.values().get(column) instanceof Double merit) {
                return merit;
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    /** The value that the row is about, and what it is called; {@code null} if it has none of those. */
    @Nullable
    String headline() {
        List<String> columns = switch (section) {
            case "priorities" -> List.of("APS", "priority");
            case "pools" -> List.of("slots");
            case "queues", "order" -> List.of("place");
            default -> MERITS;
        };
        for (String column : columns) {
            Object value = row.values().get(column);
            if (value != null) {
                return column + " " + ReportText.text(value);
            }
        }
        return null;
    }

    private static List<Subject> all(Report report, List<String> sections) {
        List<Subject> all = new ArrayList<>();
        for (String name : sections) {
            Report.Section section = report.sections().get(name);
            if (section != null) {
                section.rows().forEach((key, row) -> all.add(new Subject(name, key, row)));
            }
        }
        return all;
    }

    private static List<Subject> found(Report report, List<String> sections, Set<String> keys, String what) {
        List<Subject> all = all(report, sections);
        List<Subject> found =
                all.stream().filter(each -> keys.contains(each.key)).toList();
        if (found.isEmpty()) {
            throw new IllegalArgumentException(what + ": is not in the result; it has "
                    + all.stream().map(Subject::key).distinct().toList());
        }
        return found;
    }
}
