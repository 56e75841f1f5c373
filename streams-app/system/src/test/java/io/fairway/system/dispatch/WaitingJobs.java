package io.fairway.system.dispatch;

import io.fairway.avro.Component;
import io.fairway.avro.Constant;
import io.fairway.avro.Dispatch;
import io.fairway.avro.DispatchAction;
import io.fairway.avro.Factor;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.Rounding;
import io.fairway.schemas.DomainPartitioner;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.trial.replay.Workbench;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * A site in place of the application and the machines: it publishes jobs that wait, and ends those that were started. It
 * withdraws the priority record of a job after the job has ended, which is as late as an application that lags.
 */
final class WaitingJobs implements AutoCloseable {
    static final String DOMAIN = "alps";

    private record Due(
            long at, Topic topic, String key, @Nullable SpecificRecord value) {}

    /** A start that was read: when the broker had it, and whose it was. */
    record Start(String job, long at, String dispatcher) {}

    private final Workbench bench;
    private final KafkaProducer<String, byte[]> producer;
    private final KafkaConsumer<String, byte[]> consumer;
    private final Deserializer<Dispatch> dispatched;
    private final Deserializer<JobEvent> events;
    private final SplittableRandom random = new SplittableRandom(1);
    private final PriorityQueue<Due> due = new PriorityQueue<>((a, b) -> Long.compare(a.at(), b.at()));
    private final List<Start> starts = new ArrayList<>();
    private final Map<String, Integer> dispatches = new TreeMap<>();

    WaitingJobs(Workbench bench) {
        this.bench = bench;
        dispatched = bench.serdes().deserializer(Dispatch.class);
        events = bench.serdes().deserializer(JobEvent.class);
        producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        bench.addresses().getOrDefault("bootstrap.servers", ""),
                        "partitioner.class",
                        DomainPartitioner.class.getName()),
                new StringSerializer(),
                new ByteArraySerializer());
        consumer = bench.consumer();
        List<TopicPartition> read = new ArrayList<>();
        for (Topic topic : List.of(Topic.JOB_EVENTS, Topic.DISPATCHES)) {
            consumer.partitionsFor(bench.topics().name(topic))
                    .forEach(info -> read.add(new TopicPartition(info.topic(), info.partition())));
        }
        consumer.assign(read);
        consumer.seekToBeginning(read);
    }

    void submit(String job) {
        send(Topic.PRIORITIES, Keys.priority(DOMAIN, "main", DOMAIN, job, ""), record(job));
    }

    /** All starts so far, in their order. */
    List<Start> starts() {
        return starts;
    }

    /** Number of dispatch records by job. */
    Map<String, Integer> dispatches() {
        return dispatches;
    }

    /** Reads what was started, and sends what is due. */
    void step() {
        for (var record : consumer.poll(Duration.ofMillis(20))) {
            if (record.topic().equals(bench.topics().name(Topic.DISPATCHES))) {
                Dispatch dispatch = Objects.requireNonNull(dispatched.deserialize(record.topic(), record.value()));
                if (dispatch.getAction() == DispatchAction.STARTED) {
                    dispatches.merge(dispatch.getJob(), 1, Integer::sum);
                }
                continue;
            }
            JobEvent event = Objects.requireNonNull(events.deserialize(record.topic(), record.value()));
            if (event.getType() == JobEventType.STARTED) {
                starts.add(new Start(event.getJob(), record.timestamp(), event.getSource()));
                ends(event);
            }
        }
        long now = System.currentTimeMillis();
        for (Due next = due.peek(); next != null && next.at() <= now; next = due.peek()) {
            due.remove();
            send(next.topic(), next.key(), next.value());
        }
    }

    private void ends(JobEvent started) {
        long end = System.currentTimeMillis() + random.nextInt(50, 250);
        JobEvent finished = JobEvent.newBuilder()
                .setDomain(DOMAIN)
                .setCluster(DOMAIN)
                .setJob(started.getJob())
                .setType(JobEventType.FINISHED)
                .setTime(Instant.ofEpochMilli(end))
                .setRun(started.getTime())
                .build();
        due.add(new Due(end, Topic.JOB_EVENTS, Keys.job(DOMAIN, DOMAIN, started.getJob()), finished));
        due.add(new Due(
                end + random.nextInt(500, 3_000),
                Topic.PRIORITIES,
                Keys.priority(DOMAIN, "main", DOMAIN, started.getJob(), ""),
                null));
    }

    @SuppressWarnings("unchecked") // the value of a topic is of its class
    private void send(Topic topic, String key, @Nullable SpecificRecord value) {
        String name = bench.topics().name(topic);
        byte[] bytes = value == null
                ? null
                : bench.serdes()
                        .serializer((Class<SpecificRecord>) value.getClass())
                        .serialize(name, value);
        var unused = producer.send(new ProducerRecord<>(name, key, bytes));
    }

    /** The later the job, the lower its priority. */
    private static PriorityRecord record(String job) {
        Factor factor = new Factor("part", 1.0, new Constant(1.0), Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        return PriorityRecord.newBuilder()
                .setDomain(DOMAIN)
                .setPolicy("main")
                .setCluster(DOMAIN)
                .setJob(job)
                .setComponents(List.of(new Component(
                        "part", 1.0, List.of(factor), Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY)))
                .setFairshareWeight(0)
                .setFairsharePosition(0)
                .setTree(DOMAIN)
                .setAccount("cms")
                .setUser("anna")
                .setRounding(Rounding.LSF)
                .setMinimum(Double.NEGATIVE_INFINITY)
                .setMaximum(Double.POSITIVE_INFINITY)
                .setHeld(false)
                .setSubmitTime(Instant.EPOCH)
                .setRequestedTres(Map.of("cpu", 1.0))
                .setAsOf(Instant.EPOCH)
                .build();
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(10));
        consumer.close();
    }
}
