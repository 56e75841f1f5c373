package io.fairway.bench.bed;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.state.Stores;

/**
 * What Kafka takes for the same records when nobody computes anything. A main class: it runs in a process of its own
 * and is measured from outside.
 */
public final class FloorProgram {
    /** What is done with the records. */
    public enum Kind {
        /** A plain consumer reads them. */
        DRAIN,
        /** Kafka Streams reads each and writes it to another topic. */
        PASS,
        /** Kafka Streams gives each a new key, sends it through a topic of its own, and counts by key in memory. */
        COUNT
    }

    /** As many keys as the usual backlog has associations. */
    private static final int KEYS = 10_000;

    private static final int COMMIT_MILLIS = 100;

    private FloorProgram() {}

    /** Arguments: kind, bootstrap servers, groups, topics, events of a pass, directory of the state. */
    public static void main(String[] args) throws InterruptedException {
        List<String> groups = List.of(args[2].split(","));
        List<String> topics = List.of(args[3].split(","));
        long events = Long.parseLong(args[4]);
        for (String group : groups) {
            if (Kind.valueOf(args[0]) == Kind.DRAIN) {
                drain(args[1], group, topics, events);
            } else {
                stream(Kind.valueOf(args[0]), args[1], group, topics, events, Path.of(args[5]));
            }
        }
        // It is ended from outside: a process that is gone has no processor time.
        new CountDownLatch(1).await();
    }

    private static void drain(String bootstrapServers, String group, List<String> topics, long events) {
        Map<String, Object> config = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.GROUP_ID_CONFIG,
                group,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest",
                ConsumerConfig.AUTO_COMMIT_INTERVAL_MS_CONFIG,
                COMMIT_MILLIS,
                ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                1_000);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(topics);
            for (long n = 0; n < events; ) {
                n += consumer.poll(Duration.ofMillis(200)).count();
            }
            consumer.commitSync();
        }
    }

    private static void stream(
            Kind kind, String bootstrapServers, String group, List<String> topics, long events, Path state)
            throws InterruptedException {
        AtomicLong done = new AtomicLong();
        CountDownLatch end = new CountDownLatch(1);
        Properties config = new Properties();
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, group);
        config.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
        config.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, 1);
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_MILLIS);
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        StreamsBuilder builder = new StreamsBuilder();
        build(kind, builder.stream(topics, Consumed.with(Serdes.ByteArray(), Serdes.ByteArray())), () -> {
            if (done.incrementAndGet() == events) {
                end.countDown();
            }
        });
        try (KafkaStreams streams = new KafkaStreams(builder.build(), config)) {
            streams.start();
            end.await();
        }
    }

    private static void build(Kind kind, KStream<byte[], byte[]> records, Runnable counter) {
        if (kind == Kind.PASS) {
            records.peek((key, value) -> counter.run())
                    .to(Testbed.FLOOR_OUTPUT, Produced.with(Serdes.ByteArray(), Serdes.ByteArray()));
            return;
        }
        records.selectKey((key, value) -> Integer.toString(Math.floorMod(Arrays.hashCode(key), KEYS)))
                .groupByKey(Grouped.with("by-key", Serdes.String(), Serdes.ByteArray()))
                .aggregate(
                        () -> 0L,
                        (key, value, count) -> {
                            counter.run();
                            return count + 1;
                        },
                        Materialized.<String, Long>as(Stores.inMemoryKeyValueStore("counts"))
                                .withKeySerde(Serdes.String())
                                .withValueSerde(Serdes.Long()));
    }
}
