package io.fairway.tracing;

import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Spans of job events and samples, and of the turns at which their domains send results. */
final class EventSpans {
    static final AttributeKey<String> DOMAIN = AttributeKey.stringKey("fairway.domain");

    private static final AttributeKey<String> CLUSTER = AttributeKey.stringKey("fairway.cluster");
    private static final AttributeKey<String> JOB = AttributeKey.stringKey("fairway.job");
    private static final AttributeKey<Long> EVENTS = AttributeKey.longKey("fairway.events");
    private static final AttributeKey<String> TOPIC = AttributeKey.stringKey("messaging.destination.name");
    private static final AttributeKey<String> PARTITION = AttributeKey.stringKey("messaging.destination.partition.id");
    private static final AttributeKey<Long> OFFSET = AttributeKey.longKey("messaging.kafka.offset");

    /** Domain, cluster and job. */
    private static final int JOB_KEY = 3;

    private final Tracer tracer;
    private final Topics topics;
    private final boolean names;

    EventSpans(Tracer tracer, Topics topics, boolean names) {
        this.tracer = tracer;
        this.topics = topics;
        this.names = names;
    }

    /** The span of a record, and the domain that its key names; null = the key is another program's. */
    record Event(Span span, @Nullable String domain) {}

    /** Begins the span of a record; null = it is no event, or its trace is not kept. */
    @Nullable
    Event begin(Record<byte[], byte[]> record, RecordMetadata from) {
        Topic topic = topics.of(from.topic());
        if (topic != Topic.JOB_EVENTS && topic != Topic.SAMPLES) {
            return null;
        }
        Span span = tracer.spanBuilder("event")
                .setSpanKind(SpanKind.CONSUMER)
                .setParent(TraceHeaders.cause(record.headers()))
                .startSpan();
        if (!span.isRecording()) {
            return null;
        }
        span.setAttribute(TOPIC, from.topic());
        span.setAttribute(PARTITION, Integer.toString(from.partition()));
        span.setAttribute(OFFSET, from.offset());
        List<String> key = key(record.key());
        if (key.size() != JOB_KEY) {
            return new Event(span, null);
        }
        span.setAttribute(DOMAIN, key.get(0));
        span.setAttribute(CLUSTER, key.get(1));
        if (names) {
            span.setAttribute(JOB, key.get(2));
        }
        return new Event(span, key.getFirst());
    }

    /**
     * Begins the span of a turn. It goes on the trace of the first of its events, and has links to the others.
     *
     * @param events that the domain took since it last sent something; not empty
     * @param count of all such events, those without a place in the list included
     */
    Span turn(String domain, List<SpanContext> events, long count) {
        SpanBuilder turn = tracer.spanBuilder("turn")
                .setParent(Context.root().with(Span.wrap(events.getFirst())))
                .setAttribute(DOMAIN, domain)
                .setAttribute(EVENTS, count);
        events.stream().skip(1).forEach(turn::addLink);
        return turn.startSpan();
    }

    /** The components of a key. Other programs may write by any key, and the processor itself reads the value. */
    private static List<String> key(byte @Nullable [] key) {
        try {
            return key == null ? List.of() : Keys.split(new String(key, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException foreign) {
            return List.of();
        }
    }
}
