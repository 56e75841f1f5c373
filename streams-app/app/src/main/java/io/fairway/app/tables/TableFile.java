package io.fairway.app.tables;

import io.fairway.program.TableClient;
import java.io.PrintWriter;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** A file of what a table is to have. */
public interface TableFile<T extends SpecificRecord> {
    /**
     * What a file wants of a table.
     *
     * @param records by key
     * @param keptValues the number of values that the file does not say, and that stay as they are in the table
     */
    record Wanted<T>(Map<String, T> records, int keptValues) {}

    /** The table that the file is of. */
    TableClient<T> table(TableOptions options);

    /** Whether the file says what the table has under a key. */
    boolean covers(String key);

    /**
     * What the table is to have.
     *
     * @param table what it has of what the file covers
     * @param remove whether what the file does not have will be removed
     */
    Wanted<T> over(Map<String, T> table, boolean remove);

    /** What is written in the place of a record that is to go; null = a tombstone. */
    default @Nullable T removal(T record) {
        return null;
    }

    /** Whether a record only says that it was removed. */
    default boolean isRemoval(T record) {
        return false;
    }

    /**
     * Brings the table to the content of the file, and prints the changes. Whoever calls this waits for the answer.
     *
     * @param answer is asked about what is written
     * @param remove whether to remove what the file covers and does not have
     * @param dryRun whether to write nothing
     * @return the number of changes
     */
    default int apply(TableOptions options, boolean remove, boolean dryRun, ApplicationAnswer answer, PrintWriter out)
            throws InterruptedException {
        TableClient<T> client = table(options);
        Map<String, T> table = new TreeMap<>(client.read());
        table.keySet().removeIf(key -> !covers(key));
        table.values().removeIf(this::isRemoval);
        Wanted<T> wanted = over(table, remove);
        TableChanges<T> changes = TableChanges.between(table, wanted.records(), remove, this::removal);
        changes.lines().forEach(out::println);
        if (!dryRun && !changes.changes().isEmpty()) {
            answer.listen();
            answer.ask(client.write(changes.changes()));
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
