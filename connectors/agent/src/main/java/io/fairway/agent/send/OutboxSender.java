package io.fairway.agent.send;

import io.fairway.agent.host.HostReport;
import io.fairway.agent.metrics.AgentCounters;
import io.fairway.agent.metrics.AgentCounters.Name;
import io.fairway.agent.outbox.AgentOutbox;
import io.fairway.agent.record.StoredForm;
import io.fairway.agent.send.RecordSender.Batch;
import io.fairway.avro.Host;
import io.fairway.avro.JobEvent;
import io.fairway.avro.ResourceSample;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the outbox, for as long as it takes. Events go at once, samples when the host's part of the interval comes.
 *
 * <p>What is said of this host goes last.
 *
 * <p>A batch is acknowledged in the outbox once the broker has all of it. While a broker is away, the producer keeps its
 * batch and sends it once, as its idempotence promises. Only a batch of an agent that was killed, or of a producer that
 * failed, may arrive twice; its records are then equal.
 */
public final class OutboxSender implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OutboxSender.class);
    private static final int BATCH_BYTES = 128 * 1024;
    private static final long IDLE_MILLIS = 200;
    private static final Duration CLOSING = Duration.ofSeconds(5);

    private final Map<String, Object> producerSettings;
    private final FairwaySerdes serdes;
    private final Topics topics;
    private final AgentOutbox outbox;
    private final @Nullable HostReport report;
    private final SendTimes times;
    private final AgentCounters counters;
    private final Thread thread = new Thread(this::run, "outbox-sender");
    private @Nullable KafkaProducer<byte[], byte[]> producer;
    private volatile boolean isClosing;
    private int failures;

    /**
     * @param producerSettings of Kafka's producer, partitioner included
     * @param report what is said of this host; null = nothing
     * @param times when samples may go
     */
    public OutboxSender(
            Map<String, Object> producerSettings,
            FairwaySerdes serdes,
            Topics topics,
            AgentOutbox outbox,
            @Nullable HostReport report,
            SendTimes times,
            AgentCounters counters) {
        this.producerSettings = producerSettings;
        this.serdes = serdes;
        this.topics = topics;
        this.outbox = outbox;
        this.report = report;
        this.times = times;
        this.counters = counters;
        thread.setDaemon(true);
    }

    /** Begins to send. */
    public void start() {
        thread.start();
    }

    private void run() {
        RecordSender<JobEvent> events = new RecordSender<>(
                outbox.events(),
                StoredForm.EVENTS,
                event -> topics.name(Topic.JOB_EVENTS, event.getCluster()),
                event -> Keys.job(event.getDomain(), event.getCluster(), event.getJob()),
                serdes.serializer(JobEvent.class));
        RecordSender<ResourceSample> samples = new RecordSender<>(
                outbox.samples(),
                StoredForm.SAMPLES,
                sample -> topics.name(Topic.SAMPLES, sample.getCluster()),
                sample -> Keys.job(sample.getDomain(), sample.getCluster(), sample.getJob()),
                serdes.serializer(ResourceSample.class));
        Serializer<Host> hosts = serdes.serializer(Host.class);
        while (!isClosing) {
            try {
                boolean sent = send(events, Name.EVENTS_SENT) > 0;
                if (times.mayNow()) {
                    int bytes = send(samples, Name.SAMPLES_SENT);
                    sent |= bytes > 0;
                    times.sent(bytes);
                }
                sendHost(hosts);
                failures = 0;
                if (!sent) {
                    Thread.sleep(IDLE_MILLIS);
                }
            } catch (InterruptedException e) {
                break;
            } catch (RuntimeException | IOException | ExecutionException e) {
                failed(e);
                events.again();
                samples.again();
            }
        }
        events.close();
        samples.close();
        hosts.close();
        closeProducer();
    }

    private int send(RecordSender<?> sender, Name sent) throws IOException, ExecutionException, InterruptedException {
        KafkaProducer<byte[], byte[]> open = producer();
        Batch batch = sender.send(open, BATCH_BYTES);
        long arrived = -1;
        try {
            for (RecordSender.Sent record : batch.records()) {
                await(record.answer());
                arrived = record.sequence();
                counters.add(sent, 1);
            }
            arrived = batch.last();
        } finally {
            sender.arrived(arrived);
        }
        return batch.bytes();
    }

    /** Sends what is said of this host. That it may not, or that the schema is missing, must not hold up the jobs. */
    private void sendHost(Serializer<Host> serializer) throws InterruptedException {
        Host host = report == null ? null : report.waiting();
        if (report == null || host == null) {
            return;
        }
        String topic = topics.name(Topic.HOSTS);
        String key = Keys.host(host.getDomain(), host.getCluster(), host.getName());
        try {
            byte[] value = serializer.serialize(topic, host);
            await(producer().send(new ProducerRecord<>(topic, key.getBytes(StandardCharsets.UTF_8), value)));
            report.arrived(host);
        } catch (RuntimeException | ExecutionException e) {
            counters.add(Name.SEND_FAILURES, 1);
            report.failed(host);
            LOG.warn("this host is not in {}; the next sampling tries again: {}", topic, e.toString());
        }
    }

    /** Waits for as long as it takes: the producer goes on trying. */
    private void await(Future<RecordMetadata> answer) throws ExecutionException, InterruptedException {
        while (true) {
            try {
                var unused = answer.get(1, TimeUnit.SECONDS);
                return;
            } catch (TimeoutException e) {
                if (isClosing) {
                    throw new InterruptedException("the agent ends");
                }
            }
        }
    }

    private KafkaProducer<byte[], byte[]> producer() {
        KafkaProducer<byte[], byte[]> open = producer;
        if (open == null) {
            open = new KafkaProducer<>(producerSettings, new ByteArraySerializer(), new ByteArraySerializer());
            producer = open;
        }
        return open;
    }

    /** A producer that failed is replaced, and sends the batch again. A registry that is away is not its fault. */
    private void failed(Exception failure) {
        failures++;
        counters.add(Name.SEND_FAILURES, 1);
        long pause = times.backoff().afterMillis(failures);
        LOG.warn("the outbox is not sent; the next attempt comes in {} s: {}", pause / 1000.0, failure.toString());
        if (!(failure instanceof SerializationException)) {
            closeProducer();
        }
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            isClosing = true;
        }
    }

    private void closeProducer() {
        KafkaProducer<byte[], byte[]> open = producer;
        producer = null;
        if (open != null) {
            open.close(isClosing ? Duration.ZERO : CLOSING);
        }
    }

    @Override
    public void close() {
        isClosing = true;
        thread.interrupt();
        try {
            thread.join(CLOSING.plus(CLOSING).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
