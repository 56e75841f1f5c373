package io.fairway.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.schemas.Topic;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events through the real topology, and what becomes of them in traces. */
class EventTraceTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String OTHER = "0af7651916cd43dd8448eb211c80319c";

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();

    @TempDir
    private Path directory;

    private static String parent(String trace, boolean kept) {
        return "00-" + trace + "-00f067aa0ba902b7-" + (kept ? "01" : "00");
    }

    private static String by(SpanData span) {
        return "00-" + span.getTraceId() + "-" + span.getSpanId() + "-01";
    }

    private TracedPipeline pipeline(double ratio, boolean names) {
        Tracing tracing = Tracing.of(
                new TracingSettings("x", ratio, names), SimpleSpanProcessor.create(spans), "fairway", "here:1");
        return new TracedPipeline(tracing, directory);
    }

    private List<SpanData> named(String name) {
        return spans.getFinishedSpanItems().stream()
                .filter(span -> span.getName().equals(name))
                .toList();
    }

    private static Map<String, Object> attributes(SpanData span) {
        Map<String, Object> attributes = new HashMap<>();
        span.getAttributes().forEach((key, value) -> attributes.put(key.getKey(), value));
        return attributes;
    }

    @Test
    void anEventIsOnTheTraceOfItsHeaderAndSoIsItsDeadLetter() {
        try (TracedPipeline pipeline = pipeline(0, false)) {
            pipeline.garbage("ozone-run", parent(TRACE, true));

            SpanData event = named("event").getFirst();
            assertThat(event.getTraceId()).isEqualTo(TRACE);
            assertThat(event.getParentSpanId()).isEqualTo("00f067aa0ba902b7");
            assertThat(attributes(event))
                    .containsOnly(
                            Map.entry("messaging.destination.name", "fairway.job-events"),
                            Map.entry("messaging.destination.partition.id", "0"),
                            Map.entry("messaging.kafka.offset", 0L),
                            Map.entry("fairway.domain", "alps"),
                            Map.entry("fairway.cluster", "eiger"));
            assertThat(pipeline.traceparents(Topic.DEAD_LETTERS)).containsExactly(by(event));
        }
    }

    @Test
    void thePriorityOfAJobIsOnTheTraceOfItsEvent() {
        try (TracedPipeline pipeline = pipeline(0, false)) {
            pipeline.submit("ozone-run", parent(TRACE, true));
            pipeline.turns();

            SpanData event = named("event").getFirst();
            SpanData turn = named("turn").getFirst();
            assertThat(turn.getTraceId()).isEqualTo(TRACE);
            assertThat(turn.getParentSpanId()).isEqualTo(event.getSpanId());
            assertThat(pipeline.traceparents(Topic.PRIORITIES)).first().isEqualTo(by(turn));
            assertThat(spans.getFinishedSpanItems().toString())
                    .doesNotContain("anna")
                    .doesNotContain("physics")
                    .doesNotContain("ozone-run");
        }
    }

    @Test
    void aTurnHasLinksToItsOtherEvents() {
        try (TracedPipeline pipeline = pipeline(0, true)) {
            pipeline.submit("1", parent(TRACE, true));
            pipeline.submit("2", parent(OTHER, true));
            pipeline.turns();

            List<SpanData> events = named("event");
            assertThat(events)
                    .extracting(event -> attributes(event).get("fairway.job"))
                    .containsExactly("1", "2");
            SpanData turn = named("turn").getFirst();
            assertThat(turn.getParentSpanId()).isEqualTo(events.getFirst().getSpanId());
            assertThat(turn.getLinks())
                    .extracting(link -> link.getSpanContext().getSpanId())
                    .containsExactly(events.get(1).getSpanId());
            assertThat(attributes(turn)).containsEntry("fairway.events", 2L);
        }
    }

    /** Anybody may name a domain in a key, and it never sends a result. */
    @Test
    void domainsThatNeverSendAnythingDoNotPileUp() {
        try (TracedPipeline pipeline = pipeline(0, false)) {
            pipeline.submit("1", parent(TRACE, true));
            for (int i = 0; i < EventsOfTurn.DOMAINS; i++) {
                pipeline.garbage("nowhere" + i, "1", parent(OTHER, true));
            }
            pipeline.turns();
            assertThat(named("turn"))
                    .as("the one that waited longest was given up")
                    .isEmpty();

            pipeline.submit("2", parent(TRACE, true));
            pipeline.turns();
            assertThat(named("turn")).hasSize(1);
        }
    }

    @Test
    void aLongTextIsCut() {
        try (TracedPipeline pipeline = pipeline(0, false)) {
            pipeline.garbage("d".repeat(100_000), "1", parent(TRACE, true));

            assertThat(String.valueOf(attributes(named("event").getFirst()).get("fairway.domain")))
                    .hasSize(1_024);
        }
    }

    @Test
    void eventsThatAreNotKeptLeaveNoSpanAndNoHeader() {
        try (TracedPipeline pipeline = pipeline(0, false)) {
            pipeline.submit("1", "");
            pipeline.submit("2", parent(TRACE, false));
            pipeline.submit("3", "no traceparent");
            pipeline.turns();

            assertThat(spans.getFinishedSpanItems()).isEmpty();
            assertThat(pipeline.traceparents(Topic.PRIORITIES))
                    .hasSizeGreaterThan(2)
                    .containsOnly("none");
        }
    }

    @Test
    void offNothingStandsAroundTheProcessorAndNoRecordHasAHeader() {
        ProcessorSupplier<byte[], byte[], Object, Object> processor = () -> {
            throw new IllegalStateException("nobody asks");
        };
        assertThat(Tracing.OFF.events(io.fairway.schemas.Topics.standard()).apply(processor))
                .isSameAs(processor);
        try (TracedPipeline pipeline = new TracedPipeline(Tracing.OFF, directory)) {
            pipeline.submit("1", parent(TRACE, true));
            pipeline.turns();

            assertThat(pipeline.traceparents(Topic.PRIORITIES)).isNotEmpty().containsOnly("none");
        }
    }
}
