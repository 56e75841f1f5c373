package io.fairway.dispatcher.cluster;

import static org.awaitility.Awaitility.await;

import io.fairway.avro.Dispatch;
import io.fairway.avro.Host;
import io.fairway.avro.JobEvent;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.QueueOrder;
import io.fairway.avro.RankRecord;
import io.fairway.dispatcher.Dispatcher;
import io.fairway.dispatcher.Records;
import io.fairway.dispatcher.config.DispatcherConfig;
import io.fairway.dispatcher.leader.LeadGroup;
import io.fairway.dispatcher.publish.FencedPublisher;
import io.fairway.dispatcher.publish.RecordEncoder;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * A dispatcher on Kafka's own mock clients: one partition per topic, a given policy, a clock that stands at 1,000, and a
 * cluster of two processors. The group gives it the lead, unless a test says otherwise.
 */
public final class DispatcherRig {
    static final Topics TOPICS = Topics.standard();
    public static final String PRIORITIES = TOPICS.name(Topic.PRIORITIES);
    public static final long NOW = 1_000;
    public static final TopicPartition EVENTS = new TopicPartition(TOPICS.name(Topic.JOB_EVENTS), 0);
    public static final TopicPartition JOBS = new TopicPartition(TOPICS.name(Topic.DISPATCHER_JOBS), 0);

    final FairwaySerdes serdes = new FairwaySerdes(Map.of("schema.registry.url", "mock://dispatcher"));
    public final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    /** What was kept for a restart. */
    public final Map<TopicPartition, OffsetAndMetadata> positions = new ConcurrentHashMap<>();

    public final MockConsumer<byte[], byte[]> member = new MockConsumer<>("earliest") {
        @Override
        public synchronized void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
            positions.putAll(offsets);
        }

        @Override
        public synchronized Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions) {
            return Map.copyOf(positions);
        }
    };
    public final AtomicReference<String> leader = new AtomicReference<>("");
    /** All that were opened, the latest last. */
    public final List<MockProducer<String, byte[]>> producers = new CopyOnWriteArrayList<>();

    public final List<String> started = new CopyOnWriteArrayList<>();
    public final List<String> resized = new CopyOnWriteArrayList<>();
    public final List<String> news = new CopyOnWriteArrayList<>();
    /** Prepares each producer. */
    public Consumer<MockProducer<String, byte[]>> broken = producer -> {};

    private final Map<TopicPartition, Long> ends = new HashMap<>();
    private final SlotCluster cluster =
            new SlotCluster(2, (job, now) -> started.add(job.key().job()), (job, run, now) -> resized.add(job.jobId()));

    private DispatchTarget dispatchTarget = new Starts("fairway-dispatch", cluster);

    public DispatcherRig() {
        for (Topic topic : List.of(
                Topic.PRIORITIES,
                Topic.FAIRSHARE,
                Topic.RANKS,
                Topic.ORDERS,
                Topic.HEARTBEATS,
                Topic.JOB_EVENTS,
                Topic.DISPATCHER_JOBS)) {
            String name = TOPICS.name(topic);
            Node[] none = {};
            consumer.updatePartitions(name, List.of(new PartitionInfo(name, 0, Node.noNode(), none, none)));
            ends.put(new TopicPartition(name, 0), 0L);
        }
        consumer.updateBeginningOffsets(ends);
        member.updateBeginningOffsets(ends);
        member.updateEndOffsets(Map.of(EVENTS, 0L, JOBS, 0L));
    }

    /** A cluster has a topic of its own for job events. */
    public void cluster(String cluster) {
        String name = TOPICS.ownPrefix(Topic.JOB_EVENTS) + cluster;
        Node[] none = {};
        TopicPartition partition = new TopicPartition(name, 0);
        consumer.updatePartitions(name, List.of(new PartitionInfo(name, 0, Node.noNode(), none, none)));
        consumer.updateBeginningOffsets(Map.of(partition, 0L));
        ends.put(partition, 0L);
        member.updateEndOffsets(Map.of(partition, 0L));
    }

    /** The dispatcher fills hosts, and reads them and the policies. */
    public void fillsHosts() {
        dispatchTarget = new Starts(
                "fairway-dispatch",
                new HostCluster((job, now) -> started.add(job.key().job()), null, () -> NOW));
        for (Topic topic : List.of(Topic.HOSTS, Topic.POLICIES)) {
            String name = TOPICS.name(topic);
            Node[] none = {};
            consumer.updatePartitions(name, List.of(new PartitionInfo(name, 0, Node.noNode(), none, none)));
            consumer.updateBeginningOffsets(Map.of(new TopicPartition(name, 0), 0L));
            ends.put(new TopicPartition(name, 0), 0L);
        }
    }

    public void givenHost(String name, Host host) {
        String topic = TOPICS.name(Topic.HOSTS);
        givenBytes(
                topic,
                Keys.host("alps", "alps", name),
                serdes.serializer(Host.class).serialize(topic, host));
    }

    /** The dispatcher; the group decides at its first poll that it leads. */
    public Dispatcher dispatcher(Map<String, String> more) {
        leads(true);
        return member(more);
    }

    /** The dispatcher; {@link #leads} says what the group decides. */
    public Dispatcher member(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(more);
        settings.put("bootstrap.servers", "nowhere:1");
        settings.put("schema.registry.url", "mock://dispatcher");
        settings.put("policy", "main");
        consumer.updateEndOffsets(ends);
        DispatcherConfig config = new DispatcherConfig(settings);
        return new Dispatcher(
                config,
                dispatchTarget,
                () -> NOW,
                news::add,
                consumer,
                new LeadGroup(member, EVENTS.topic(), leader),
                (domain, patience) ->
                        new FencedPublisher(open(), new RecordEncoder(config.topics(), config.serdes(), patience)));
    }

    private MockProducer<String, byte[]> open() {
        MockProducer<String, byte[]> producer =
                new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer());
        broken.accept(producer);
        producers.add(producer);
        return producer;
    }

    /** The group decides, at the next poll. */
    public void leads(boolean lead) {
        member.schedulePollTask(() -> member.rebalance(lead ? List.of(EVENTS) : List.of()));
    }

    public MockProducer<String, byte[]> producer() {
        return producers.get(producers.size() - 1);
    }

    /** What was committed to a topic. */
    public List<ProducerRecord<String, byte[]>> sent(Topic topic) {
        return sent(TOPICS.name(topic));
    }

    /** As above, by its name on the broker. */
    public List<ProducerRecord<String, byte[]>> sent(String topic) {
        List<ProducerRecord<String, byte[]>> sent = new ArrayList<>();
        producers.forEach(producer -> producer.history().stream()
                .filter(record -> record.topic().equals(topic))
                .forEach(sent::add));
        return sent;
    }

    public void given(String job, @Nullable PriorityRecord record) {
        givenBytes(job, record == null ? null : bytes(record));
    }

    /** A record that exists before the dispatcher starts; each poll returns one record. */
    public void givenBytes(String job, byte @Nullable [] value) {
        givenBytes(PRIORITIES, Records.key(job), value);
    }

    public void givenOrder(String pool, QueueOrder order) {
        String topic = TOPICS.name(Topic.ORDERS);
        byte[] value = serdes.serializer(QueueOrder.class).serialize(topic, order);
        givenBytes(topic, Keys.order("alps", "main", pool), value);
    }

    public void givenRanks(RankRecord record) {
        String topic = TOPICS.name(Topic.RANKS);
        givenBytes(
                topic,
                Keys.ranks(
                        record.getDomain(),
                        record.getPolicy(),
                        record.getTree(),
                        record.getAccount(),
                        record.getPart()),
                serdes.serializer(RankRecord.class).serialize(topic, record));
    }

    public void givenEvent(Topic topic, JobEvent event) {
        givenBytes(TOPICS.name(topic), key(event), bytes(topic, event));
    }

    /** On a topic by its name on the broker. */
    public void givenEvent(String topic, JobEvent event) {
        givenBytes(topic, key(event), serdes.serializer(JobEvent.class).serialize(topic, event));
    }

    public void givenBytes(String topic, String keyText, byte @Nullable [] value) {
        TopicPartition partition = new TopicPartition(topic, 0);
        long offset = Objects.requireNonNull(ends.get(partition));
        ends.put(partition, offset + 1);
        byte[] key = keyText.getBytes(StandardCharsets.UTF_8);
        schedule(partition, new ConsumerRecord<>(topic, 0, offset, key, value));
    }

    /** Adds a record as soon as its partition is read, unless it lies before the position. */
    private void schedule(TopicPartition partition, ConsumerRecord<byte[], byte[]> record) {
        consumer.schedulePollTask(() -> {
            if (!consumer.assignment().contains(partition)) {
                schedule(partition, record);
            } else if (consumer.position(partition) <= record.offset()) {
                consumer.addRecord(record);
            }
        });
    }

    /** A record that arrives while the dispatcher runs; returns when it was polled. */
    public void arrives(Topic topic, JobEvent event) {
        givenEvent(topic, event);
        TopicPartition partition = new TopicPartition(TOPICS.name(topic), 0);
        await().until(() -> consumer.position(partition) >= Objects.requireNonNull(ends.get(partition)));
    }

    public byte[] bytes(PriorityRecord record) {
        return serdes.serializer(PriorityRecord.class).serialize(PRIORITIES, record);
    }

    byte[] bytes(Topic topic, JobEvent event) {
        return serdes.serializer(JobEvent.class).serialize(TOPICS.name(topic), event);
    }

    public JobEvent event(ProducerRecord<String, byte[]> record) {
        return Objects.requireNonNull(serdes.deserializer(JobEvent.class).deserialize(record.topic(), record.value()));
    }

    public Dispatch dispatch(ProducerRecord<String, byte[]> record) {
        return Objects.requireNonNull(serdes.deserializer(Dispatch.class).deserialize(record.topic(), record.value()));
    }

    private static String key(JobEvent event) {
        return Keys.job(event.getDomain(), event.getCluster(), event.getJob());
    }
}
