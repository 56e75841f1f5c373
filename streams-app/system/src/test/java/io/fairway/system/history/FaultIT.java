package io.fairway.system.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.Heartbeat;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.UsageRecord;
import io.fairway.embedded.EmbeddedBroker;
import io.fairway.embedded.RegistryProcess;
import io.fairway.schemas.DeadLetterHeaders;
import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.trial.AppProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A live application meets all faults of the field. Each has its consequence, and the rest goes on. */
@Order(2)
class FaultIT {
    private static final String DOMAIN = "alps";
    private static final Decay HALVED =
            Decay.newBuilder().setKind(DecayKind.HALF_LIFE).setMillis(600_000).build();
    private static final int PARTITIONS = 4;
    private static final Duration PATIENCE = HistoryRig.PATIENCE;

    @TempDir
    private Path directory;

    private int jobs;

    @Test
    void goesOnThroughBadInputAndAMinuteWithoutTheRegistry() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"));
                RegistryProcess registry = RegistryProcess.start(
                        directory.resolve("registry"),
                        RegistryProcess.Storage.FILE,
                        RegistryProcess.Compatibility.FULL_TRANSITIVE);
                HistoryRig rig =
                        new HistoryRig(directory, broker.bootstrapServers(), registry.url(), PARTITIONS, (short) 1)) {
            rig.send(List.of(
                    GeneratedHistory.policy(DOMAIN, HALVED),
                    GeneratedHistory.node(DOMAIN, "physics", ""),
                    GeneratedHistory.node(DOMAIN, "physics", "anna")));
            AppProcess app = rig.startApp("live", Map.of("mode", "live", "evaluation.interval.ms", "200"));
            run(rig, "anna");
            awaitRunning(rig, registry, "anna", 1);

            sendBadInput(rig);
            run(rig, "anna");
            awaitRunning(rig, registry, "anna", 2);
            assertThat(rig.deadLetterKinds())
                    .containsExactly("impossible", "time", "undecodable", "undecodable", "undecodable");
            assertOversizedCameWhole(rig);

            sendToWrongPartition(rig);
            awaitRunning(rig, registry, "anna", 3);

            run(rig, "late");
            Awaitility.await("the unknown association is counted")
                    .atMost(PATIENCE)
                    .until(() -> waiting(rig, registry) == 1);
            rig.send(List.of(GeneratedHistory.node(DOMAIN, "physics", "late")));
            Awaitility.await("its share record releases it").atMost(PATIENCE).until(() -> waiting(rig, registry) == 0);
            awaitRunning(rig, registry, "late", 1);

            String url = registry.url();
            registry.stop();
            for (int i = 0; i < 20; i++) {
                run(rig, "anna");
            }
            app.kill();
            app.restart(); // Its caches are empty now: it must ask, and gets no answer.
            for (int i = 0; i < 20; i++) {
                run(rig, "anna");
            }
            var unused = new CountDownLatch(1).await(60, TimeUnit.SECONDS); // the minute of the requirement
            app.requireAlive();
            registry.restart();
            assertThat(registry.url()).isEqualTo(url);
            awaitRunning(rig, registry, "anna", 43);
            app.requireAlive();
            assertThat(rig.deadLetterKinds()).hasSize(5);
        }
    }

    private void sendBadInput(HistoryRig rig) {
        String topic = rig.topics().name(Topic.JOB_EVENTS);
        byte[] oversized = new byte[1_000_000];
        oversized[0] = 9;
        var garbage = rig.producer().send(new ProducerRecord<>(topic, key(), new byte[] {1, 2, 3}));
        var large = rig.producer().send(new ProducerRecord<>(topic, key(), oversized));
        var wrongSchema = rig.producer()
                .send(new ProducerRecord<>(
                        topic,
                        key(),
                        rig.bytes(
                                Topic.SHARES,
                                GeneratedHistory.node(DOMAIN, "physics", "bob").value())));
        rig.send(List.of(
                produced(event("anna", JobEventType.STARTED, Instant.now().plus(Duration.ofDays(2)))),
                produced(event("anna", JobEventType.FINISHED, Instant.now().minusSeconds(60))
                        .setRun(Instant.now()))));
        assertThat(List.of(garbage, large, wrongSchema))
                .allSatisfy(sent -> assertThat(sent).succeedsWithin(PATIENCE));
    }

    private void assertOversizedCameWhole(HistoryRig rig) {
        Set<Integer> sizes = new HashSet<>();
        rig.readAll(Topic.DEAD_LETTERS, record -> {
            sizes.add(record.value().length);
            assertThat(record.headers().lastHeader(DeadLetterHeaders.TOPIC).value())
                    .isEqualTo(rig.topics().name(Topic.JOB_EVENTS).getBytes(StandardCharsets.UTF_8));
            assertThat(record.headers().lastHeader(DeadLetterHeaders.REASON).value().length)
                    .isBetween(1, DeadLetterHeaders.MAX_REASON_BYTES);
        });
        assertThat(sizes).contains(1_000_000);
    }

    private void sendToWrongPartition(HistoryRig rig) {
        int wrong = (DomainPartitions.hashed().partition(DOMAIN, PARTITIONS) + 1) % PARTITIONS;
        JobEvent event = event("anna", JobEventType.STARTED, Instant.now()).build();
        var sent = rig.producer()
                .send(new ProducerRecord<>(
                        rig.topics().name(Topic.JOB_EVENTS),
                        wrong,
                        "no key of ours",
                        rig.bytes(Topic.JOB_EVENTS, event)));
        assertThat(sent).succeedsWithin(PATIENCE);
    }

    /** Waits until an association's line holds so many running processors. */
    private static void awaitRunning(HistoryRig rig, RegistryProcess registry, String user, int processors) {
        var usage = new FairwaySerdes(Map.of("schema.registry.url", registry.url())).deserializer(UsageRecord.class);
        Awaitility.await(user + " runs on " + processors + " processors")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> {
                    List<Double> rates = new ArrayList<>();
                    rig.readAll(Topic.USAGE, record -> {
                        UsageRecord line = usage.deserialize(record.topic(), record.value());
                        if (line.getUser().equals(user)) {
                            rates.add(line.getRate().doubleValue() * 0x1p-40);
                        }
                    });
                    assertThat(rates).isNotEmpty();
                    assertThat(rates.get(rates.size() - 1)).isEqualTo(processors);
                });
    }

    private static long waiting(HistoryRig rig, RegistryProcess registry) {
        var beats = new FairwaySerdes(Map.of("schema.registry.url", registry.url())).deserializer(Heartbeat.class);
        long[] last = {-1};
        rig.readAll(
                Topic.HEARTBEATS,
                record -> last[0] = beats.deserialize(record.topic(), record.value())
                        .getCounts()
                        .getOrDefault("unplacedAssociations", -1L));
        return last[0];
    }

    private void run(HistoryRig rig, String user) {
        rig.send(List.of(produced(event(user, JobEventType.STARTED, Instant.now()))));
    }

    private JobEvent.Builder event(String user, JobEventType type, Instant time) {
        return JobEvent.newBuilder()
                .setDomain(DOMAIN)
                .setCluster(DOMAIN)
                .setJob(Integer.toString(++jobs))
                .setType(type)
                .setTime(time.truncatedTo(java.time.temporal.ChronoUnit.MILLIS))
                .setAccount("physics")
                .setUser(user)
                .setAttributes(JobAttributes.newBuilder().build())
                .setAllocatedTres(Map.of("cpu", 1.0));
    }

    private static GeneratedHistory.Produced produced(JobEvent.Builder event) {
        JobEvent built = event.build();
        return new GeneratedHistory.Produced(Topic.JOB_EVENTS, Keys.job(DOMAIN, DOMAIN, built.getJob()), built);
    }

    private static String key() {
        return Keys.job(DOMAIN, DOMAIN, "bad");
    }
}
