package io.fairway.tracing;

import io.fairway.api.http.ServerTracing;
import io.fairway.schemas.Topics;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanLimits;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/** The traces of one instance. Without an endpoint there is nothing of the SDK, and nothing stands around processors. */
public final class Tracing implements AutoCloseable {
    /** No traces. */
    public static final Tracing OFF = new Tracing(null, false);

    private static final Duration SEND = Duration.ofSeconds(5);
    private static final int CLOSE_SECONDS = 2;

    /** Characters of an attribute: the key of a hostile event may have a megabyte. */
    private static final int LONGEST_TEXT = 1_024;

    private final @Nullable SdkTracerProvider provider;
    private final boolean names;

    private Tracing(@Nullable SdkTracerProvider provider, boolean names) {
        this.provider = provider;
        this.names = names;
    }

    /**
     * Traces by these settings. Who takes them need not be there, now or later.
     *
     * @param service the name of this installation
     * @param instance the address of this instance
     */
    public static Tracing of(TracingSettings settings, String service, String instance) {
        if (!settings.on()) {
            return OFF;
        }
        // Without retries: spans that cannot be sent are dropped, and do not pile up behind a collector that is away.
        OtlpHttpSpanExporter otlp = OtlpHttpSpanExporter.builder()
                .setEndpoint(settings.endpoint())
                .setConnectTimeout(SEND)
                .setTimeout(SEND)
                .setRetryPolicy(null)
                .build();
        return of(
                settings,
                BatchSpanProcessor.builder(new ReportingExporter(otlp, settings.endpoint()))
                        .setExporterTimeout(SEND)
                        .build(),
                service,
                instance);
    }

    /** Traces that go to a processor of spans. */
    static Tracing of(TracingSettings settings, SpanProcessor spans, String service, String instance) {
        Attributes who = Attributes.of(
                AttributeKey.stringKey("service.name"), service,
                AttributeKey.stringKey("service.instance.id"), instance);
        SdkTracerProvider provider = SdkTracerProvider.builder()
                .setResource(Resource.getDefault().merge(Resource.create(who)))
                .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(settings.ratio())))
                .setSpanLimits(SpanLimits.builder()
                        .setMaxAttributeValueLength(LONGEST_TEXT)
                        .build())
                .addSpanProcessor(spans)
                .build();
        return new Tracing(provider, settings.names());
    }

    /** What hears of the questions. */
    public ServerTracing questions() {
        SdkTracerProvider on = provider;
        return on == null ? ServerTracing.OFF : new QuestionSpans(tracer(on), names);
    }

    /** What stands around the processor of the domains; nothing if there are no traces. */
    public UnaryOperator<ProcessorSupplier<byte[], byte[], Object, Object>> events(Topics topics) {
        SdkTracerProvider on = provider;
        if (on == null) {
            return UnaryOperator.identity();
        }
        EventSpans spans = new EventSpans(tracer(on), topics, names);
        return inner -> new TracedProcessors(inner, spans);
    }

    private record TracedProcessors(ProcessorSupplier<byte[], byte[], Object, Object> inner, EventSpans spans)
            implements ProcessorSupplier<byte[], byte[], Object, Object> {
        @Override
        public Processor<byte[], byte[], Object, Object> get() {
            return new TracedProcessor(inner.get(), spans);
        }

        @Override
        public @Nullable Set<StoreBuilder<?>> stores() {
            return inner.stores();
        }
    }

    private static Tracer tracer(SdkTracerProvider provider) {
        return provider.get("io.fairway");
    }

    /** Sends what is left, if that goes quickly. */
    @Override
    public void close() {
        if (provider != null) {
            var unused = provider.shutdown().join(CLOSE_SECONDS, TimeUnit.SECONDS);
        }
    }
}
