package io.fairway.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The events of each domain whose results are sent later, together. The first turn at which their domain sends a result
 * takes them all, so what it sends in later turns has no cause here.
 */
final class EventsOfTurn {
    /** The SDK keeps 128 links of a span. */
    private static final int MOST = 128;

    /** Keys of events may name domains that do not exist, and never send anything: those that wait longest are given up. */
    static final int DOMAINS = 1_000;

    private final EventSpans spans;
    private final Map<String, Waiting> waiting = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Waiting> eldest) {
            return size() > DOMAINS;
        }
    };
    private final Map<String, Span> turns = new HashMap<>();

    EventsOfTurn(EventSpans spans) {
        this.spans = spans;
    }

    private static final class Waiting {
        private final List<SpanContext> events = new ArrayList<>();
        private long count;
    }

    /** A domain took an event. */
    void took(String domain, SpanContext event) {
        Waiting of = waiting.computeIfAbsent(domain, unused -> new Waiting());
        of.count++;
        if (of.events.size() < MOST) {
            of.events.add(event);
        }
    }

    /** The span of what a domain sends in the turn that goes on; null = no event of it waits. */
    @Nullable
    Span turn(String domain) {
        Span turn = turns.get(domain);
        if (turn == null) {
            Waiting of = waiting.remove(domain);
            if (of != null) {
                turn = spans.turn(domain, of.events, of.count);
                turns.put(domain, turn);
            }
        }
        return turn;
    }

    /** The turn is over. */
    void end() {
        turns.values().forEach(Span::end);
        turns.clear();
    }
}
