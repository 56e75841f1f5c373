package io.fairway.agent.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.agent.outbox.SegmentLog;
import io.fairway.agent.record.AgentIdentity;
import io.fairway.agent.record.StoredForm;
import io.fairway.agent.send.RecordSender.Batch;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.NamedClusters;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordSenderTest {
    private static final String TOPIC = "fairway.job-events";

    @TempDir
    private Path directory;

    private final FairwaySerdes serdes = new FairwaySerdes(Map.of("schema.registry.url", "mock://record-sender"));
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, new RoundRobinPartitioner(), new ByteArraySerializer(), new ByteArraySerializer());
    private final List<String> news = new ArrayList<>();

    private SegmentLog log(String... jobs) throws IOException {
        SegmentLog log = SegmentLog.open(directory, 1 << 16, news::add);
        AgentIdentity identity = new AgentIdentity("alps", "daint", "n1");
        for (String job : jobs) {
            JobEvent event = identity.event(JobEventType.STARTED, job, 1_000, 1_000L, key -> null, null);
            log.append(0, List.of(number -> StoredForm.EVENTS.encode(event)));
        }
        return log;
    }

    private RecordSender<JobEvent> sender(SegmentLog log, Serializer<JobEvent> serializer) {
        return sender(log, serializer, event -> TOPIC);
    }

    private static RecordSender<JobEvent> sender(
            SegmentLog log, Serializer<JobEvent> serializer, Function<JobEvent, String> topic) {
        return new RecordSender<>(log, StoredForm.EVENTS, topic, event -> "alps|daint|" + event.getJob(), serializer);
    }

    private List<String> sent() {
        try (var reader = serdes.deserializer(JobEvent.class)) {
            return producer.history().stream()
                    .map(record -> reader.deserialize(TOPIC, record.value()).getJob())
                    .toList();
        }
    }

    @Test
    void recordsGoInOrderInConfluentsFormAndAreAcknowledged() throws IOException {
        try (SegmentLog log = log("1", "2", "3")) {
            RecordSender<JobEvent> sender = sender(log, serdes.serializer(JobEvent.class));
            Batch batch = sender.send(producer, 1 << 20);
            sender.arrived(batch.last());
            assertThat(sent()).containsExactly("1", "2", "3");
            ProducerRecord<byte[], byte[]> first = producer.history().get(0);
            assertThat(new String(first.key(), StandardCharsets.UTF_8)).isEqualTo("alps|daint|1");
            assertThat(first.value()[0]).isZero(); // then the id of the schema
            assertThat(log.hasUnacknowledged()).isFalse();
            assertThat(sender.send(producer, 1 << 20).records()).isEmpty();
        }
    }

    /** The log may hold events from before the agent got another cluster. */
    @Test
    void aRecordGoesToTheTopicOfItsCluster() throws IOException {
        Topics topics = Topics.of("fairway.", NamedClusters.parse("eiger,daint"));
        try (SegmentLog log = log("1")) {
            JobEvent event = new AgentIdentity("alps", "jura", "n1")
                    .event(JobEventType.STARTED, "2", 1_000, 1_000L, key -> null, null);
            log.append(0, List.of(number -> StoredForm.EVENTS.encode(event)));
            sender(log, serdes.serializer(JobEvent.class), each -> topics.name(Topic.JOB_EVENTS, each.getCluster()))
                    .send(producer, 1 << 20);
            assertThat(producer.history())
                    .extracting(ProducerRecord::topic)
                    .containsExactly("fairway.job-events.daint", "fairway.job-events");
        }
    }

    @Test
    void aBrokerWithoutTheTopicGetsNothingOfABatchAndAllOfItLater() throws IOException {
        try (SegmentLog log = log("1", "2")) {
            RecordSender<JobEvent> sender = sender(log, serdes.serializer(JobEvent.class));
            producer.partitionsForException = new TimeoutException("no metadata");
            assertThatThrownBy(() -> sender.send(producer, 1 << 20)).isInstanceOf(TimeoutException.class);
            assertThat(producer.history()).isEmpty();
            sender.again();
            producer.partitionsForException = null;
            sender.send(producer, 1 << 20);
            assertThat(sent()).containsExactly("1", "2");
        }
    }

    @Test
    void aRegistryThatFailsInTheMiddleOfABatchLeavesNoHalfOfIt() throws IOException {
        Serializer<JobEvent> good = serdes.serializer(JobEvent.class);
        int[] calls = {0};
        Serializer<JobEvent> failing = (topic, event) -> {
            if (++calls[0] == 2) {
                throw new SerializationException("the registry is away");
            }
            return good.serialize(topic, event);
        };
        try (SegmentLog log = log("1", "2")) {
            RecordSender<JobEvent> sender = sender(log, failing);
            assertThatThrownBy(() -> sender.send(producer, 1 << 20)).hasMessageContaining("away");
            assertThat(producer.history()).isEmpty();
            sender.again();
            sender.send(producer, 1 << 20);
            assertThat(sent()).containsExactly("1", "2");
        }
    }

    @Test
    void aRecordOfALaterVersionIsSetAsideAndTheRestGoesOn() throws IOException {
        try (SegmentLog log = log("1")) {
            log.append(0, List.of(number -> new byte[] {(byte) 0xC3, 1, 9, 9, 9, 9, 9, 9, 9, 9, 5}));
            RecordSender<JobEvent> sender = sender(log, serdes.serializer(JobEvent.class));
            Batch batch = sender.send(producer, 1 << 20);
            sender.arrived(batch.last());
            assertThat(sent()).containsExactly("1");
            assertThat(log.hasUnacknowledged()).isFalse();
            assertThat(directory).isDirectoryContaining("glob:**.unread");
        }
    }

    @Test
    void pausesGrowToAMinuteAndDifferByHost() {
        assertThat(new Backoff(0).afterMillis(1)).isEqualTo(500);
        assertThat(new Backoff(1).afterMillis(1)).isEqualTo(1_000);
        assertThat(new Backoff(0.5).afterMillis(3)).isEqualTo(3_000);
        assertThat(new Backoff(1).afterMillis(1_000_000)).isEqualTo(60_000);
    }
}
