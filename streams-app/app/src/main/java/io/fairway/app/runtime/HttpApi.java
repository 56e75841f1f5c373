package io.fairway.app.runtime;

import io.fairway.access.AccessConfig;
import io.fairway.access.Address;
import io.fairway.access.Authenticators;
import io.fairway.access.Tls;
import io.fairway.api.http.ApiServer;
import io.fairway.api.http.ApiSettings;
import io.fairway.api.http.LiveStream;
import io.fairway.api.http.ServerMetrics;
import io.fairway.api.query.Questions;
import io.fairway.api.query.Snapshots;
import io.fairway.app.adjust.AdjustmentTopic;
import io.fairway.app.metrics.FairnessGauges;
import io.fairway.app.metrics.RecentFairness;
import io.fairway.reading.Holdings;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Topic;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP server of a running application. */
public final class HttpApi implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpApi.class);

    private final ApiServer server;
    private final ExecutorService background;
    private final AdjustmentTopic adjustments;
    private final String url;

    private HttpApi(ApiServer server, ExecutorService background, AdjustmentTopic adjustments, String url) {
        this.adjustments = adjustments;
        this.url = url;
        this.server = server;
        this.background = background;
    }

    /**
     * Starts to answer questions about the state of an application.
     *
     * @param metrics the text of /metrics
     * @return null if the configuration turns it off
     */
    public static @Nullable HttpApi start(FairwayConfig config, FairwayApp app, Supplier<String> metrics) {
        Address listen = config.listen();
        if (listen == null) {
            return null;
        }
        AccessConfig access = config.access();
        ExecutorService background = Executors.newSingleThreadExecutor(work -> {
            Thread thread = new Thread(work, "snapshots");
            thread.setDaemon(true);
            return thread;
        });
        Holdings holdings = app.holdings();
        Questions questions = new Questions(
                holdings, new Snapshots(app::now, background), config.getLong(FairwayConfig.HTTP_STANDBY_MOST_LAG));
        Map<Topic, Deserializer<? extends SpecificRecord>> decoders = new ConcurrentHashMap<>();
        FairwaySerdes serdes = config.serdes();
        LiveStream live = new LiveStream(
                config.topics(),
                holdings::partition,
                () -> new KafkaConsumer<>(consumer(config), new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                topic -> value -> decoders.computeIfAbsent(
                                topic, t -> serdes.deserializer(t.valueClass().asSubclass(SpecificRecord.class)))
                        .deserialize(config.topics().name(topic), value),
                new LiveStream.Limits(access.mostStreams(), access.mostStreamsOfEach()));
        app.metrics().watchFairness(new FairnessGauges(() -> fairness(questions), background, app::now));
        String version = String.valueOf(HttpApi.class.getPackage().getImplementationVersion());
        InetAddress address = address(listen);
        access.requireSafe(address, FairwayConfig.HTTP_LISTEN);
        boolean others = !config.getString(FairwayConfig.HTTP_ADVERTISED).isEmpty();
        access.warnings(address, others).forEach(LOG::warn);
        ApiSettings settings =
                ApiSettings.of(listen, access, Authenticators.of(access, System::currentTimeMillis), version);
        Tls shown = settings.tls();
        if (shown != null) {
            boolean pem = !config.getString(AccessConfig.CERTIFICATE).isEmpty();
            app.metrics()
                    .watchCertificate(
                            pem ? AccessConfig.CERTIFICATE : AccessConfig.KEYSTORE, () -> Optional.of(shown.end()));
        }
        AdjustmentTopic adjustments = adjustments(config, app, holdings);
        ApiServer server = ApiServer.start(
                settings,
                questions,
                live,
                adjustments,
                metrics(app, metrics),
                app.tracing().questions());
        return new HttpApi(server, background, adjustments, settings.url(server.port()));
    }

    private static ServerMetrics metrics(FairwayApp app, Supplier<String> text) {
        return new ServerMetrics() {
            @Override
            public String text() {
                return text.get();
            }

            @Override
            public void answered(String method, String route, int status, Duration took) {
                app.metrics().instance().answered(method, route, status, took);
            }
        };
    }

    private static List<FairnessGauges.TreeFairness> fairness(Questions questions) {
        return questions.here().stream()
                .filter(view -> questions.isCurrentHere(view.snapshot().domain()))
                .flatMap(view -> RecentFairness.of(view).stream())
                .toList();
    }

    private static AdjustmentTopic adjustments(FairwayConfig config, FairwayApp app, Holdings holdings) {
        long horizon = config.getLong(FairwayConfig.LEDGER_HORIZON);
        boolean keepsHorizon = config.engine().clock().keepsHorizon();
        return new AdjustmentTopic(
                new AdjustmentTopic.Clients(
                        config.topics().name(Topic.ADJUSTMENTS),
                        config.consumer(),
                        config.producer(),
                        config.serdes(),
                        config.getString(FairwayConfig.DOMAIN_PINS)),
                holdings::partition,
                () -> keepsHorizon ? app.now() - horizon : 0);
    }

    private static InetAddress address(Address listen) {
        try {
            return InetAddress.getByName(listen.host());
        } catch (UnknownHostException e) {
            throw new ConfigException(FairwayConfig.HTTP_LISTEN, listen.toString(), "no such host");
        }
    }

    static Map<String, Object> consumer(FairwayConfig config) {
        Map<String, Object> settings = LiveStream.bounded(config.consumer());
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        return settings;
    }

    /** The address at which it listens. */
    public int port() {
        return server.port();
    }

    /** The address at which it listens, as a URL. */
    public String url() {
        return url;
    }

    @Override
    public void close() {
        server.close();
        adjustments.close();
        background.shutdownNow();
    }
}
