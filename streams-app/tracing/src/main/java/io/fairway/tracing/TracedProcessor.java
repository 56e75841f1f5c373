package io.fairway.tracing;

import io.opentelemetry.api.trace.StatusCode;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** The processor of the domains with a span around each event. */
final class TracedProcessor implements Processor<byte[], byte[], Object, Object> {
    private final Processor<byte[], byte[], Object, Object> inner;
    private final EventSpans spans;
    private @Nullable TracedContext context;

    TracedProcessor(Processor<byte[], byte[], Object, Object> inner, EventSpans spans) {
        this.inner = inner;
        this.spans = spans;
    }

    @Override
    public void init(ProcessorContext<Object, Object> given) {
        TracedContext traced = new TracedContext(given, spans);
        context = traced;
        inner.init(traced);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        TracedContext traced = Objects.requireNonNull(context, "process before init");
        RecordMetadata from = traced.recordMetadata().orElse(null);
        EventSpans.Event event = from == null ? null : spans.begin(record, from);
        if (event == null) {
            inner.process(record);
            return;
        }
        traced.begin(event);
        try {
            inner.process(record);
        } catch (RuntimeException e) {
            // Not its message, which may have names.
            event.span().setStatus(StatusCode.ERROR, e.getClass().getSimpleName());
            throw e;
        } finally {
            traced.end();
            event.span().end();
        }
    }

    @Override
    public void close() {
        inner.close();
    }
}
