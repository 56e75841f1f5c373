package io.fairway.system.slurm.terms;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.system.slurm.SlurmCluster;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Numbers of {@code sshare} beside those of Fairway, association by association. Usage is charged at slurmctld's own passes on
 * both sides; sshare cuts it to whole seconds, and prints the rest with six decimals.
 */
final class SshareNumbers {
    private static final double SIX_DECIMALS = 0.000002;

    private final List<String> titles;
    private final ColumnDifferences differences = new ColumnDifferences();

    private SshareNumbers(List<String> titles) {
        this.titles = titles;
    }

    /** The rows of sshare, the first with the titles. */
    static List<List<String>> ask(SlurmCluster slurm) {
        return slurm.run("sshare", "-a", "-l", "-P")
                .lines()
                .map(line -> Stream.of(line.split("\\|", -1)).map(String::strip).toList())
                .toList();
    }

    /**
     * Compares all associations.
     *
     * @param rows what {@link #ask} got
     * @param answer what {@code fairway fairshare --json} printed
     */
    static ColumnDifferences compare(List<List<String>> rows, JsonNode answer) {
        SshareNumbers numbers = new SshareNumbers(rows.getFirst());
        Map<String, JsonNode> items = new HashMap<>();
        answer.path("items")
                .forEach(item -> items.put(
                        item.path("account").asText() + " " + item.path("user").asText(), item));
        rows.subList(1, rows.size()).forEach(row -> numbers.compare(row, items));
        return numbers.differences;
    }

    private void compare(List<String> row, Map<String, JsonNode> items) {
        String name = row.get(titles.indexOf("Account")) + " " + row.get(titles.indexOf("User"));
        JsonNode item = items.get(name);
        if (item == null) {
            differences.unlike(name + " has no fairshare in Fairway");
            return;
        }
        double level = item.path("levelFairshare").asDouble();
        compare("RawUsage", name, row, item.path("rawUsage"), SIX_DECIMALS, 1);
        compare("EffectvUsage", name, row, item.path("effectiveUsage"), SIX_DECIMALS, SIX_DECIMALS);
        compare("FairShare", name, row, item.path("factor"), SIX_DECIMALS, SIX_DECIMALS);
        double decimals = SIX_DECIMALS * Math.max(1, level);
        compare("LevelFS", name, row, item.path("levelFairshare"), decimals, decimals);
    }

    /** Nothing where Slurm has no number, as the fairshare of an account. Fairway's may be lower or higher by so much. */
    private void compare(String column, String name, List<String> row, JsonNode ours, double lower, double higher) {
        String theirs = row.get(titles.indexOf(column));
        if (theirs.isEmpty()) {
            return;
        }
        double number = theirs.equals("inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(theirs);
        double own = ours.asText().equals("Infinity") ? Double.POSITIVE_INFINITY : ours.asDouble(Double.NaN);
        differences.add(column, name, number, own, -lower, higher);
    }
}
