package io.fairway.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Questions over HTTP to the real server, and what becomes of them in traces. */
class QuestionTraceTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String PARENT = "00-" + TRACE + "-00f067aa0ba902b7-01";
    private static final String ABOUT_ZOE = "/v1/domains/alps/users/zoe-q7x/why";
    private static final String ROUTE = "/v1/domains/{domain}/users/{user}/why";

    private static TracingSettings to(String endpoint, boolean names) {
        return new TracingSettings(endpoint, 1.0, names);
    }

    @Test
    void aQuestionHasASpanNamedByItsRouteOnTheTraceOfItsCaller() throws Exception {
        InMemorySpanExporter spans = InMemorySpanExporter.create();
        try (Tracing tracing = Tracing.of(to("x", false), SimpleSpanProcessor.create(spans), "fairway", "here:1");
                TracedServer server = new TracedServer(tracing)) {
            assertThat(server.get(ABOUT_ZOE, "traceparent", PARENT).statusCode())
                    .isEqualTo(200);

            SpanData span = only(spans);
            assertThat(span.getName()).isEqualTo("GET " + ROUTE);
            assertThat(span.getTraceId()).isEqualTo(TRACE);
            assertThat(span.getParentSpanId()).isEqualTo("00f067aa0ba902b7");
            Map<String, Object> attributes = new java.util.HashMap<>();
            span.getAttributes().forEach((key, value) -> attributes.put(key.getKey(), value));
            assertThat(attributes)
                    .containsOnly(
                            Map.entry("http.request.method", "GET"),
                            Map.entry("http.route", ROUTE),
                            Map.entry("http.response.status_code", 200L),
                            Map.entry("fairway.domain", "alps"));
            assertThat(server.passedOn).containsExactly("00-" + TRACE + "-" + span.getSpanId() + "-01");
        }
    }

    @Test
    void aPathWithoutARouteAndAMethodOfNobodyAreNotNames() throws Exception {
        InMemorySpanExporter spans = InMemorySpanExporter.create();
        try (Tracing tracing = Tracing.of(to("x", true), SimpleSpanProcessor.create(spans), "fairway", "here:1");
                TracedServer server = new TracedServer(tracing)) {
            assertThat(server.get("/zoe-q7x?user=zoe-q7x").statusCode()).isEqualTo(404);

            assertThat(only(spans).getName()).isEqualTo("GET");
            assertThat(only(spans).toString()).doesNotContain("zoe-q7x");
        }
    }

    private static SpanData only(InMemorySpanExporter spans) {
        // The server ends a span after the answer has left.
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> !spans.getFinishedSpanItems().isEmpty());
        List<SpanData> all = spans.getFinishedSpanItems();
        assertThat(all).hasSize(1);
        return all.getFirst();
    }

    @Test
    void noUserNameLeavesUnlessNamesAreSwitchedOn() throws Exception {
        assertThat(exported(false))
                .contains(ROUTE)
                .contains(new String(HexFormat.of().parseHex(TRACE), StandardCharsets.ISO_8859_1))
                .doesNotContain("zoe-q7x");
        assertThat(exported(true)).contains(ROUTE).contains("fairway.user").contains("zoe-q7x");
    }

    /** All bytes of a question about Zoe. */
    private static String exported(boolean names) throws Exception {
        try (Collector collector = new Collector()) {
            try (Tracing tracing = Tracing.of(to(collector.endpoint(), names), "fairway", "here:1")) {
                try (TracedServer server = new TracedServer(tracing)) {
                    server.get(ABOUT_ZOE, "traceparent", PARENT);
                }
                Awaitility.await()
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> collector.bytes().contains(ROUTE));
            }
            return collector.bytes();
        }
    }

    @Test
    void offThereIsNoHeaderForOtherInstances() throws Exception {
        try (Tracing tracing = Tracing.of(to("", false), "fairway", "here:1");
                TracedServer server = new TracedServer(tracing)) {
            assertThat(tracing).isSameAs(Tracing.OFF);
            assertThat(server.get(ABOUT_ZOE, "traceparent", PARENT).statusCode())
                    .isEqualTo(200);
            assertThat(server.passedOn).containsExactly("none");
        }
    }
}
