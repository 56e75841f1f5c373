package io.fairway.collect;

import io.fairway.avro.ResourceSample;
import io.fairway.avro.SourceHeartbeat;
import io.fairway.schemas.Causes;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Sends heartbeats of a source. Where they cannot be sent, it says so once and tries again later: the source goes on. It never
 * makes the topic in passing, as a producer does on brokers that allow it. For one thread.
 */
public final class HeartbeatSender implements SourceReport, AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration LATER = Duration.ofMinutes(5);

    private final Topics topics;
    private final Map<String, Object> clients;
    private final Map<String, Object> producerSettings;
    private final Serializer<ResourceSample> samples;
    private final Serializer<SourceHeartbeat> heartbeats;
    private final Consumer<String> log;
    private @Nullable KafkaProducer<String, byte[]> producer;
    private long notBefore;
    private boolean failed;

    /** @param log hears that heartbeats cannot be sent, and that they can again; one line each */
    public HeartbeatSender(CollectConfig config, Consumer<String> log) {
        topics = config.topics();
        clients = config.clients();
        producerSettings = new HashMap<>(config.producer());
        // Jobs must not wait for long while the topic of heartbeats alone cannot be written.
        producerSettings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, PATIENCE.toMillis());
        producerSettings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Math.toIntExact(PATIENCE.toMillis()));
        producerSettings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.toIntExact(PATIENCE.toMillis() / 2));
        samples = config.serdes().serializer(ResourceSample.class);
        heartbeats = config.serdes().serializer(SourceHeartbeat.class);
        this.log = log;
        notBefore = System.nanoTime();
    }

    @Override
    public boolean tell(List<ResourceSample> signs, List<SourceHeartbeat> told) {
        if (System.nanoTime() - notBefore < 0) {
            return false;
        }
        try {
            requireTopic();
            List<ProducerRecord<String, byte[]>> records = new ArrayList<>();
            for (ResourceSample sign : signs) {
                String topic = topics.name(Topic.SAMPLES, sign.getCluster());
                records.add(record(topic, Keys.job(sign.getDomain(), sign.getCluster(), sign.getJob()), samples, sign));
            }
            send(records);
            records.clear();
            for (SourceHeartbeat beat : told) {
                String key = Keys.source(
                        beat.getDomain(),
                        beat.getCluster(),
                        beat.getSource(),
                        beat.getSince().toEpochMilli());
                records.add(record(topics.name(Topic.SOURCES), key, heartbeats, beat));
            }
            send(records);
        } catch (InterruptException asked) {
            throw asked;
        } catch (KafkaException | IllegalStateException e) {
            notBefore = System.nanoTime() + LATER.toNanos();
            if (!failed) {
                log.accept("nobody is told how far this source has looked: "
                        + Causes.rootOf(e).getMessage() + "; jobs are sent all the same");
            }
            failed = true;
            return false;
        }
        if (failed) {
            failed = false;
            log.accept("it is told again how far this source has looked");
        }
        return true;
    }

    private static <T extends SpecificRecord> ProducerRecord<String, byte[]> record(
            String topic, String key, Serializer<T> serializer, T value) {
        return new ProducerRecord<>(topic, key, serializer.serialize(topic, value));
    }

    private void requireTopic() {
        if (producer != null) {
            return;
        }
        String topic = topics.name(Topic.SOURCES);
        Map<String, Object> settings = new HashMap<>(clients);
        settings.put("default.api.timeout.ms", Math.toIntExact(PATIENCE.toMillis()));
        settings.put("request.timeout.ms", Math.toIntExact(PATIENCE.toMillis()));
        try (Admin admin = Admin.create(settings)) {
            var unused = get(admin.describeTopics(List.of(topic))
                    .allTopicNames()
                    .toCompletionStage()
                    .toCompletableFuture());
        } catch (KafkaException e) {
            throw new IllegalStateException("topic " + topic + " cannot be written to (" + e.getMessage()
                    + "); 'fairway topics create' and 'topics acl' have it");
        }
        producer = new KafkaProducer<>(producerSettings, new StringSerializer(), new ByteArraySerializer());
    }

    private void send(List<ProducerRecord<String, byte[]>> records) {
        KafkaProducer<String, byte[]> open = Objects.requireNonNull(producer);
        List<Future<?>> sent = new ArrayList<>();
        records.forEach(record -> sent.add(open.send(record)));
        open.flush();
        sent.forEach(HeartbeatSender::get);
    }

    private static <T> T get(Future<T> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException failure ? failure : new KafkaException(e.getCause());
        }
    }

    @Override
    public void close() {
        if (producer != null) {
            producer.close(PATIENCE);
        }
        samples.close();
        heartbeats.close();
    }
}
