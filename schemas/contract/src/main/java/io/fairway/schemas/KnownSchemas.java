package io.fairway.schemas;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.jspecify.annotations.Nullable;

/**
 * The schemas that a program has read or written records by, under the ids that the registry gave them. A registry must never give
 * another one under such an id. Ids by which nothing could be read are not here, so nobody can fill it with strange ones.
 *
 * <p>For several threads. Entries are never removed.
 */
public final class KnownSchemas {
    /** More are not kept: anybody who may register schemas can have records of many read. */
    static final int MOST = 1_000;

    private final List<Entry> entries = new ArrayList<>();
    private final Map<Integer, String> meanings = new HashMap<>();
    private final Set<Use> uses = new HashSet<>();
    private volatile int count;

    private record Use(int id, String topic) {}

    /**
     * A schema that was used.
     *
     * @param id of the registry
     * @param topic of the records
     * @param schema in JSON
     */
    public record Entry(int id, String topic, String schema) {}

    /** The number of entries so far. */
    public int count() {
        return count;
    }

    /** The entries in the order in which they came, but for the first ones. */
    public synchronized List<Entry> after(int first) {
        return List.copyOf(entries.subList(first, entries.size()));
    }

    /** The entry of an id that came first; null = nothing was read or written by this id. */
    public synchronized @Nullable Entry of(int id) {
        return entries.stream().filter(entry -> entry.id() == id).findFirst().orElse(null);
    }

    /** The ids, ascending. */
    public synchronized List<Integer> ids() {
        return meanings.keySet().stream().sorted().toList();
    }

    /** A record of a topic was read or written by a schema. The first schema of an id stays. */
    public void used(int id, String topic, Schema schema) {
        if (!has(id, topic)) {
            add(new Entry(id, topic, schema.toString()), meaning(schema));
        }
    }

    /** An entry that was kept. */
    public void kept(Entry entry) {
        if (!has(entry.id(), entry.topic())) {
            add(entry, meaning(new Schema.Parser().parse(entry.schema())));
        }
    }

    private synchronized boolean has(int id, String topic) {
        return uses.contains(new Use(id, topic));
    }

    private synchronized void add(Entry entry, String meaning) {
        if (entries.size() < MOST && uses.add(new Use(entry.id(), entry.topic()))) {
            meanings.putIfAbsent(entry.id(), meaning);
            entries.add(entry);
            count = entries.size();
        }
    }

    /** Whether a schema under an id is not the one that was used. */
    boolean isOther(int id, Schema now) {
        String known;
        synchronized (this) {
            known = meanings.get(id);
        }
        return known != null && !known.equals(meaning(now));
    }

    /** Whether anything was read or written by an id. */
    synchronized boolean has(int id) {
        return meanings.containsKey(id);
    }

    /** What decides how bytes are read. A registry may write a schema in another way, and its comments do not matter. */
    private static String meaning(Schema schema) {
        return SchemaNormalization.toParsingForm(schema);
    }
}
