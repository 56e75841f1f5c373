package io.fairway.app.tables;

import io.fairway.program.TableClient;
import java.io.PrintWriter;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;

/** Brings a table to the content of a file. */
final class TableApply {
    private TableApply() {}

    /**
     * What a file wants of a table.
     *
     * @param records by key
     * @param keptValues the number of values that the file does not say, and that stay as they are in the table
     */
    record Wanted<T>(Map<String, T> records, int keptValues) {}

    /**
     * Prints the changes and makes them.
     *
     * @param file what the file wants, given the table
     * @param ours the keys of the table that the file covers
     * @param remove whether to remove keys that the file does not have
     * @param dryRun whether to write nothing
     * @return the number of changes
     */
    static <T extends SpecificRecord> int apply(
            TableClient<T> client,
            Function<Map<String, T>, Wanted<T>> file,
            Predicate<String> ours,
            boolean remove,
            boolean dryRun,
            PrintWriter out)
            throws InterruptedException {
        Map<String, T> table = new TreeMap<>(client.read());
        table.keySet().removeIf(ours.negate());
        Wanted<T> wanted = file.apply(table);
        TableChanges<T> changes = TableChanges.between(table, wanted.records(), remove);
        changes.lines().forEach(out::println);
        if (!dryRun && !changes.changes().isEmpty()) {
            client.write(changes.changes());
        }
        out.println(changes.changes().size() + (changes.changes().size() == 1 ? " change" : " changes")
                + (dryRun ? " to make" : " made") + ", " + changes.same() + " unchanged"
                + (changes.kept().isEmpty() ? "" : ", " + changes.kept().size() + " kept that the file does not have")
                + (wanted.keptValues() == 0
                        ? ""
                        : ", " + wanted.keptValues() + (wanted.keptValues() == 1 ? " value" : " values")
                                + " kept that the file does not say"));
        out.flush();
        return changes.changes().size();
    }
}
