package io.fairway.system.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.embedded.EmbeddedBroker;
import io.fairway.embedded.SharedRegistry;
import io.fairway.engine.store.AppliedOffset;
import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.system.AppHere;
import io.fairway.trial.AppProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The offsets of the group are lost after the sweep has forgotten ended jobs. The events are read again, are within the
 * horizon of their append, and are charged once.
 */
@Order(2)
class LostOffsetsIT {
    static final String DOMAIN = "alps";
    static final Decay UNDECAYED = Decay.newBuilder().setKind(DecayKind.NONE).build();
    private static final int PARTITIONS = 2;
    private static final int PARTITION = DomainPartitions.hashed().partition(DOMAIN, PARTITIONS);

    private static final Duration HORIZON = Duration.ofMinutes(1);

    private static final Map<String, String> LIVE = Map.of(
            "mode", "live",
            "evaluation.interval.ms", "200",
            "ledger.horizon.ms", Long.toString(HORIZON.toMillis()),
            "kafka.producer.transaction.timeout.ms", "5000");

    @TempDir
    private Path directory;

    private final AtomicInteger probes = new AtomicInteger();

    @Test
    void nothingIsChargedTwiceWhateverTheOffsetsSay() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"));
                HistoryRig rig = new HistoryRig(
                        directory, broker.bootstrapServers(), SharedRegistry.url(), PARTITIONS, (short) 1)) {
            // Given
            rig.send(List.of(
                    GeneratedHistory.policy(DOMAIN, UNDECAYED),
                    GeneratedHistory.node(DOMAIN, "physics", ""),
                    GeneratedHistory.node(DOMAIN, "physics", "anna"),
                    GeneratedHistory.node(DOMAIN, "physics", "ben")));
            AppHere app = rig.startHere("live", LIVE);
            awaitProbe(rig);
            Instant end = Instant.now().minusSeconds(45).truncatedTo(ChronoUnit.MILLIS);
            for (int job = 0; job < 20; job++) {
                rig.send(List.of(
                        produced(event("anna", job, JobEventType.STARTED, end.minusSeconds(5))),
                        produced(event("anna", job, JobEventType.FINISHED, end).setRun(end.minusSeconds(5)))));
            }
            // One takes the way over the relay.
            JobEvent elsewhere = event("anna", 20, JobEventType.FINISHED, end)
                    .setRun(end.minusSeconds(5))
                    .build();
            assertThat(rig.producer()
                            .send(new ProducerRecord<>(
                                    rig.topics().name(Topic.JOB_EVENTS),
                                    1 - PARTITION,
                                    "no key of ours",
                                    rig.bytes(Topic.JOB_EVENTS, elsewhere))))
                    .succeedsWithin(HistoryRig.PATIENCE);
            awaitUsage(rig, "anna", 21 * 5);
            Awaitility.await("the sweep has forgotten all jobs of anna")
                    .atMost(HistoryRig.PATIENCE.plus(HORIZON))
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> {
                        probe(rig); // moves the append clock of the partition on
                        return settled(rig).keySet().stream()
                                .noneMatch(key -> key.startsWith("alps|alps|anna-") && !key.endsWith("|forgotten"));
                    });

            // When the group is forgotten
            app.close();
            rig.awaitNoMembers();
            rig.admin().deleteConsumerGroups(List.of(rig.application())).all().get();
            app.restart();

            // Then
            awaitProbe(rig);
            assertThat(rig.usage().get("anna")).isEqualTo(21 * 5);
            awaitPrinted(
                    app::printed,
                    "records of fairway\\.job-events-" + PARTITION
                            + " from offset 0 are read again: the group's offset is before",
                    "records of fairway\\.misrouted-\\d from offset 0 are read again");
            // An orderly stop keeps the stores on disk, also those of the partition without a domain.
            assertThat(app.printed()).doesNotContain("corrupted");

            // When an operator resets them
            app.close();
            rig.awaitNoMembers();
            Map<TopicPartition, OffsetAndMetadata> first = new HashMap<>();
            for (int partition = 0; partition < PARTITIONS; partition++) {
                for (Topic input : rig.topics().inputs()) {
                    first.put(new TopicPartition(rig.topics().name(input), partition), new OffsetAndMetadata(0));
                }
            }
            rig.admin()
                    .alterConsumerGroupOffsets(rig.application(), first)
                    .all()
                    .get();
            AppProcess process = rig.startApp("live", LIVE);

            // Then
            awaitProbe(rig);
            assertThat(rig.usage().get("anna")).isEqualTo(21 * 5);
            assertThat(rig.deadLetterKinds()).isEmpty();
            awaitPrinted(process::printed, "are new from offset");

            // When it is killed among events
            for (int i = 0; i < 200; i++) {
                probe(rig);
            }
            process.kill();

            // Then the marks that are committed are those of the offsets that are committed
            Awaitility.await("no transaction is open")
                    .atMost(HistoryRig.PATIENCE)
                    .until(rig::noTransactionIsOpen);
            TopicPartition events = new TopicPartition(rig.topics().name(Topic.JOB_EVENTS), PARTITION);
            Map<String, AppliedOffset> marks = new HashMap<>();
            rig.readAll(
                    rig.application() + "-marks-changelog",
                    record -> marks.put(record.partition() + " " + record.key(), AppliedOffset.of(record.value())));
            OffsetAndMetadata committed = rig.admin()
                    .listConsumerGroupOffsets(rig.application())
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .get(events);
            assertThat(Objects.requireNonNull(marks.get(PARTITION + " " + events.topic()))
                            .next())
                    .isEqualTo(Objects.requireNonNull(committed).offset());

            process.restart();
            awaitProbe(rig);
            assertThat(rig.usage().get("ben")).isEqualTo(probes.get());
        }
    }

    /** A job of ben of one second. */
    private void probe(HistoryRig rig) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        rig.send(List.of(produced(event("ben", probes.incrementAndGet(), JobEventType.FINISHED, now)
                .setRun(now.minusSeconds(1)))));
    }

    /** The application goes on: what comes now is charged. */
    private void awaitProbe(HistoryRig rig) {
        probe(rig);
        awaitUsage(rig, "ben", probes.get());
    }

    /** What one partition is asked for says nothing of when another says what it skips. */
    static void awaitPrinted(Supplier<String> printed, String... patterns) {
        Awaitility.await("it says " + List.of(patterns))
                .atMost(HistoryRig.PATIENCE)
                .untilAsserted(() -> assertThat(patterns)
                        .allSatisfy(pattern -> assertThat(printed.get()).containsPattern(pattern)));
    }

    static void awaitUsage(HistoryRig rig, String user, double seconds) {
        Awaitility.await(user + " has used " + seconds)
                .atMost(HistoryRig.PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> assertThat(rig.usage().get(user)).isEqualTo(seconds));
    }

    /** What the log of the store of settled jobs holds. */
    static Map<String, byte[]> settled(HistoryRig rig) {
        Map<String, byte[]> jobs = new TreeMap<>();
        rig.readAll(rig.application() + "-jobs-settled-changelog", record -> {
            if (record.value() == null) {
                jobs.remove(record.key());
            } else {
                jobs.put(record.key(), record.value());
            }
        });
        return jobs;
    }

    static JobEvent.Builder event(String user, int job, JobEventType type, Instant time) {
        return JobEvent.newBuilder()
                .setDomain(DOMAIN)
                .setCluster(DOMAIN)
                .setJob(user + "-" + job)
                .setType(type)
                .setTime(time)
                .setAccount("physics")
                .setUser(user)
                .setAllocatedTres(Map.of("cpu", 1.0));
    }

    static GeneratedHistory.Produced produced(JobEvent.Builder event) {
        JobEvent built = event.build();
        return new GeneratedHistory.Produced(Topic.JOB_EVENTS, Keys.job(DOMAIN, DOMAIN, built.getJob()), built);
    }
}
