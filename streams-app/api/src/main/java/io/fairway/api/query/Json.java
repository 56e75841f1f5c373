package io.fairway.api.query;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.core.model.Tres;
import io.fairway.core.policy.Term;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How answers are written: infinite numbers as text, none as null, instants in UTC. */
public final class Json {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private Json() {}

    public static ObjectNode object() {
        return NODES.objectNode();
    }

    static ArrayNode array() {
        return NODES.arrayNode();
    }

    static void number(ObjectNode to, String name, double value) {
        if (Double.isNaN(value)) {
            to.putNull(name);
        } else if (Double.isInfinite(value)) {
            to.put(name, value > 0 ? "Infinity" : "-Infinity");
        } else if (value == Math.rint(value) && Math.abs(value) < 1L << 53) {
            to.put(name, (long) value);
        } else {
            to.put(name, value);
        }
    }

    /** A number that is not defined where it is below 1. */
    static void count(ObjectNode to, String name, long value) {
        if (value > 0) {
            to.put(name, value);
        } else {
            to.putNull(name);
        }
    }

    /** An instant with milliseconds. */
    public static String instant(long millis) {
        String text = Instant.ofEpochMilli(millis).toString();
        return text.contains(".") ? text : text.substring(0, text.length() - 1) + ".000Z";
    }

    /** An instant; null where there is none. */
    static void instant(ObjectNode to, String name, long millis) {
        if (millis < 0) {
            to.putNull(name);
        } else {
            to.put(name, instant(millis));
        }
    }

    static ArrayNode texts(Collection<String> texts) {
        ArrayNode array = array();
        texts.forEach(array::add);
        return array;
    }

    static ObjectNode tres(Tres tres) {
        ObjectNode object = object();
        tres.counts().forEach((name, count) -> object.put(name, count.doubleValue()));
        return object;
    }

    /** Where the next page begins; nothing on the last one. */
    static void next(ObjectNode to, @Nullable String cursor) {
        if (cursor != null) {
            to.put("next", cursor);
        }
    }

    static ObjectNode freshness(DomainView.Freshness freshness) {
        return object().put("asOf", instant(freshness.asOf()))
                .put("readAt", instant(freshness.asOf()))
                .put("state", freshness.stale() ? "stale" : "current")
                .put("role", freshness.active() ? "active" : "standby")
                .put("instance", freshness.instance())
                .put("lag", freshness.lag())
                .put("committed", false);
    }

    /** The numbers behind a factor. */
    static ArrayNode numbers(List<Term> terms) {
        ArrayNode rows = array();
        for (Term term : terms) {
            ObjectNode row = rows.addObject().put("name", term.name());
            number(row, "value", term.value());
            row.put("rule", term.rule());
            ArrayNode parts = row.putArray("parts");
            for (Term.Input input : term.inputs()) {
                number(parts.addObject().put("name", input.name()), "value", input.value());
            }
        }
        return rows;
    }

    /** The weighted terms of a priority. */
    static ArrayNode weighted(List<io.fairway.core.priority.PriorityTerm> terms) {
        ArrayNode rows = array();
        for (io.fairway.core.priority.PriorityTerm term : terms) {
            ObjectNode row = rows.addObject().put("name", term.name());
            number(row, "weight", term.weight());
            number(row, "value", term.value());
            number(row, "contribution", term.weighted());
            if (!term.parts().isEmpty()) {
                row.set("parts", weighted(term.parts()));
            }
        }
        return rows;
    }
}
