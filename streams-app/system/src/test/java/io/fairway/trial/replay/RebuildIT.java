package io.fairway.trial.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fairway.app.runtime.FairwayConfig;
import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.Heartbeat;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import io.fairway.avro.ResourceSample;
import io.fairway.embedded.SharedRegistry;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.system.AppHere;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that begins anew says what it would do otherwise than the one before it. */
@Order(3)
class RebuildIT {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    private static Path directory;

    @Test
    void saysWhichRefusedVersionItMayGoBy() {
        try (Workbench bench = Workbench.with(SharedRegistry.url(), 1);
                KafkaProducer<String, Policy> policies = bench.producer(Policy.class);
                KafkaProducer<String, JobEvent> jobs = bench.producer(JobEvent.class);
                KafkaConsumer<String, byte[]> heartbeats = bench.consumer()) {
            TopicPartition beats = new TopicPartition(bench.topics().name(Topic.HEARTBEATS), 0);
            heartbeats.assign(List.of(beats));
            try (AppHere first = start(bench, "first")) {
                send(bench, policies, Duration.ofDays(7));
                var unused = jobs.send(new ProducerRecord<>(
                        bench.topics().name(Topic.JOB_EVENTS), Keys.job("alps", "alps", "1"), job()));
                awaitBeat(
                        bench,
                        heartbeats,
                        first,
                        beat -> Objects.equals(beat.getCounts().get("events"), 1L));
                send(bench, policies, Duration.ofHours(6));
                awaitBeat(
                        bench,
                        heartbeats,
                        first,
                        beat -> beat.getRefusedVersions().equals(List.of("main from 1970-01-01T00:00:00Z")));
            }

            try (AppHere second = start(bench, "second")) {
                await().atMost(PATIENCE).until(() -> {
                    second.requireAlive();
                    return second.printed()
                            .contains("policy main from 1970-01-01T00:00:00Z: the application that wrote");
                });
            }
        }
    }

    /** The lease is a second, and the horizon a minute. */
    @Test
    void isRefusedWithoutTheSamplesOfLongRuns() throws Exception {
        try (Workbench bench = Workbench.with(SharedRegistry.url(), 1);
                Admin admin = Admin.create(
                        Map.of("bootstrap.servers", bench.addresses().get("bootstrap.servers")));
                KafkaProducer<String, Policy> policies = bench.producer(Policy.class);
                KafkaProducer<String, ResourceSample> samples = bench.producer(ResourceSample.class);
                KafkaProducer<String, JobEvent> jobs = bench.producer(JobEvent.class)) {
            Policy policy = policy(Duration.ofDays(7));
            policy.getMeasure().setLeaseMillis(1_000);
            policies.send(new ProducerRecord<>(
                            bench.topics().name(Topic.POLICIES), Keys.policy("alps", "main", 0), policy))
                    .get();
            // Within the horizon when it is appended, and out of reach of lease and horizon a little later.
            Instant began = Instant.now().minusSeconds(50);
            JobEvent start = job();
            start.setTime(began);
            start.setRun(began);
            jobs.send(new ProducerRecord<>(bench.topics().name(Topic.JOB_EVENTS), Keys.job("alps", "alps", "1"), start))
                    .get();
            String topic = bench.topics().name(Topic.SAMPLES);
            samples.send(new ProducerRecord<>(
                            topic,
                            Keys.job("alps", "alps", "1"),
                            ResourceSample.newBuilder()
                                    .setDomain("alps")
                                    .setCluster("alps")
                                    .setJob("1")
                                    .setHost("n1")
                                    .setSequence(1)
                                    .setTime(Instant.now())
                                    .build()))
                    .get();
            admin.deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(-1)))
                    .all()
                    .get();
            await().atMost(PATIENCE).until(() -> Instant.now().isAfter(began.plusSeconds(62)));

            try (AppHere refused = start(bench, "without", Map.of("ledger.horizon.ms", "60000"), List.of())) {
                await().atMost(PATIENCE).until(() -> !refused.isAlive());
                assertThat(refused.exitStatus()).isEqualTo(1);
                assertThat(refused.printed())
                        .contains("samples that it needs are deleted: 1 run, such as alps/alps/1, which began at")
                        .doesNotContain("\tat ");
            }
            try (AppHere begun =
                    start(bench, "without", Map.of("ledger.horizon.ms", "60000"), List.of("--without-samples"))) {
                await().atMost(PATIENCE).until(() -> {
                    begun.requireAlive();
                    return begun.printed().contains("ready: ");
                });
            }
        }
    }

    private static void awaitBeat(
            Workbench bench, KafkaConsumer<String, byte[]> heartbeats, AppHere app, Predicate<Heartbeat> expected) {
        var deserializer = bench.serdes().deserializer(Heartbeat.class);
        await().atMost(PATIENCE).until(() -> {
            app.requireAlive();
            boolean seen = false;
            for (var record : heartbeats.poll(Duration.ofMillis(100))) {
                seen |= expected.test(Objects.requireNonNull(deserializer.deserialize(record.topic(), record.value())));
            }
            return seen;
        });
    }

    private static JobEvent job() {
        Instant now = Instant.now();
        return JobEvent.newBuilder()
                .setDomain("alps")
                .setCluster("alps")
                .setJob("1")
                .setType(JobEventType.STARTED)
                .setTime(now)
                .setRun(now)
                .setAccount("physics")
                .setUser("anna")
                .setAllocatedTres(Map.of("cpu", 1.0))
                .build();
    }

    private static void send(Workbench bench, KafkaProducer<String, Policy> policies, Duration halfLife) {
        var unused = policies.send(new ProducerRecord<>(
                bench.topics().name(Topic.POLICIES), Keys.policy("alps", "main", 0), policy(halfLife)));
        policies.flush();
    }

    private static Policy policy(Duration halfLife) {
        return Policy.newBuilder()
                .setDomain("alps")
                .setName("main")
                .setEffectiveFrom(Instant.EPOCH)
                .setMeasure(Measure.newBuilder()
                        .setName("billing")
                        .setDecay(Decay.newBuilder()
                                .setKind(DecayKind.HALF_LIFE)
                                .setMillis(halfLife.toMillis())
                                .build())
                        .build())
                .build();
    }

    private static AppHere start(Workbench bench, String name) {
        return start(bench, name, Map.of(), List.of());
    }

    private static AppHere start(Workbench bench, String name, Map<String, String> more, List<String> options) {
        Map<String, String> settings = new HashMap<>(bench.addresses());
        settings.putAll(more);
        settings.put(FairwayConfig.APPLICATION_ID, name);
        settings.put(FairwayConfig.TOPIC_REPLICATION, "1");
        settings.put(FairwayConfig.STATE_DIR, directory.resolve(name + "-state").toString());
        return AppHere.start(settings, options);
    }
}
