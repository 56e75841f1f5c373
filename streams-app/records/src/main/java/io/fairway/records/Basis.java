package io.fairway.records;

import io.fairway.schemas.Keys;
import io.fairway.schemas.KnownSchemas;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the state of a task rests on: the settings that make usage, and the schemas by which records were read and written.
 *
 * @param settings by key
 * @param schemas in the order of their keys
 */
public record Basis(Map<String, String> settings, List<KnownSchemas.Entry> schemas) {
    private static final int SCHEMA_PARTS = 3;

    /** Nothing is kept. */
    public static final Basis EMPTY = new Basis(Map.of(), List.of());

    /** Reads the entries of a task. Keys of a later version are left out. */
    public static Basis of(Map<String, byte[]> entries) {
        Map<String, String> settings = new TreeMap<>();
        List<KnownSchemas.Entry> schemas = new ArrayList<>();
        entries.forEach((key, bytes) -> {
            List<String> parts = Keys.split(key);
            String text = new String(bytes, StandardCharsets.UTF_8);
            if (key.equals(Keys.setting(parts.get(parts.size() - 1)))) {
                settings.put(parts.get(1), text);
            } else if (parts.get(0).equals("schema") && parts.size() == SCHEMA_PARTS) {
                schemas.add(new KnownSchemas.Entry(Integer.parseInt(parts.get(1)), parts.get(2), text));
            }
        });
        return new Basis(settings, schemas);
    }
}
