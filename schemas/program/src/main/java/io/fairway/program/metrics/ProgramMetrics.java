package io.fairway.program.metrics;

import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmClassLoadingMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Metrics that every program has, under the names that Prometheus' own client gives them: {@code jvm_*}, {@code process_*}, and
 * {@code fairway_build_info}. Reading them changes nothing, and costs nothing between two readings.
 */
public final class ProgramMetrics {
    private ProgramMetrics() {}

    /** Made when somebody asks: the agent has no memory for what nobody reads. */
    private static final class Alone {
        static final PrometheusRegistry REGISTRY = new PrometheusRegistry();

        static {
            addTo(REGISTRY);
        }
    }

    /** These metrics and no others, in Prometheus' text format 0.0.4. */
    public static String text() {
        return text(Alone.REGISTRY.scrape());
    }

    /** Adds them to a registry that does not have them yet. */
    public static void addTo(PrometheusRegistry registry) {
        JvmMemoryMetrics.builder().register(registry);
        JvmGarbageCollectorMetrics.builder().register(registry);
        JvmThreadsMetrics.builder().register(registry);
        JvmClassLoadingMetrics.builder().register(registry);
        ProcessMetrics.builder().register(registry);
        Info.builder()
                .name("fairway_build")
                .help("1; the labels say which version of Fairway this is, and which Java runs it.")
                .labelNames("version", "java")
                .register(registry)
                .setLabelValues(version(), Runtime.version().toString());
    }

    /** The version in the manifest; tests run classes without one. */
    private static String version() {
        @Nullable String version = ProgramMetrics.class.getPackage().getImplementationVersion();
        return version == null ? "unknown" : version;
    }

    /** Samples in Prometheus' text format 0.0.4. */
    public static String text(MetricSnapshots samples) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try {
            PrometheusTextFormatWriter.create().write(text, samples, EscapingScheme.UNDERSCORE_ESCAPING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString(StandardCharsets.UTF_8);
    }
}
