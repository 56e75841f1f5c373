package io.fairway.api.http;

import io.fairway.api.query.Problem;
import io.fairway.schemas.Keys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The id of an event: the domain, and the offset that the stream has reached in each kind of event's topic. */
final class EventId {
    private EventId() {}

    static String of(String domain, Map<String, Long> read) {
        List<String> parts = new ArrayList<>(List.of(Keys.domain(domain)));
        read.forEach((name, offset) -> parts.add(name + "=" + offset));
        return String.join(";", parts);
    }

    /**
     * The offsets of an id; none without an id.
     *
     * @param names kinds of events
     * @throws Problem if the id is none of this domain's
     */
    static Map<String, Long> offsets(@Nullable String id, String domain, Set<String> names) {
        Map<String, Long> offsets = new HashMap<>();
        if (id == null || id.isEmpty()) {
            return offsets;
        }
        String[] parts = id.split(";", -1);
        try {
            for (int i = 1; i < parts.length; i++) {
                int equals = parts[i].indexOf('=');
                if (!names.contains(parts[i].substring(0, equals))) {
                    throw new IllegalArgumentException("no such event");
                }
                offsets.put(parts[i].substring(0, equals), Long.parseLong(parts[i].substring(equals + 1)));
            }
        } catch (IllegalArgumentException | IndexOutOfBoundsException wrong) {
            throw Problem.parameter("Last-Event-ID", "'" + id + "' is not the id of an event");
        }
        if (!parts[0].equals(Keys.domain(domain))) {
            throw Problem.parameter("Last-Event-ID", "'" + id + "' is of another domain");
        }
        return offsets;
    }
}
