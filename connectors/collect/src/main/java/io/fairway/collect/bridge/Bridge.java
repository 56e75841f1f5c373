package io.fairway.collect.bridge;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.ResourceSample;
import io.fairway.collect.HeartbeatSender;
import io.fairway.collect.ask.Notices;
import io.fairway.readers.line.LineParser;
import io.fairway.readers.line.TraceOptions;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Keys;
import io.fairway.schemas.RegistryAwayException;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import io.fairway.schemas.UnwritableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Reads topics whose messages have no key and no order, and writes job events under the key of their job: messages,
 * dead letters and the place that was reached are one transaction. For one thread.
 *
 * <ol>
 *   <li>Start and end of a job may be on different topics and come in any order, and twice: the ledger takes facts so.
 *   <li>A message that cannot be read is a dead letter with topic, partition, offset and rule; the others go on.
 *   <li>A registry that does not answer keeps the bridge waiting; nothing is committed meanwhile.
 * </ol>
 */
public final class Bridge implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration PAUSE = Duration.ofSeconds(2);
    private static final Duration CLOSING = Duration.ofSeconds(10);

    private final List<String> sources;
    private final TraceOptions options;
    private final LineParser parser;
    private final Topics topics;
    private final String deadLetters;
    private final Serializer<JobEvent> events;
    private final Serializer<ResourceSample> samples;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final KafkaProducer<String, byte[]> producer;
    private final Consumer<String> log;
    private final Notices notices;
    private final HeartbeatSender heartbeats;
    private final ReadThrough readThrough;

    /** @param log hears of bad messages and of what keeps the bridge waiting, one line each */
    public Bridge(BridgeConfig config, Consumer<String> log) {
        sources = config.sources();
        options = config.options();
        parser = config.format().parser(options);
        topics = config.topics();
        deadLetters = topics.name(Topic.DEAD_LETTERS);
        FairwaySerdes serdes = config.serdes();
        events = serdes.serializer(JobEvent.class);
        samples = serdes.serializer(ResourceSample.class);
        consumer = new KafkaConsumer<>(config.reading(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        producer = new KafkaProducer<>(config.writing(), new StringSerializer(), new ByteArraySerializer());
        this.log = log;
        notices = new Notices(log);
        heartbeats = new HeartbeatSender(config, log);
        readThrough = new ReadThrough("collect topic " + config.name(), Instant.now(), heartbeats);
        if (options.cluster() != null) {
            readThrough.of(options.domain(), options.cluster());
        }
    }

    /**
     * Runs until its thread is interrupted.
     *
     * @throws UnwritableException if the registry refuses the schemas: then no message could pass, however good
     * @throws KafkaException if another bridge of its name took over, or the brokers refuse it
     */
    public void run() {
        requireSchemas();
        producer.initTransactions();
        ReadingReport report = new ReadingReport(consumer, log);
        report.begin(sources);
        consumer.subscribe(sources);
        try {
            while (true) {
                readThrough.look(consumer, Instant.now());
                ConsumerRecords<byte[], byte[]> batch = consumer.poll(POLL);
                if (!batch.isEmpty() && pass(batch)) {
                    report.passed(batch, Instant.now());
                }
            }
        } catch (InterruptException asked) {
            // Somebody wants it to end; what was not committed is read again.
        }
    }

    private void requireSchemas() {
        String cluster = options.cluster() == null ? "any" : options.cluster();
        var unused = events.serialize(
                topics.name(Topic.JOB_EVENTS, cluster),
                JobEvent.newBuilder()
                        .setDomain("any")
                        .setCluster(cluster)
                        .setJob("any")
                        .setType(JobEventType.UNKNOWN)
                        .setTime(Instant.EPOCH)
                        .build());
    }

    /** Whether it is done; if not, the batch comes again. */
    private boolean pass(ConsumerRecords<byte[], byte[]> batch) {
        List<ProducerRecord<String, byte[]>> records;
        try {
            records = translate(batch);
        } catch (RegistryAwayException e) {
            log.accept("waiting for the registry: " + e.getMessage());
            rewind(batch);
            sleep();
            return false;
        }
        // Begun only now: an open transaction keeps all readers of the topics waiting.
        producer.beginTransaction();
        try {
            for (ProducerRecord<String, byte[]> record : records) {
                var unused = producer.send(record);
            }
            producer.sendOffsetsToTransaction(ends(batch), consumer.groupMetadata());
            producer.commitTransaction();
            return true;
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            abort(e);
            log.accept("a transaction failed and is tried again: " + e.getMessage());
            rewind(batch);
            sleep();
            return false;
        }
    }

    /** A producer that was fenced, or must not write, cannot even abort: the cause ends the bridge. */
    private void abort(KafkaException cause) {
        try {
            producer.abortTransaction();
        } catch (KafkaException e) {
            cause.addSuppressed(e);
            throw cause;
        }
    }

    private List<ProducerRecord<String, byte[]>> translate(ConsumerRecords<byte[], byte[]> batch) {
        List<ProducerRecord<String, byte[]>> records = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : batch) {
            Message message = Message.of(record.value(), parser);
            List<String> problems = new ArrayList<>(message.problems());
            for (JobEvent event : message.events()) {
                readThrough.of(event.getDomain(), event.getCluster());
                String key = Keys.job(event.getDomain(), event.getCluster(), event.getJob());
                String topic = topics.name(Topic.JOB_EVENTS, event.getCluster());
                add(records, topic, key, () -> events.serialize(topic, event), problems);
            }
            for (ResourceSample sample : message.samples()) {
                String key = Keys.job(sample.getDomain(), sample.getCluster(), sample.getJob());
                String topic = topics.name(Topic.SAMPLES, sample.getCluster());
                add(records, topic, key, () -> samples.serialize(topic, sample), problems);
            }
            if (!problems.isEmpty()) {
                String rule = String.join("; ", problems);
                records.add(BadMessage.letter(deadLetters, record, rule));
                log.accept("bad message at " + BadMessage.line(record, rule));
            }
        }
        parser.warnings()
                .forEach(warning -> notices.once(
                        // The same again, but for its counts.
                        warning.replaceAll("[0-9]+", ""), warning));
        return records;
    }

    private interface Bytes {
        byte[] get();
    }

    private static void add(
            List<ProducerRecord<String, byte[]>> records,
            String topic,
            String key,
            Bytes value,
            List<String> problems) {
        try {
            records.add(new ProducerRecord<>(topic, key, value.get()));
        } catch (UnwritableException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
    }

    private static Map<TopicPartition, OffsetAndMetadata> ends(ConsumerRecords<byte[], byte[]> batch) {
        return new HashMap<>(batch.nextOffsets());
    }

    /** Goes back to the first message of the batch. */
    private void rewind(ConsumerRecords<byte[], byte[]> batch) {
        for (TopicPartition partition : batch.partitions()) {
            if (consumer.assignment().contains(partition)) {
                consumer.seek(partition, batch.records(partition).get(0).offset());
            }
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptException(e);
        }
    }

    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        consumer.close();
        producer.close(CLOSING);
        heartbeats.close();
        events.close();
        samples.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
