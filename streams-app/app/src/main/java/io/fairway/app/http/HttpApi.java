package io.fairway.app.http;

import io.fairway.app.query.Holdings;
import io.fairway.app.query.Questions;
import io.fairway.app.query.Snapshots;
import io.fairway.app.runtime.Address;
import io.fairway.app.runtime.FairwayApp;
import io.fairway.app.runtime.FairwayConfig;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Topic;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** The HTTP server of a running application. */
public final class HttpApi implements AutoCloseable {
    private final ApiServer server;
    private final ExecutorService background;

    private HttpApi(ApiServer server, ExecutorService background) {
        this.server = server;
        this.background = background;
    }

    /**
     * Starts to answer questions about what an application holds.
     *
     * @return null where the configuration says not to
     */
    public static @Nullable HttpApi start(FairwayConfig config, FairwayApp app) {
        Address listen = config.listen();
        if (listen == null) {
            return null;
        }
        ExecutorService background = Executors.newSingleThreadExecutor(work -> {
            Thread thread = new Thread(work, "snapshots");
            thread.setDaemon(true);
            return thread;
        });
        Holdings holdings = app.holdings();
        Questions questions = new Questions(
                holdings,
                new Snapshots(config.engine(), System::currentTimeMillis, background),
                config.getLong(FairwayConfig.HTTP_STANDBY_MOST_LAG));
        Map<Topic, Deserializer<? extends SpecificRecord>> decoders = new ConcurrentHashMap<>();
        FairwaySerdes serdes = config.serdes();
        LiveStream live = new LiveStream(
                config.topics(),
                holdings::partition,
                () -> new KafkaConsumer<>(consumer(config), new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                topic -> value -> decoders.computeIfAbsent(
                                topic, t -> serdes.deserializer(t.valueClass().asSubclass(SpecificRecord.class)))
                        .deserialize(config.topics().name(topic), value));
        String version = String.valueOf(HttpApi.class.getPackage().getImplementationVersion());
        ApiServer server = ApiServer.start(
                ApiSettings.open(listen.host(), listen.port(), version), questions, live, () -> "");
        return new HttpApi(server, background);
    }

    private static Map<String, Object> consumer(FairwayConfig config) {
        Map<String, Object> settings = config.consumer();
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        return settings;
    }

    /** Where it listens. */
    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.close();
        background.shutdownNow();
    }
}
