package io.fairway.schemas;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The clusters that have topics of their own for job events and samples. All programs of an installation must know the
 * same ones.
 *
 * <p>A cluster may have an instant: before it, the events of the cluster came on the common topics, and count there. Who
 * reads a record compares its append time, so a record that is read again years later has the same answer.
 */
public final class NamedClusters {
    /** No cluster has topics of its own. */
    public static final NamedClusters NONE = new NamedClusters(Map.of());

    private static final Pattern LEGAL = Pattern.compile("[a-zA-Z0-9._-]+");

    /** To the cluster, the instant in epoch milliseconds; the least value = there is none. */
    private final Map<String, Long> until;

    private NamedClusters(Map<String, Long> until) {
        this.until = until;
    }

    /**
     * Reads names such as {@code alps,eiger=2026-12-01T00:00:00Z}: clusters, each with its instant if it has one.
     *
     * @throws IllegalArgumentException if an entry is malformed, a cluster stands there twice, or a name cannot be part of
     *     a topic's name
     */
    public static NamedClusters parse(String text) {
        if (text.isBlank()) {
            return NONE;
        }
        Map<String, Long> until = new TreeMap<>();
        Map<String, String> onBrokers = new TreeMap<>();
        for (String entry : text.split(",", -1)) {
            int equals = entry.indexOf('=');
            String name = (equals < 0 ? entry : entry.substring(0, equals)).strip();
            if (!LEGAL.matcher(name).matches()) {
                throw malformed(
                        name,
                        text,
                        "must have only ASCII letters, digits, '.', '_' and '-', because it becomes part of a topic's"
                                + " name; another cluster stays on the common topics");
            }
            if (until.put(name, equals < 0 ? Long.MIN_VALUE : instant(entry.substring(equals + 1), name, text))
                    != null) {
                throw malformed(name, text, "must stand there once");
            }
            // Kafka itself refuses topics whose names differ so: metrics have no dots.
            String other = onBrokers.put(name.replace('.', '_'), name);
            if (other != null) {
                throw malformed(
                        name, text, "must differ from \"" + other + "\" by more than '.' and '_', or Kafka refuses it");
            }
        }
        return new NamedClusters(until);
    }

    private static long instant(String text, String name, String all) {
        try {
            return Instant.parse(text.strip()).toEpochMilli();
        } catch (DateTimeException | ArithmeticException e) {
            throw malformed(
                    name, all, "has the instant \"" + text.strip() + "\", which must be like 2026-12-01T00:00:00Z");
        }
    }

    private static IllegalArgumentException malformed(String name, String text, String rule) {
        return new IllegalArgumentException("cluster \"" + name + "\" " + rule + " (in \"" + text.strip() + "\")");
    }

    /** The names, sorted. */
    public List<String> names() {
        return List.copyOf(until.keySet());
    }

    /** Whether a cluster has topics of its own. */
    public boolean has(String cluster) {
        return until.containsKey(cluster);
    }

    /** Whether an event of a cluster that was appended to a common topic then counts; epoch milliseconds. */
    boolean mayBeCommon(String cluster, long appended) {
        Long end = until.get(cluster);
        return end == null || appended < end;
    }

    /** When the events of a cluster left the common topics; null if the list does not say, or does not have it. */
    @Nullable
    Instant left(String cluster) {
        Long end = until.get(cluster);
        return end == null || end == Long.MIN_VALUE ? null : Instant.ofEpochMilli(end);
    }

    /** The list, as {@link #parse} reads it. */
    @Override
    public String toString() {
        return String.join(
                ",",
                names().stream()
                        .map(name -> left(name) == null ? name : name + "=" + Objects.requireNonNull(left(name)))
                        .toList());
    }
}
