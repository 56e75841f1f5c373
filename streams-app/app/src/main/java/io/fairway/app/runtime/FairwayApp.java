package io.fairway.app.runtime;

import io.fairway.app.holdings.KafkaHoldings;
import io.fairway.app.holdings.TaskMarks;
import io.fairway.app.memory.RocksDbMemory;
import io.fairway.app.metrics.CertificateFile;
import io.fairway.app.metrics.FairwayMetrics;
import io.fairway.app.metrics.InstanceMeters;
import io.fairway.core.time.BrokerTime;
import io.fairway.engine.EngineContext;
import io.fairway.engine.UsageSettings;
import io.fairway.engine.topology.FairwayTopology;
import io.fairway.reading.Holdings;
import io.fairway.schemas.Causes;
import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Topic;
import io.fairway.tracing.Tracing;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.processor.TaskId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The running application: start, wait, stop. Waiting throws the error that ended it. */
public final class FairwayApp implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FairwayApp.class);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);

    /** A cause of failed threads, beside those of {@link ThreadFailure}. */
    private static final String DAMAGED = "damaged-state";

    /** By so much the clocks of instances and brokers may always differ: it takes some time until an answer is heard. */
    private static final Duration LEAST_DIFFERENCE = Duration.ofSeconds(5);

    private final FairwayConfig config;
    private final Time time;
    private final FairwaySerdes serdes;
    private final TopicProbe topics;
    private final int partitionCount;
    private final RocksDbMemory memory;
    private final FairwayMetrics metrics;
    private final Tracing tracing;
    private final BrokerTime brokerTime;
    private final List<HealthWatch> lookouts;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final UsageSettings usageSettings;
    private final RestartDelay patience = new RestartDelay();
    private @Nullable KafkaStreams streams;
    private volatile boolean started;
    private volatile boolean hasRun;
    private int pausing;

    private FairwayApp(FairwayConfig config, Time time, TopicProbe topics, int partitionCount, KeptState kept) {
        this.config = config;
        this.time = time;
        usageSettings = kept.settings();
        this.topics = topics;
        this.partitionCount = partitionCount;
        serdes = kept.serdes();
        memory = new RocksDbMemory(config.rocksDbMemory());
        metrics = new FairwayMetrics(Set.copyOf(topics.topics().inputNames()), config.metrics(), time::milliseconds);
        tracing = Tracing.of(
                config.tracing(), config.getString(FairwayConfig.APPLICATION_ID), String.valueOf(config.advertised()));
        brokerTime = new BrokerTime(
                time::nanoseconds, Math.max(LEAST_DIFFERENCE.toMillis(), config.getLong(FairwayConfig.TIME_SKEW)));
        metrics.rocksDbMemory(memory::used, memory::bound);
        metrics.clockAhead(() -> brokerTime.difference(time.milliseconds()) / 1000.0);
        topics.watch(() -> hasRun);
        RegistryProbe registry = new RegistryProbe(serdes, config.getString(FairwayConfig.SCHEMA_REGISTRY_URL));
        SettingsProbe settings = new SettingsProbe(usageSettings, kept.log()::read, kept.log()::close);
        metrics.watchSurroundings(registry::changed, settings::different);
        lookouts = List.of(
                new HealthWatch("topics", topics, this::pause),
                new HealthWatch(
                        "offsets",
                        new MarkProbe(() -> TaskMarks.read(streams(), config.topics()), topics::ends, topics::id),
                        this::pause),
                new HealthWatch("registry", registry, this::pause),
                new HealthWatch("settings", settings, this::pause),
                new HealthWatch(
                        "clock",
                        new ClockProbe(time::milliseconds, time::nanoseconds, this::renewThreads),
                        this::pause),
                new HealthWatch("broker-clock", new BrokerTimeProbe(brokerTime, time::milliseconds), this::pause));
        addMeters();
    }

    private void addMeters() {
        InstanceMeters meters = metrics.instance();
        lookouts.forEach(each -> meters.watch(each.about(), () -> each.fault() != null));
        for (ThreadFailure failure : ThreadFailure.values()) {
            meters.threadsMayFailBy(failure.cause());
        }
        meters.threadsMayFailBy(DAMAGED);
        meters.watchDisk(config.stateDirectory());
        CertificateFile shown = config.brokersCertificate();
        if (shown != null) {
            metrics.watchCertificate(shown.setting(), shown::end);
        }
    }

    /**
     * Waits for the brokers, checks the topics and starts.
     *
     * @throws IllegalStateException naming the errors in the topics
     * @throws ConfigException if a domain is pinned to a partition that the topics do not have
     */
    public static FairwayApp start(FairwayConfig config) {
        try {
            return start(config, StartOptions.NONE, LOG::info);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while starting", e);
        }
    }

    /**
     * As above.
     *
     * @param options for this start
     * @param say hears what it waits for
     */
    public static FairwayApp start(FairwayConfig config, StartOptions options, Consumer<String> say)
            throws InterruptedException {
        return start(config, options, say, Time.SYSTEM);
    }

    /**
     * As above, with a clock that may be wrong.
     *
     * @param time the clock of this machine
     */
    public static FairwayApp start(FairwayConfig config, StartOptions options, Consumer<String> say, Time time)
            throws InterruptedException {
        config.logFormat().apply();
        TopicProbe topics = new TopicProbe(config);
        try {
            int partitionCount = topics.require(say);
            requirePinned(config, partitionCount);
            FairwayApp app = new FairwayApp(
                    config, time, topics, partitionCount, KeptState.require(config, topics, options, say));
            if (topics.isNew()) {
                Predecessor.warn(config, app.serdes);
            }
            app.startStreams();
            app.lookouts.forEach(HealthWatch::start);
            return app;
        } catch (InterruptException e) {
            topics.close();
            throw (InterruptedException) new InterruptedException("interrupted while starting").initCause(e);
        } catch (RuntimeException | InterruptedException e) {
            topics.close();
            throw e;
        }
    }

    /** A damaged store on disk is found when it is opened, which is here. */
    private void startStreams() {
        Set<Path> mended = new HashSet<>();
        while (true) {
            KafkaStreams next = newStreams();
            try {
                next.start();
                streams = next;
                started = true;
                metrics.bind(next);
                return;
            } catch (RuntimeException e) {
                next.close();
                Path damaged = DamagedState.taskDirectory(e);
                if (damaged == null || !mended.add(damaged)) {
                    throw e;
                }
                mend(damaged, e);
            }
        }
    }

    private static void mend(Path damaged, Throwable why) {
        LOG.warn(
                "the state in {} is damaged ({}): deleted; it is restored from its changelogs",
                damaged,
                Causes.rootOf(why).getMessage());
        DamagedState.delete(damaged);
    }

    private KafkaStreams newStreams() {
        Properties properties = new Properties();
        properties.putAll(config.streams());
        memory.addTo(properties);
        AppendTimeInterceptor.addTo(properties, brokerTime);
        if (config.engine().clock().keepsHorizon()) {
            WritersTimeInterceptor.addTo(properties, config.topics());
        }
        KafkaStreams next = new KafkaStreams(
                new FairwayTopology(
                                new EngineContext(
                                        topics.topics(),
                                        serdes,
                                        config.partitions(),
                                        partitionCount,
                                        config.engine(),
                                        topics::id,
                                        metrics.watch(),
                                        usageSettings,
                                        time::nanoseconds,
                                        brokerTime),
                                tracing.events(topics.topics()))
                        .get(),
                properties,
                new CountingClients(metrics.instance()::transactionAborted),
                time);
        next.setGlobalStateRestoreListener(metrics.restoreListener());
        next.setUncaughtExceptionHandler(this::onUncaught);
        next.setStateListener((now, before) -> {
            LOG.info("{} -> {}", before, now);
            if (now == KafkaStreams.State.RUNNING) {
                hasRun = true;
                patience.recovered();
            } else if (now == KafkaStreams.State.NOT_RUNNING && started) {
                ended.complete(null);
            }
        });
        return next;
    }

    /** New threads go on where the old ones committed, with clients of their own. */
    private void renewThreads() {
        KafkaStreams running = streams();
        for (int left = running.metadataForLocalThreads().size(); left > 0; left--) {
            if (running.addStreamThread().isEmpty()) {
                return; // It ends, or has ended.
            }
            // The oldest one ends. It cannot be trusted to end in time: what it was at is rolled back then.
            var unused = running.removeStreamThread(STOP_TIMEOUT);
        }
    }

    /** Each lookout asks for it by itself: the instance goes on when nobody asks any more. */
    private synchronized void pause(boolean stop) {
        pausing += stop ? 1 : -1;
        if (pausing == 0) {
            streams().resume();
        } else {
            streams().pause();
        }
    }

    /** Without this check, the first record of such a domain would fail. */
    private static void requirePinned(FairwayConfig config, int partitionCount) {
        DomainPartitions partitions = config.partitions();
        for (String domain : partitions.pins().keySet()) {
            try {
                var unused = partitions.partition(domain, partitionCount);
            } catch (IllegalArgumentException e) {
                throw new ConfigException(
                        FairwayConfig.DOMAIN_PINS, config.getString(FairwayConfig.DOMAIN_PINS), e.getMessage());
            }
        }
    }

    /** Waits until the application stops, or throws the error that ended it. */
    public void join() throws ExecutionException, InterruptedException {
        ended.get();
    }

    /** As above, but waits only so long. Returns whether it has stopped. */
    public boolean join(Duration atMost) throws ExecutionException, InterruptedException {
        try {
            ended.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException running) {
            return false;
        }
    }

    private KafkaStreams streams() {
        return Objects.requireNonNull(streams, "not started");
    }

    /** Why the instance must not be asked now; null = it may. */
    private @Nullable String problem() {
        return faults().filter(fault -> fault.effect().endsReadiness())
                .map(Probe.Fault::text)
                .findFirst()
                .orElse(null);
    }

    /** What it waits for before it is ready, in words; null = it is ready. */
    public @Nullable String waitsFor() {
        String fault = faults().filter(each -> each.effect() != Probe.Effect.SAID)
                .map(Probe.Fault::text)
                .findFirst()
                .orElse(null);
        if (fault != null) {
            return fault;
        }
        KafkaStreams.State state = state();
        if (state != KafkaStreams.State.RUNNING) {
            return "the stream is " + state;
        }
        return lookouts.stream()
                .map(HealthWatch::waitsFor)
                .flatMap(Stream::ofNullable)
                .findFirst()
                .map(asked -> "no answer yet from " + asked)
                .orElse(null);
    }

    private Stream<Probe.Fault> faults() {
        return lookouts.stream().map(HealthWatch::fault).flatMap(Stream::ofNullable);
    }

    /** The holdings of all instances, for questions. This instance goes by the address that it advertises. */
    public Holdings holdings() {
        return new KafkaHoldings(
                streams(),
                String.valueOf(config.advertised()),
                config.topics().name(Topic.JOB_EVENTS),
                config.partitions(),
                partitionCount,
                config.getString(FairwayConfig.PROCESSING_GUARANTEE).equals(StreamsConfig.EXACTLY_ONCE_V2),
                this::problem,
                metrics::deadLetters);
    }

    /** The clock of this machine, unless that is too far ahead of the brokers'; epoch milliseconds. */
    long now() {
        return brokerTime.bounded(time.milliseconds());
    }

    /** The metrics of the application. */
    public FairwayMetrics metrics() {
        return metrics;
    }

    /** The traces of the application. */
    Tracing tracing() {
        return tracing;
    }

    /** The state of the application. */
    public KafkaStreams.State state() {
        return streams().state();
    }

    /** A restarted thread continues from its last commit. */
    private StreamThreadExceptionResponse onUncaught(Throwable thrown) {
        ThreadFailure failure = ThreadFailure.of(thrown);
        Path damaged = DamagedState.taskDirectory(thrown);
        metrics.instance().threadFailed(damaged == null ? failure.cause() : DAMAGED);
        if (damaged != null) {
            mend(damaged, thrown);
            return StreamThreadExceptionResponse.REPLACE_THREAD;
        }
        if (failure == ThreadFailure.FATAL) {
            LOG.error(failure.meaning(), thrown);
            ended.completeExceptionally(thrown);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }
        LOG.warn(
                "{}; trying again: {}", failure.meaning(), Causes.rootOf(thrown).toString());
        patience.pause();
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    @Override
    public void close() {
        lookouts.forEach(HealthWatch::close);
        CloseOptions options = CloseOptions.timeout(STOP_TIMEOUT)
                .withGroupMembershipOperation(
                        config.leavesGroup()
                                ? CloseOptions.GroupMembershipOperation.LEAVE_GROUP
                                : CloseOptions.GroupMembershipOperation.REMAIN_IN_GROUP);
        List<TaskId> complete = StoresOnDisk.complete(streams());
        FileTime stopped = FileTime.fromMillis(System.currentTimeMillis());
        if (streams().close(options)) {
            StoresOnDisk.note(config.stateDirectory(), complete, stopped);
            memory.close();
        }
        metrics.close();
        tracing.close();
        topics.close();
    }
}
