package io.fairway.app.metrics;

import io.fairway.engine.EvaluatedDomain;
import io.fairway.engine.ProcessorWatch;
import io.fairway.program.metrics.ProgramMetrics;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of an instance of the application for Prometheus: {@link #scrape}. A processor only updates counters. A scrape makes
 * gauges, from the data that was published with the last heartbeats.
 */
public final class FairwayMetrics implements AutoCloseable {
    private final PrometheusMeterRegistry registry =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, new PrometheusRegistry(), Clock.SYSTEM);
    private final PipelineMeters pipeline;
    private final InstanceMeters instance;
    private final RestoreProgress restore = new RestoreProgress();
    private final Set<String> inputs;
    private final DomainGauges domainGauges;
    private final FairshareGauges fairshareGauges;
    private volatile @Nullable FairnessGauges fairness;
    private final Map<String, Supplier<Optional<Instant>>> certificates = new ConcurrentSkipListMap<>();
    private volatile IntSupplier changedSchemas = () -> 0;
    private volatile IntSupplier differentSettings = () -> 0;
    private volatile @Nullable KafkaStreams streams;
    private volatile @Nullable KafkaStreamsMetrics binder;

    /**
     * Metrics with nothing counted yet.
     *
     * @param inputs names of the input topics
     * @param settings which metrics there are
     * @param clock epoch milliseconds
     */
    public FairwayMetrics(Set<String> inputs, MetricsSettings settings, LongSupplier clock) {
        this.inputs = Set.copyOf(inputs);
        // Micrometer wants its filters before the first meter.
        registry.config().meterFilter(settings.kafka().filter());
        pipeline = new PipelineMeters(registry);
        instance = new InstanceMeters(registry);
        domainGauges = new DomainGauges(clock);
        fairshareGauges = new FairshareGauges(settings.topAccounts(), settings.topUsers());
        registry.getPrometheusRegistry().register(this::collect);
        ProgramMetrics.addTo(registry.getPrometheusRegistry());
    }

    /** The receiver of the processors' events. */
    public ProcessorWatch watch() {
        return pipeline;
    }

    /** What goes wrong in this instance and around it, and what it answered. */
    public InstanceMeters instance() {
        return instance;
    }

    /** How many dead letters of each kind were sent since this instance started. */
    public SortedMap<String, Long> deadLetters() {
        return pipeline.deadLetters();
    }

    /** Shows by how many seconds the clock of this instance is ahead of the brokers'; 0 = that is not known. */
    public void clockAhead(Supplier<Number> seconds) {
        Gauge.builder("fairway.clock.ahead", seconds)
                .description(
                        "The clock of this instance minus the append time of what it last wrote, at its worst partition.")
                .baseUnit("seconds")
                .register(registry);
    }

    /** Shows what RocksDB takes for all stores of this instance, and what it may take; bytes. */
    public void rocksDbMemory(LongSupplier used, LongSupplier bound) {
        Gauge.builder("fairway.rocksdb.memory", used::getAsLong)
                .description("Memory that RocksDB uses for all stores of this instance.")
                .baseUnit("bytes")
                .register(registry);
        Gauge.builder("fairway.rocksdb.memory.limit", bound::getAsLong)
                .description("Memory that RocksDB may use for all stores of this instance.")
                .baseUnit("bytes")
                .register(registry);
    }

    /** The receiver of Kafka Streams' progress in restoring. */
    public StateRestoreListener restoreListener() {
        return restore;
    }

    /** Adds the meters of Kafka Streams and of its clients, as far as they are shown. */
    public void bind(KafkaStreams running) {
        KafkaStreamsMetrics meters = new KafkaStreamsMetrics(running);
        meters.bindTo(registry);
        binder = meters;
        streams = running;
    }

    /**
     * Adds what the instance sees around it.
     *
     * @param changedSchemas the number of ids under which the registry has another schema, or none
     * @param differentSettings the number of settings that make usage and that another instance has otherwise
     */
    public void watchSurroundings(IntSupplier changedSchemas, IntSupplier differentSettings) {
        this.changedSchemas = changedSchemas;
        this.differentSettings = differentSettings;
    }

    /** Adds how fair the domains were. */
    public void watchFairness(FairnessGauges gauges) {
        fairness = gauges;
    }

    /**
     * Adds when a certificate ends.
     *
     * @param setting that names its file
     * @param end of the one that is shown now; empty if that is not known
     */
    public void watchCertificate(String setting, Supplier<Optional<Instant>> end) {
        certificates.put(setting, end);
    }

    private MetricSnapshots collect() {
        Gauges gauges = new Gauges();
        gauges.add(
                "fairway_registry_changed_schemas",
                "Ids of schemas under which the registry has another schema than before, or none.",
                changedSchemas.getAsInt());
        gauges.add(
                "fairway_settings_different",
                "Settings that make usage and that another instance has otherwise.",
                differentSettings.getAsInt());
        certificates.forEach((setting, shown) -> shown.get()
                .ifPresent(end -> gauges.add(
                        "fairway_certificate_end_timestamp_seconds",
                        "When the certificate ends that this program shows to others, seconds since 1970.",
                        (double) end.getEpochSecond(),
                        "setting",
                        setting)));
        KafkaStreams running = streams;
        Collection<EvaluatedDomain> domains = pipeline.domains();
        domains.forEach(domain -> domainGauges.collect(domain, gauges));
        int partitions = running == null ? 1 : InputPartitions.count(running.metadataForLocalThreads(), inputs);
        fairshareGauges.collect(domains, Math.max(1, partitions), gauges);
        FairnessGauges measured = fairness;
        if (measured != null) {
            measured.collect(gauges);
        }
        restore.collect(gauges);
        if (running != null) {
            InputLag.collect(running.metrics(), inputs, gauges);
        }
        return new MetricSnapshots(gauges.snapshots());
    }

    /** All metrics in Prometheus's text format 0.0.4, without samples that are infinite or not a number. */
    public String scrape() {
        return ProgramMetrics.text(
                FiniteSamples.of(registry.getPrometheusRegistry().scrape()));
    }

    @Override
    public void close() {
        KafkaStreamsMetrics meters = binder;
        if (meters != null) {
            meters.close();
        }
        registry.close();
    }
}
