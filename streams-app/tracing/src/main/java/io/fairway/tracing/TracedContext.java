package io.fairway.tracing;

import io.fairway.engine.NodeNames;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.opentelemetry.api.trace.Span;
import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.StreamsMetrics;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.Punctuator;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** The context of a task. What is sent through it names the event or the turn that sends it. */
final class TracedContext implements ProcessorContext<Object, Object> {
    private static final String HEARTBEATS = NodeNames.sink(Topic.HEARTBEATS);

    private final ProcessorContext<Object, Object> inner;
    private final EventsOfTurn eventsOfTurn;
    private EventSpans.@Nullable Event event;

    TracedContext(ProcessorContext<Object, Object> inner, EventSpans spans) {
        this.inner = inner;
        eventsOfTurn = new EventsOfTurn(spans);
    }

    /** From now on, what is sent is because of this event. */
    void begin(EventSpans.Event taken) {
        event = taken;
        if (taken.domain() != null) {
            eventsOfTurn.took(taken.domain(), taken.span().getSpanContext());
        }
    }

    /** The event is taken. */
    void end() {
        event = null;
    }

    private void turn(Punctuator turn, long now) {
        try {
            turn.punctuate(now);
        } finally {
            eventsOfTurn.end();
        }
    }

    private @Nullable Span cause(Object key, String child) {
        EventSpans.Event taken = event;
        if (taken != null) {
            return taken.span();
        }
        // Heartbeats come by themselves, and would take the events away from the results that follow.
        return key instanceof String text && !child.equals(HEARTBEATS) ? eventsOfTurn.turn(Keys.domainOf(text)) : null;
    }

    private <K, V> Record<K, V> caused(Record<K, V> record, String child) {
        Span cause = cause(record.key(), child);
        return cause == null ? record : TraceHeaders.caused(record, cause);
    }

    @Override
    public <K, V> void forward(Record<K, V> record) {
        inner.forward(caused(record, ""));
    }

    @Override
    public <K, V> void forward(Record<K, V> record, String child) {
        inner.forward(caused(record, child), child);
    }

    @Override
    public Cancellable schedule(Duration interval, PunctuationType type, Punctuator turn) {
        return inner.schedule(interval, type, now -> turn(turn, now));
    }

    @Override
    public Cancellable schedule(Instant first, Duration interval, PunctuationType type, Punctuator turn) {
        return inner.schedule(first, interval, type, now -> turn(turn, now));
    }

    @Override
    public String applicationId() {
        return inner.applicationId();
    }

    @Override
    public TaskId taskId() {
        return inner.taskId();
    }

    @Override
    public Optional<RecordMetadata> recordMetadata() {
        return inner.recordMetadata();
    }

    @Override
    public Serde<?> keySerde() {
        return inner.keySerde();
    }

    @Override
    public Serde<?> valueSerde() {
        return inner.valueSerde();
    }

    @Override
    public File stateDir() {
        return inner.stateDir();
    }

    @Override
    public StreamsMetrics metrics() {
        return inner.metrics();
    }

    /** The signature is Kafka's. */
    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals")
    public <S extends StateStore> S getStateStore(String name) {
        return inner.getStateStore(name);
    }

    @Override
    public void commit() {
        inner.commit();
    }

    @Override
    public Map<String, Object> appConfigs() {
        return inner.appConfigs();
    }

    @Override
    public Map<String, Object> appConfigsWithPrefix(String prefix) {
        return inner.appConfigsWithPrefix(prefix);
    }

    @Override
    public long currentSystemTimeMs() {
        return inner.currentSystemTimeMs();
    }

    @Override
    public long currentStreamTimeMs() {
        return inner.currentStreamTimeMs();
    }
}
