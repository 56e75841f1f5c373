package io.fairway.system.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Dispatch;
import io.fairway.avro.DispatchAction;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.UsageRecord;
import io.fairway.schemas.DomainPartitioner;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A site on a thread of its own: it submits jobs all the time, and ends those that were started. It counts everything that it
 * sent and everything that came of it.
 */
final class ClosedLoopSite implements AutoCloseable {
    static final String DOMAIN = "alps";

    private static final long SUBMIT_MILLIS = 250;
    private static final long RUN_MILLIS = 300;

    private final Topics topics = Topics.standard();
    private final FairwaySerdes serdes;
    private final KafkaProducer<String, byte[]> producer;
    private final KafkaConsumer<String, byte[]> consumer;
    private final SiteTables tables = new SiteTables(DOMAIN, Instant.now().minusSeconds(60));
    private final Thread thread = new Thread(this::run, "site");
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final Set<String> submitted = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> starts = new ConcurrentHashMap<>();
    private final Map<String, Integer> dispatches = new ConcurrentHashMap<>();
    private final Set<String> finished = ConcurrentHashMap.newKeySet();
    private final List<JobEvent> running = new ArrayList<>();
    private volatile boolean submits = true;
    private volatile boolean closed;
    private final AtomicInteger deadLetters = new AtomicInteger();
    private final AtomicInteger jobs = new AtomicInteger();
    private volatile String dispatcher = "";

    ClosedLoopSite(String bootstrap, String registry) {
        serdes = new FairwaySerdes(Map.of("schema.registry.url", registry));
        int patience = (int) ContainerCluster.PATIENCE.toMillis();
        producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        bootstrap,
                        "acks",
                        "all",
                        "max.block.ms",
                        patience,
                        "delivery.timeout.ms",
                        patience,
                        "partitioner.class",
                        DomainPartitioner.class.getName()),
                new StringSerializer(),
                new ByteArraySerializer());
        consumer = reader(bootstrap);
        tables.sendTo(this::send);
        producer.flush();
        thread.start();
    }

    private static KafkaConsumer<String, byte[]> reader(String bootstrap) {
        return new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        bootstrap,
                        "isolation.level",
                        "read_committed",
                        "auto.offset.reset",
                        "earliest",
                        "default.api.timeout.ms",
                        (int) ContainerCluster.PATIENCE.toMillis()),
                new StringDeserializer(),
                new ByteArrayDeserializer());
    }

    private void run() {
        try {
            List<TopicPartition> read = new ArrayList<>();
            for (Topic topic : List.of(Topic.JOB_EVENTS, Topic.DISPATCHES, Topic.DEAD_LETTERS)) {
                read.addAll(partitions(consumer, topic));
            }
            consumer.assign(read);
            consumer.seekToBeginning(read);
            long next = 0;
            while (!closed) {
                consumer.poll(Duration.ofMillis(50)).forEach(this::read);
                endJobs();
                long now = System.currentTimeMillis();
                if (submits && now >= next) {
                    next = now + SUBMIT_MILLIS;
                    submit(now);
                }
            }
        } catch (RuntimeException | Error e) {
            failure.compareAndSet(null, e);
        } finally {
            consumer.close();
        }
    }

    private void submit(long now) {
        int number = jobs.getAndIncrement();
        String job = "j" + number;
        submitted.add(job);
        send(event(job, JobEventType.SUBMITTED, now)
                .setAccount("cms")
                .setUser(number % 3 == 0 ? "ben" : "anna")
                .setAttributes(JobAttributes.newBuilder()
                        .setRequestedTres(Map.of("cpu", (double) (1 + number % 4)))
                        .build())
                .build());
    }

    private void read(ConsumerRecord<String, byte[]> record) {
        if (record.topic().equals(topics.name(Topic.DEAD_LETTERS))) {
            deadLetters.incrementAndGet();
        } else if (record.topic().equals(topics.name(Topic.DISPATCHES))) {
            Dispatch dispatch = decode(Dispatch.class, record);
            if (dispatch.getAction() == DispatchAction.STARTED) {
                dispatches.merge(dispatch.getJob(), 1, Integer::sum);
            }
        } else {
            JobEvent event = decode(JobEvent.class, record);
            if (event.getType() == JobEventType.STARTED) {
                starts.merge(event.getJob(), 1, Integer::sum);
                dispatcher = event.getSource();
                running.add(event);
            }
        }
    }

    private void endJobs() {
        long now = System.currentTimeMillis();
        running.removeIf(started -> {
            if (now - started.getTime().toEpochMilli() < RUN_MILLIS) {
                return false;
            }
            send(event(started.getJob(), JobEventType.FINISHED, now)
                    .setRun(started.getTime())
                    .build());
            finished.add(started.getJob());
            return true;
        });
    }

    private static JobEvent.Builder event(String job, JobEventType type, long time) {
        return JobEvent.newBuilder()
                .setDomain(DOMAIN)
                .setCluster(DOMAIN)
                .setJob(job)
                .setType(type)
                .setTime(Instant.ofEpochMilli(time))
                .setSource("site");
    }

    private void send(JobEvent event) {
        send(Topic.JOB_EVENTS, Keys.job(DOMAIN, DOMAIN, event.getJob()), event);
    }

    @SuppressWarnings("unchecked") // the value of a topic is of its class
    private void send(Topic topic, String key, SpecificRecord value) {
        String name = topics.name(topic);
        byte[] bytes =
                serdes.serializer((Class<SpecificRecord>) value.getClass()).serialize(name, value);
        var unused = producer.send(new ProducerRecord<>(name, key, bytes), (metadata, e) -> {
            if (e != null) {
                failure.compareAndSet(null, e);
            }
        });
    }

    private <T extends SpecificRecord> T decode(Class<T> type, ConsumerRecord<String, byte[]> record) {
        return Objects.requireNonNull(serdes.deserializer(type).deserialize(record.topic(), record.value()));
    }

    private List<TopicPartition> partitions(KafkaConsumer<?, ?> of, Topic topic) {
        return of.partitionsFor(topics.name(topic)).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
    }

    /** Waits until a job is started that was submitted after this call. */
    void awaitNextStart() {
        int from = jobs.get();
        await(
                "a new job is started",
                () -> starts.keySet().stream().anyMatch(job -> Integer.parseInt(job.substring(1)) >= from));
    }

    /** Submits nothing more until everything that was submitted has started and ended; then goes on. */
    void drain(Runnable check) {
        submits = false;
        await(
                "every job has started and ended",
                () -> finished.containsAll(submitted) && dispatches.keySet().containsAll(submitted));
        producer.flush();
        check.run();
        submits = true;
    }

    /** The name of the dispatcher that started the last job. */
    String dispatcher() {
        return dispatcher;
    }

    /** How many jobs were submitted so far. */
    int submitted() {
        return submitted.size();
    }

    private void await(String what, BooleanSupplier done) {
        try {
            Awaitility.await(what)
                    .atMost(ContainerCluster.PATIENCE)
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> failure.get() != null || done.getAsBoolean());
        } catch (ConditionTimeoutException e) {
            Set<String> left = new TreeSet<>(submitted);
            left.removeAll(finished);
            throw new AssertionError(
                    what + ": " + submitted.size() + " submitted, " + starts.size() + " started, not ended: " + left,
                    e);
        }
        assertThat(failure.get()).as("what the site sent").isNull();
    }

    /** No job that was submitted is missing, none was started twice, and nothing was refused. */
    void checkStarts() {
        Map<String, Integer> twice = new TreeMap<>(starts);
        twice.values().removeIf(count -> count == 1);
        assertThat(twice).as("started twice").isEmpty();
        assertThat(starts.keySet()).as("started").containsExactlyInAnyOrderElementsOf(submitted);
        assertThat(dispatches.values()).as("dispatch records of a job").allMatch(count -> count == 1);
        assertThat(deadLetters.get()).as("dead letters").isZero();
    }

    /**
     * Waits until the lines of the application are those that the topology computes from the same records where nothing fails.
     *
     * @return their digest
     */
    String checkDigest(String bootstrap) {
        try (KafkaConsumer<String, byte[]> reader = reader(bootstrap)) {
            List<JobEvent> events = new ArrayList<>();
            readAll(reader, Topic.JOB_EVENTS, record -> events.add(decode(JobEvent.class, record)));
            String expected = tables.undisturbed(events);
            Awaitility.await("the digest of undisturbed processing, " + expected)
                    .atMost(ContainerCluster.PATIENCE)
                    .pollInterval(Duration.ofMillis(300))
                    .until(() -> {
                        SortedMap<String, UsageRecord> lines = new TreeMap<>();
                        readAll(
                                reader,
                                Topic.USAGE,
                                record -> lines.put(record.key(), decode(UsageRecord.class, record)));
                        return tables.digest(lines).equals(expected);
                    });
            return expected;
        }
    }

    private void readAll(
            KafkaConsumer<String, byte[]> reader, Topic topic, Consumer<ConsumerRecord<String, byte[]>> action) {
        List<TopicPartition> all = partitions(reader, topic);
        reader.assign(all);
        reader.seekToBeginning(all);
        Map<TopicPartition, Long> ends = reader.endOffsets(all);
        while (all.stream().anyMatch(partition -> reader.position(partition) < ends.getOrDefault(partition, 0L))) {
            reader.poll(Duration.ofMillis(100)).forEach(action);
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join(ContainerCluster.PATIENCE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.close(Duration.ofSeconds(2));
    }
}
