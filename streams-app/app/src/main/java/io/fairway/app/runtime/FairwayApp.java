package io.fairway.app.runtime;

import io.fairway.api.query.Holdings;
import io.fairway.app.metrics.FairwayMetrics;
import io.fairway.engine.topology.FairwayTopology;
import io.fairway.schemas.Causes;
import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.Topic;
import io.fairway.schemas.TopicAdmin;
import io.fairway.schemas.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The running application: start, wait, stop. Waiting throws the error that ended it. */
public final class FairwayApp implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FairwayApp.class);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);

    private final FairwayConfig config;
    private final KafkaStreams streams;
    private final int partitionCount;
    private final FairwayMetrics metrics;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final RestartDelay patience = new RestartDelay();

    private FairwayApp(FairwayConfig config, KafkaStreams streams, int partitionCount, FairwayMetrics metrics) {
        this.config = config;
        this.streams = streams;
        this.partitionCount = partitionCount;
        this.metrics = metrics;
    }

    /**
     * Checks the topics and starts.
     *
     * @throws IllegalStateException naming the errors in the topics
     * @throws ConfigException if a domain is pinned to a partition that the topics do not have
     */
    public static FairwayApp start(FairwayConfig config) {
        config.logFormat().apply();
        Topics topics = config.topics();
        List<String> inputs = topics.inputs().stream().map(topics::name).toList();
        int partitionCount;
        try (Admin admin = Admin.create(config.admin())) {
            TopicAdmin.requireSamePartitions(admin, inputs);
            String events = topics.name(Topic.JOB_EVENTS);
            TopicDescription described = Objects.requireNonNull(
                    admin.describeTopics(List.of(events)).allTopicNames().get().get(events));
            partitionCount = described.partitions().size();
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot describe the topics: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while describing the topics", e);
        }
        requirePinned(config, partitionCount);
        Properties properties = new Properties();
        properties.putAll(config.streams());
        FairwayMetrics metrics = new FairwayMetrics(
                Set.copyOf(inputs), config.getInt(FairwayConfig.METRICS_TOP_USERS), System::currentTimeMillis);
        KafkaStreams streams = new KafkaStreams(
                new FairwayTopology(
                                topics,
                                config.serdes(),
                                config.partitions(),
                                partitionCount,
                                config.engine(),
                                metrics.watch())
                        .get(),
                properties);
        FairwayApp app = new FairwayApp(config, streams, partitionCount, metrics);
        streams.setGlobalStateRestoreListener(metrics.restoreListener());
        streams.setUncaughtExceptionHandler(app::onUncaught);
        streams.setStateListener((now, before) -> {
            LOG.info("{} -> {}", before, now);
            if (now == KafkaStreams.State.RUNNING) {
                app.patience.recovered();
            } else if (now == KafkaStreams.State.NOT_RUNNING) {
                app.ended.complete(null);
            }
        });
        streams.start();
        metrics.bind(streams);
        return app;
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

    /** The holdings of all instances, for questions. This instance goes by the address that it advertises. */
    public Holdings holdings() {
        return new KafkaHoldings(
                streams,
                String.valueOf(config.advertised()),
                config.topics().name(Topic.JOB_EVENTS),
                config.partitions(),
                partitionCount,
                config.getString(FairwayConfig.PROCESSING_GUARANTEE).equals(StreamsConfig.EXACTLY_ONCE_V2));
    }

    /** The metrics of the application. */
    public FairwayMetrics metrics() {
        return metrics;
    }

    /** The state of the application. */
    public KafkaStreams.State state() {
        return streams.state();
    }

    /** A restarted thread continues from its last commit. */
    private StreamThreadExceptionResponse onUncaught(Throwable thrown) {
        ThreadFailure failure = ThreadFailure.of(thrown);
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
        CloseOptions options = CloseOptions.timeout(STOP_TIMEOUT)
                .withGroupMembershipOperation(
                        config.leavesGroup()
                                ? CloseOptions.GroupMembershipOperation.LEAVE_GROUP
                                : CloseOptions.GroupMembershipOperation.REMAIN_IN_GROUP);
        streams.close(options);
        metrics.close();
    }
}
