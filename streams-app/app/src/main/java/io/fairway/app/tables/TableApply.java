package io.fairway.app.tables;

import java.io.PrintWriter;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;

/** Lets a table say what a file says. */
final class TableApply {
    private TableApply() {}

    /**
     * Prints the changes, and carries them out.
     *
     * @param ours which keys of the table the file is about
     * @param remove whether what the file does not have is removed
     * @param dryRun whether nothing is written
     * @return how many changes there are
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
                + (dryRun ? " to make" : " made") + ", " + changes.same() + " as they should be"
                + (changes.kept().isEmpty()
                        ? ""
                        : ", " + changes.kept().size() + " that the file does not have, kept"));
        out.flush();
        return changes.changes().size();
    }
}
