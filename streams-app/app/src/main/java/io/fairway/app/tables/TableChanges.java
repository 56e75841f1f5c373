package io.fairway.app.tables;

import io.fairway.policies.yaml.RecordYaml;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * The changes that bring a table to the content of a file.
 *
 * @param changes by key, null = removed by a tombstone
 * @param lines the changes in words, {@code +} new, {@code ~} changed, {@code -} removed
 * @param same the number of records that are as in the file
 * @param kept keys that the file does not have, and that stay
 */
public record TableChanges<T extends SpecificRecord>(
        Map<String, @Nullable T> changes, List<String> lines, int same, List<String> kept) {

    /**
     * Compares.
     *
     * @param remove whether to remove keys that the file does not have
     */
    public static <T extends SpecificRecord> TableChanges<T> between(
            Map<String, T> table, Map<String, T> file, boolean remove) {
        return between(table, file, remove, record -> null);
    }

    /**
     * As above.
     *
     * @param removal what is written in the place of a record that is to go; null = a tombstone
     */
    public static <T extends SpecificRecord> TableChanges<T> between(
            Map<String, T> table, Map<String, T> file, boolean remove, Function<T, @Nullable T> removal) {
        Map<String, @Nullable T> changes = new TreeMap<>();
        List<String> lines = new ArrayList<>();
        List<String> kept = new ArrayList<>();
        int same = 0;
        for (Map.Entry<String, T> wanted : file.entrySet()) {
            T current = table.get(wanted.getKey());
            if (Objects.equals(current, wanted.getValue())) {
                same++;
                continue;
            }
            changes.put(wanted.getKey(), wanted.getValue());
            lines.add(
                    current == null
                            ? "+ " + wanted.getKey() + "  " + RecordYaml.write(wanted.getValue())
                            : "~ " + wanted.getKey() + "  " + difference(current, wanted.getValue()));
        }
        table.forEach((key, record) -> {
            if (file.containsKey(key)) {
                return;
            }
            if (remove) {
                changes.put(key, removal.apply(record));
                lines.add("- " + key);
            } else {
                kept.add(key);
            }
        });
        return new TableChanges<>(changes, lines, same, kept);
    }

    /** Every value that differs, the fields of records within by their paths. */
    static String difference(SpecificRecord before, SpecificRecord after) {
        List<String> words = new ArrayList<>();
        difference("", before, after, words);
        return String.join(", ", words);
    }

    private static void difference(String path, IndexedRecord before, IndexedRecord after, List<String> words) {
        for (Schema.Field field : after.getSchema().getFields()) {
            Object old = before.get(field.pos());
            Object now = after.get(field.pos());
            String name = path + field.name();
            if (old instanceof IndexedRecord was && now instanceof IndexedRecord is) {
                difference(name + ".", was, is, words);
            } else if (!Objects.equals(old, now)) {
                words.add(name + ": " + (old == null ? "none" : old) + " -> " + (now == null ? "none" : now));
            }
        }
    }
}
