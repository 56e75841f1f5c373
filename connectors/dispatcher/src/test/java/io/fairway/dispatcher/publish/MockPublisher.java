package io.fairway.dispatcher.publish;

import io.fairway.avro.Dispatch;
import io.fairway.avro.JobEvent;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** A publisher on Kafka's own mock producer, and what it has committed. */
public final class MockPublisher {
    private final Topics topics = Topics.standard();
    private final FairwaySerdes serdes = new FairwaySerdes(Map.of("schema.registry.url", "mock://publisher"));
    private final MockProducer<String, byte[]> producer =
            new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer());
    private final FencedPublisher publisher =
            new FencedPublisher(producer, new RecordEncoder(topics, serdes, new Patience(new CountDownLatch(1))));

    public MockPublisher() {
        publisher.fence();
    }

    public FencedPublisher publisher() {
        return publisher;
    }

    /** How many transactions were committed. */
    public long commits() {
        return producer.commitCount();
    }

    /** Lets the next commit fail. */
    public void failNext() {
        producer.commitTransactionException = new TimeoutException("no answer");
    }

    /** No transaction commits from now on. */
    public void fail() {
        producer.commitTransactionException = new KafkaException("the broker is away");
    }

    /** The committed dispatch records, in their order. */
    public List<Dispatch> dispatches() {
        return committed(Topic.DISPATCHES, Dispatch.class);
    }

    /** The committed job events, in their order. */
    public List<JobEvent> events() {
        return committed(Topic.JOB_EVENTS, JobEvent.class);
    }

    private <T extends SpecificRecord> List<T> committed(Topic topic, Class<T> type) {
        String name = topics.name(topic);
        return producer.history().stream()
                .filter(record -> record.topic().equals(name))
                .map(record -> Objects.requireNonNull(serdes.deserializer(type).deserialize(name, record.value())))
                .toList();
    }
}
