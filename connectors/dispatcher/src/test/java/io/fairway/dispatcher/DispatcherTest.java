package io.fairway.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fairway.avro.Dispatch;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.QueueOrder;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The loop on Kafka's own mock clients: one partition per topic, a given policy, a clock that stands at 1,000. */
class DispatcherTest {
    private static final Topics TOPICS = Topics.standard();
    private static final String PRIORITIES = TOPICS.name(Topic.PRIORITIES);
    private static final long NOW = 1_000;

    private final FairwaySerdes serdes = new FairwaySerdes(Map.of("schema.registry.url", "mock://dispatcher"));
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    private final MockProducer<String, byte[]> producer =
            new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer());
    private final Map<TopicPartition, Long> ends = new HashMap<>();
    private final List<String> started = new CopyOnWriteArrayList<>();
    private final List<String> resized = new CopyOnWriteArrayList<>();
    private final SlotCluster cluster =
            new SlotCluster(2, (job, now) -> started.add(job.key().job()), (job, run, now) -> resized.add(job.jobId()));

    DispatcherTest() {
        for (Topic topic :
                List.of(Topic.PRIORITIES, Topic.FAIRSHARE, Topic.ORDERS, Topic.HEARTBEATS, Topic.JOB_EVENTS)) {
            String name = TOPICS.name(topic);
            Node[] none = {};
            consumer.updatePartitions(name, List.of(new PartitionInfo(name, 0, Node.noNode(), none, none)));
            ends.put(new TopicPartition(name, 0), 0L);
        }
        consumer.updateBeginningOffsets(ends);
    }

    @Test
    void startsJobsInOrderAndPublishesTheStarts() {
        given("1", Records.job("1", 10).build());
        given("2", Records.job("2", 30).build());
        given("3", Records.job("3", 20).build());

        try (Dispatcher dispatcher = dispatcher(Map.of())) {
            dispatcher.runOnce();

            assertThat(started).containsExactly("2", "3");
            assertThat(dispatcher.status().started()).isEqualTo(2);
            assertThat(dispatcher.status().waiting()).isEqualTo(1);
        }
        assertThat(producer.history()).extracting(ProducerRecord::key).containsExactly("alps|alps|2", "alps|alps|3");
        assertThat(dispatch(producer.history().get(0)))
                .isEqualTo(new Dispatch(
                        "alps",
                        "alps",
                        "2",
                        Instant.ofEpochMilli(NOW),
                        "fairway-dispatch",
                        "main",
                        30.0,
                        0.0,
                        "cms",
                        "anna",
                        3));
        assertThat(producer.closed()).isTrue();
        assertThat(consumer.closed()).isTrue();
    }

    /** The queue of the lower priorities is first, and may hold one slot of its pool, which is in use. */
    @Test
    void followsTheOrdersOfQueuesAndPools() {
        given("1", Records.job("1", 10).setQueue("night").build());
        given("2", Records.job("2", 30).setQueue("night").build());
        given("3", Records.job("3", 99).build());
        givenOrder("", Records.order("", List.of("night"), Map.of()));
        givenOrder("pool", Records.order("pool", List.of("night"), Map.of("night", 1L)));

        try (Dispatcher dispatcher = dispatcher(Map.of())) {
            dispatcher.runOnce();
        }

        assertThat(started).containsExactly("2", "3");
    }

    @Test
    void grantsAResizeRequestInItsTurnWithoutADispatchRecord() {
        given("3", Records.job("3", 5).build());
        given("2", Records.job("2", 99).build());
        String key = Keys.priority("alps", "main", "alps", "2", Keys.RESIZE);
        givenBytes(
                PRIORITIES,
                key,
                bytes(Records.job("2", 10)
                        .setRequest(Keys.RESIZE)
                        .setRequestedTres(Map.of("cpu", 2.0))
                        .build()));

        try (Dispatcher dispatcher = dispatcher(Map.of())) {
            dispatcher.runOnce();

            assertThat(dispatcher.status().started()).isEqualTo(1);
            assertThat(dispatcher.status().resized()).isEqualTo(1);
            assertThat(dispatcher.status().waiting()).isEqualTo(1);
        }
        assertThat(started).containsExactly("2");
        assertThat(resized).containsExactly("2");
        assertThat(producer.history()).extracting(ProducerRecord::key).containsExactly("alps|alps|2");
    }

    @Test
    void startsNothingBeforeItHasReadAllExistingRecords() {
        given("1", Records.job("1", 10).build());
        given("2", Records.job("2", 5).build());
        // Withdrawn at the end of the records that existed at the dispatcher's start.
        given("1", null);

        try (Dispatcher dispatcher = dispatcher(Map.of())) {
            dispatcher.runOnce();
        }

        assertThat(started).containsExactly("2");
    }

    @Test
    void anUnreadableRecordIsSkippedAndCounted() {
        givenBytes("1", new byte[] {1, 2, 3});
        given("2", Records.job("2", 5).build());

        try (Dispatcher dispatcher = dispatcher(Map.of())) {
            dispatcher.runOnce();

            assertThat(dispatcher.status().unreadable()).isEqualTo(1);
        }
        assertThat(started).containsExactly("2");
    }

    @Test
    void otherDomainsAreLeftAlone() {
        given("1", Records.job("1", 10).build());

        try (Dispatcher dispatcher = dispatcher(Map.of("domain", "eiger"))) {
            dispatcher.runOnce();
        }

        assertThat(started).isEmpty();
    }

    @Test
    void runsUntilItIsClosedAndSeesNewRecords() throws Exception {
        try (Dispatcher dispatcher = dispatcher(Map.of("cycle.ms", "1"))) {
            CompletableFuture<Void> running = CompletableFuture.runAsync(dispatcher::run);
            await().until(() -> dispatcher.status().caughtUp());
            byte[] later = bytes(Records.job("1", 10).build());
            consumer.schedulePollTask(() -> consumer.addRecord(
                    new ConsumerRecord<>(PRIORITIES, 0, 0, Records.key("1").getBytes(StandardCharsets.UTF_8), later)));

            await().until(() -> started.contains("1"));
            dispatcher.close();

            running.get(10, TimeUnit.SECONDS);
        }
        assertThat(producer.closed()).isTrue();
    }

    @Test
    void anUnsentDispatchRecordEndsIt() {
        given("1", Records.job("1", 10).build());
        producer.sendException = new IllegalStateException("broken");

        try (Dispatcher dispatcher = dispatcher(Map.of())) {
            assertThatThrownBy(dispatcher::runOnce).hasMessageContaining("broken");
        }
    }

    @Test
    void aMissingTopicIsNamed() {
        try (Dispatcher dispatcher = dispatcher(Map.of("topic.prefix", "other."))) {
            assertThatThrownBy(dispatcher::runOnce)
                    .isInstanceOf(UnknownTopicOrPartitionException.class)
                    .hasMessageContaining("other.")
                    .hasMessageContaining("fairway topics create");
        }
    }

    @Test
    void closingBeforeTheRunClosesItsClients() {
        dispatcher(Map.of()).close();

        assertThat(consumer.closed()).isTrue();
        assertThat(producer.closed()).isTrue();
    }

    private Dispatcher dispatcher(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(more);
        settings.put("bootstrap.servers", "nowhere:1");
        settings.put("schema.registry.url", "mock://dispatcher");
        settings.put("policy", "main");
        consumer.updateEndOffsets(ends);
        DispatcherConfig config = new DispatcherConfig(settings);
        return new Dispatcher(
                config, cluster, () -> NOW, consumer, new Publisher(producer, config.topics(), config.serdes()));
    }

    private void given(String job, @Nullable PriorityRecord record) {
        givenBytes(job, record == null ? null : bytes(record));
    }

    /** A record that exists before the dispatcher starts; each poll returns one record. */
    private void givenBytes(String job, byte @Nullable [] value) {
        givenBytes(PRIORITIES, Records.key(job), value);
    }

    private void givenOrder(String pool, QueueOrder order) {
        String topic = TOPICS.name(Topic.ORDERS);
        byte[] value = serdes.serializer(QueueOrder.class).serialize(topic, order);
        givenBytes(topic, Keys.order("alps", "main", pool), value);
    }

    private void givenBytes(String topic, String keyText, byte @Nullable [] value) {
        TopicPartition partition = new TopicPartition(topic, 0);
        long offset = Objects.requireNonNull(ends.get(partition));
        ends.put(partition, offset + 1);
        byte[] key = keyText.getBytes(StandardCharsets.UTF_8);
        consumer.schedulePollTask(() -> consumer.addRecord(new ConsumerRecord<>(topic, 0, offset, key, value)));
    }

    private byte[] bytes(PriorityRecord record) {
        return serdes.serializer(PriorityRecord.class).serialize(PRIORITIES, record);
    }

    private Dispatch dispatch(ProducerRecord<String, byte[]> record) {
        return Objects.requireNonNull(serdes.deserializer(Dispatch.class).deserialize(record.topic(), record.value()));
    }
}
