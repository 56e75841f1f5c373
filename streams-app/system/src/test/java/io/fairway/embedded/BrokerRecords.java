package io.fairway.embedded;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.IntegerSerializer;

/** Produces and consumes numbers, to check that a broker works. */
final class BrokerRecords {
    private static final Duration CONSUME_LIMIT = Duration.ofMinutes(4);

    private BrokerRecords() {}

    static void createTopic(String bootstrapServers, String topic, int partitions, int replicas) throws Exception {
        try (var admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            var wanted = new NewTopic(topic, partitions, (short) replicas);
            admin.createTopics(List.of(wanted)).all().get();
        }
    }

    /** Sends the numbers from {@code first} to {@code end}, exclusive; fails if not all replicas acknowledge one. */
    static void produce(String bootstrapServers, String topic, int first, int end) throws Exception {
        Map<String, Object> config = Map.of("bootstrap.servers", bootstrapServers, "acks", "all");
        try (var producer = new KafkaProducer<>(config, new IntegerSerializer(), new IntegerSerializer())) {
            var sent = new ArrayList<Future<RecordMetadata>>();
            for (int number = first; number < end; number++) {
                sent.add(producer.send(new ProducerRecord<>(topic, number, number)));
            }
            for (Future<RecordMetadata> acknowledged : sent) {
                acknowledged.get();
            }
        }
    }

    /** Reads the topic from its start until it has {@code count} records, or until time is over. */
    static List<Integer> consume(String bootstrapServers, String topic, int count) {
        Map<String, Object> config = Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "group.id",
                "reader-" + System.nanoTime(),
                "auto.offset.reset",
                "earliest");
        var numbers = new ArrayList<Integer>();
        long start = System.nanoTime();
        try (var consumer = new KafkaConsumer<>(config, new IntegerDeserializer(), new IntegerDeserializer())) {
            consumer.subscribe(Set.of(topic));
            while (numbers.size() < count && System.nanoTime() - start < CONSUME_LIMIT.toNanos()) {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> numbers.add(record.value()));
            }
        }
        numbers.sort(null);
        return numbers;
    }

    static List<Integer> numbers(int first, int end) {
        return IntStream.range(first, end).boxed().collect(Collectors.toList());
    }
}
