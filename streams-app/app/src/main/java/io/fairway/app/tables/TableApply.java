package io.fairway.app.tables;

import java.io.PrintWriter;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;

/** Brings a table to the content of a file. */
final class TableApply {
    private TableApply() {}

    /**
     * Prints the changes and makes them.
     *
     * @param ours the keys of the table that the file covers
     * @param remove whether to remove keys that the file does not have
     * @param dryRun whether to write nothing
     * @return the number of changes
     */
    static <T extends SpecificRecord> int apply(
            TableClient<T> client,
            Map<String, T> file,
            Predicate<String> ours,
            boolean remove,
            boolean dryRun,
            PrintWriter out)
            throws InterruptedException {
        Map<String, T> table = new TreeMap<>(client.read());
        table.keySet().removeIf(ours.negate());
        TableChanges<T> changes = TableChanges.between(table, file, remove);
        changes.lines().forEach(out::println);
        if (!dryRun && !changes.changes().isEmpty()) {
            client.write(changes.changes());
        }
        out.println(changes.changes().size() + (changes.changes().size() == 1 ? " change" : " changes")
                + (dryRun ? " to make" : " made") + ", " + changes.same() + " unchanged"
                + (changes.kept().isEmpty() ? "" : ", " + changes.kept().size() + " kept that the file does not have"));
        out.flush();
        return changes.changes().size();
    }
}
