package io.fairway.system.slurm.terms;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.system.slurm.SlurmCluster;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Terms of {@code sprio} beside those of Fairway, row by row: a row for each job, and for each partition of a job that names
 * several. Of a job that names several QOS, sprio has a row for each: the highest is its rank.
 *
 * <p>slurmctld computes them at its passes, a minute apart, and Fairway when it is asked. So all of Fairway's ages are older by one
 * number of seconds: what has gone by since the last pass. Each job's is the same but for a second, because Slurm counts whole
 * ones. All other terms stand still while the queue does; sprio cuts them to whole points.
 */
final class SprioTerms {
    /** Of a weight of 36,000 and an hour. */
    static final double AGE_POINTS_PER_SECOND = 10;

    static final double JOB_SIZE_WEIGHT = 10_000;

    private static final int JOB = 0;
    private static final int PARTITION = 1;
    private static final int PRIORITY = 2;
    private static final int TERMS = 3;
    private static final double PASS_SECONDS = 60;
    /** A pass may be late, and so may be the second question, on a busy machine. */
    private static final double LATE_SECONDS = 15;

    /** Names by the letters of sprio's formats. */
    private static final Map<String, String> NAMES = new LinkedHashMap<>();

    static {
        NAMES.put("A", "age");
        NAMES.put("F", "fairshare");
        NAMES.put("J", "jobsize");
        NAMES.put("P", "partition");
        NAMES.put("Q", "qos");
        NAMES.put("S", "site");
        NAMES.put("N", "nice");
    }

    private final Map<String, String> requests;
    private final ColumnDifferences differences = new ColumnDifferences();

    private SprioTerms(Map<String, String> requests) {
        this.requests = requests;
    }

    /** A row of sprio, with Fairway's item for it. */
    private record Pair(String where, boolean planned, double priority, Map<String, Double> terms, JsonNode item) {
        double ours(String name) {
            for (JsonNode term : item.path("terms")) {
                if (term.path("name").asText().equals(name)) {
                    // Slurm prints the nice value itself, which lowers the priority.
                    return term.path(name.equals("nice") ? "value" : "contribution")
                            .asDouble();
                }
            }
            return 0;
        }

        double older() {
            return ours("age") - terms.getOrDefault("age", 0.0);
        }
    }

    /**
     * Compares all rows.
     *
     * @param rows what {@link #ask} got
     * @param answer what {@code fairway priority --json} printed, asked later
     * @param requests what each job asks for, by its id
     */
    static ColumnDifferences compare(List<List<String>> rows, JsonNode answer, Map<String, String> requests) {
        SprioTerms terms = new SprioTerms(requests);
        terms.compare(rows, answer);
        return terms.differences;
    }

    /** The rows of sprio: job, partition, priority, terms. */
    static List<List<String>> ask(SlurmCluster slurm) {
        String format = "%i|%r|%Y|"
                + String.join(
                        "|", NAMES.keySet().stream().map(letter -> "%" + letter).toList());
        return slurm.run("sprio", "-h", "-o", format)
                .lines()
                .map(line -> Stream.of(line.split("\\|", -1)).map(String::strip).toList())
                .toList();
    }

    private void compare(List<List<String>> rows, JsonNode answer) {
        Map<String, JsonNode> items = new LinkedHashMap<>();
        answer.path("items")
                .forEach(item -> items.put(
                        item.path("job").asText() + " " + item.path("request").asText(), item));
        Set<String> listed = new TreeSet<>();
        Map<String, List<String>> highest = new LinkedHashMap<>();
        rows.forEach(row -> highest.merge(
                row.get(JOB) + " " + row.get(PARTITION),
                row,
                (one, other) -> priority(one) >= priority(other) ? one : other));
        List<Pair> pairs = highest.values().stream()
                .flatMap(row -> {
                    listed.add(row.get(JOB));
                    return pair(row, items).stream();
                })
                .toList();
        if (!pairs.isEmpty()) {
            double older = pairs.getFirst().older();
            differences.add(
                    "since pass", "all, in seconds", 0, older / AGE_POINTS_PER_SECOND, 0, PASS_SECONDS + LATE_SECONDS);
            pairs.forEach(pair -> compare(pair, older));
        }
        // sprio lists no job that is held, or that waits for another or for its time.
        items.values().stream()
                .filter(item -> !listed.contains(item.path("job").asText()))
                .filter(item ->
                        item.path("eligible").asBoolean() && !item.path("held").asBoolean())
                .forEach(item -> differences.unlike(item.path("job").asText() + " is not in sprio"));
        requests.keySet().stream()
                .filter(job -> items.keySet().stream().noneMatch(key -> key.startsWith(job + " ")))
                .forEach(job -> differences.unlike(job + " (" + requests.get(job) + ") has no priority in Fairway"));
    }

    private List<Pair> pair(List<String> row, Map<String, JsonNode> items) {
        String job = row.get(JOB);
        String where = job + " in " + row.get(PARTITION) + " (" + requests.getOrDefault(job, "?") + ")";
        JsonNode item = items.getOrDefault(job + " " + row.get(PARTITION), items.get(job + " "));
        if (item == null) {
            differences.unlike(where + " has no priority in Fairway");
            return List.of();
        }
        Map<String, Double> terms = new HashMap<>();
        int column = TERMS;
        for (String name : NAMES.values()) {
            terms.put(name, Double.parseDouble(row.get(column++)));
        }
        boolean planned = EveryRequest.PLANNED.contains(requests.getOrDefault(job, ""));
        return List.of(new Pair(where, planned, priority(row), terms, item));
    }

    private static double priority(List<String> row) {
        return Double.parseDouble(row.get(PRIORITY));
    }

    private void compare(Pair pair, double older) {
        pair.terms().forEach((name, theirs) -> {
            if (name.equals("jobsize") && pair.planned()) {
                differences.add("planned size", pair.where(), theirs, pair.ours(name), -JOB_SIZE_WEIGHT, 1);
            } else if (name.equals("age")) {
                differences.add(name, pair.where(), theirs + older, pair.ours(name), 1 + AGE_POINTS_PER_SECOND);
            } else {
                differences.add(name, pair.where(), theirs, pair.ours(name), 1);
            }
        });
        if (pair.planned()) {
            return;
        }
        double ours = pair.item().path("priority").asDouble();
        differences.add("priority", pair.where(), pair.priority() + older, ours, 2 + AGE_POINTS_PER_SECOND);
    }
}
