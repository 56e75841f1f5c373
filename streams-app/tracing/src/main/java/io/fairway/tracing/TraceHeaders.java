package io.fairway.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * {@code traceparent} in the headers of records, as the W3C writes it. What comes beside it in {@code tracestate} is left behind: it may
 * have 9 kB, and each result of a turn would repeat it.
 */
final class TraceHeaders {
    private static final String TRACEPARENT = "traceparent";

    private TraceHeaders() {}

    /** What a record's headers name as its cause. Text that is none counts as nothing. */
    static Context cause(Headers headers) {
        return W3CTraceContextPropagator.getInstance().extract(Context.root(), headers, Getter.INSTANCE);
    }

    /** The record with a span as its cause. */
    static <K, V> Record<K, V> caused(Record<K, V> record, Span by) {
        Headers headers = new RecordHeaders(record.headers());
        W3CTraceContextPropagator.getInstance()
                .inject(
                        Context.root().with(by),
                        headers,
                        (unused, name, value) ->
                                headers.remove(name).add(name, value.getBytes(StandardCharsets.UTF_8)));
        return record.withHeaders(headers);
    }

    private enum Getter implements TextMapGetter<Headers> {
        INSTANCE;

        @Override
        public Iterable<String> keys(Headers headers) {
            return List.of(TRACEPARENT);
        }

        @Override
        public @Nullable String get(@Nullable Headers headers, String name) {
            Header header = headers == null || !name.equals(TRACEPARENT) ? null : headers.lastHeader(name);
            return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8);
        }
    }
}
