package io.fairway.tracing;

import io.fairway.schemas.Causes;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says once that spans are dropped, and once that they are taken again. The exporter below says it again and again. */
final class ReportingExporter implements SpanExporter {
    private static final Logger LOG = LoggerFactory.getLogger(ReportingExporter.class);

    /** Held here, because the JDK forgets the level of a logger that nobody holds. */
    private static final java.util.logging.Logger BELOW =
            java.util.logging.Logger.getLogger("io.opentelemetry.exporter");

    private final SpanExporter inner;
    private final String endpoint;
    private final AtomicBoolean away = new AtomicBoolean();

    ReportingExporter(SpanExporter inner, String endpoint) {
        this.inner = inner;
        this.endpoint = endpoint;
        BELOW.setLevel(Level.OFF);
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        CompletableResultCode sent = inner.export(spans);
        return sent.whenComplete(() -> {
            if (sent.isSuccess()) {
                if (away.compareAndSet(true, false)) {
                    LOG.info("traces go to {} again", endpoint);
                }
            } else if (away.compareAndSet(false, true)) {
                Throwable why = sent.getFailureThrowable();
                LOG.warn(
                        "traces are dropped: {} does not take them{}",
                        endpoint,
                        why == null ? "" : " (" + Causes.rootOf(why).getClass().getSimpleName() + ")");
            }
        });
    }

    @Override
    public CompletableResultCode flush() {
        return inner.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return inner.shutdown();
    }
}
