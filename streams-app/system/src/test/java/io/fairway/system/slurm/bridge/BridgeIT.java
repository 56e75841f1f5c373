package io.fairway.system.slurm.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.embedded.SharedRegistry;
import io.fairway.schemas.DeadLetterHeaders;
import io.fairway.schemas.Topic;
import io.fairway.system.CommittedTopics;
import io.fairway.trial.replay.Workbench;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages of Slurm through {@code fairway collect topic} on a real broker; the bridge is killed three times meanwhile. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@Order(3)
class BridgeIT {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final int JOBS = 2_000;
    private static final Instant BEGIN = Instant.parse("2026-03-01T00:00:00Z");
    private static final String ENDS = "alps";
    private static final String STARTS = "alps-job-start";

    /** What no message may be: a half line, a wrong time, bytes that are no text, no cluster. */
    private static final List<byte[]> BAD = List.of(
            "{\"jobid\":1,\"cluster\":\"alps\",\"@start\":\"2026-".getBytes(StandardCharsets.UTF_8),
            message(7, true).replace("2026-03-01T00:00:07", "yesterday").getBytes(StandardCharsets.UTF_8),
            new byte[] {0, 1, 2, 3},
            message(8, true).replace("\"cluster\":\"alps\",", "").getBytes(StandardCharsets.UTF_8));

    @Test
    void everyMessageCountsOnceWhateverIsKilled() throws Exception {
        try (Workbench bench = Workbench.with(SharedRegistry.url(), 2);
                CommittedTopics committed = new CommittedTopics(bench::consumer)) {
            produce(bench);
            int before = 0;
            try (BridgeProcess bridge =
                    new BridgeProcess(bench.directory(), List.of(ENDS, STARTS), bench.addresses())) {
                for (int kill = 1; kill <= 3; kill++) {
                    int enough = kill * JOBS;
                    Awaitility.await("some more events")
                            .atMost(PATIENCE)
                            .pollInterval(Duration.ofMillis(50))
                            .until(() -> events(bench, committed).size() > enough || !bridge.isAlive());
                    bridge.requireAlive();
                    bridge.kill();
                    before = events(bench, committed).size();
                    bridge.restart();
                }
                assertThat(before).as("it was killed in the middle").isLessThan(5 * JOBS);
                Awaitility.await("all events")
                        .atMost(PATIENCE)
                        .until(() -> events(bench, committed).size() >= 5 * JOBS
                                && letters(bench, committed).size() >= BAD.size());
            }

            Map<String, Map<JobEventType, Long>> told = events(bench, committed).stream()
                    .collect(Collectors.groupingBy(
                            JobEvent::getJob, Collectors.groupingBy(JobEvent::getType, Collectors.counting())));
            assertThat(told).hasSize(JOBS);
            // Of the start's message submission and start, of the end's submission, start and end.
            assertThat(told.values())
                    .allMatch(types -> types.equals(
                            Map.of(JobEventType.SUBMITTED, 2L, JobEventType.STARTED, 2L, JobEventType.FINISHED, 1L)));
            assertLetters(letters(bench, committed));
            System.out.println(
                    "killed at " + before + " of " + events(bench, committed).size() + " events; dead letters: "
                            + letters(bench, committed).size());
        }
    }

    private static void assertLetters(List<ConsumerRecord<String, byte[]>> records) {
        List<Map<String, String>> letters = records.stream()
                .map(letter -> {
                    Map<String, String> headers = new HashMap<>();
                    for (Header header : letter.headers()) {
                        headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
                    }
                    return headers;
                })
                .toList();
        assertThat(letters).hasSize(BAD.size());
        assertThat(letters).allSatisfy(headers -> {
            assertThat(headers.get(DeadLetterHeaders.TOPIC)).isEqualTo(ENDS);
            assertThat(headers.get(DeadLetterHeaders.PARTITION)).isIn("0", "1", "2");
            assertThat(headers.get(DeadLetterHeaders.OFFSET)).matches("\\d+");
        });
        assertThat(letters.stream().map(headers -> headers.get(DeadLetterHeaders.REASON)))
                .anyMatch(reason -> reason.contains("yesterday"))
                .anyMatch(reason -> reason.contains("byte 0"))
                .anyMatch(reason -> reason.contains("cluster"));
    }

    /** Both topics in any order, without keys, as Slurm's producer has it. */
    private static void produce(Workbench bench) throws Exception {
        try (Admin admin = Admin.create(Map.copyOf(new HashMap<String, Object>(
                        Map.of("bootstrap.servers", bench.addresses().get("bootstrap.servers")))));
                KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                        Map.of(
                                "bootstrap.servers",
                                bench.addresses().get("bootstrap.servers"),
                                "enable.idempotence",
                                false),
                        new StringSerializer(),
                        new ByteArraySerializer())) {
            admin.createTopics(List.of(new NewTopic(ENDS, 3, (short) 1), new NewTopic(STARTS, 2, (short) 1)))
                    .all()
                    .get();
            List<ProducerRecord<String, byte[]>> records = new ArrayList<>();
            for (int job = 10; job < JOBS + 10; job++) {
                records.add(new ProducerRecord<>(STARTS, message(job, false).getBytes(StandardCharsets.UTF_8)));
                records.add(new ProducerRecord<>(ENDS, message(job, true).getBytes(StandardCharsets.UTF_8)));
            }
            BAD.forEach(bad -> records.add(new ProducerRecord<>(ENDS, bad)));
            Collections.shuffle(records, new Random(20));
            for (ProducerRecord<String, byte[]> record : records) {
                var unused = producer.send(record);
            }
            producer.flush();
        }
    }

    /** A message as the documents of jobcomp/kafka have it; a start has neither state nor end. */
    private static String message(int job, boolean ended) {
        String end = ended
                ? "\"@end\":\"" + time(job + 60) + "\",\"elapsed\":60,\"state\":\"COMPLETED\",\"exit_code\":\"0:0\","
                : "";
        return "{\"jobid\":" + job + ",\"username\":\"anna\",\"cluster\":\"alps\",\"account\":\"physics\","
                + "\"@submit\":\"" + time(job) + "\",\"@eligible\":\"" + time(job) + "\",\"@start\":\"" + time(job)
                + "\"," + end + "\"partition\":\"main\",\"qos\":\"normal\",\"total_cpus\":2,\"total_nodes\":1,"
                + "\"tres_alloc\":\"cpu=2,node=1,billing=2\",\"time_limit\":3600}";
    }

    private static String time(int second) {
        return LocalDateTime.ofInstant(BEGIN.plusSeconds(second), ZoneOffset.UTC)
                .format(java.time.format.DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss"));
    }

    private static List<JobEvent> events(Workbench bench, CommittedTopics committed) {
        try (Deserializer<JobEvent> reader = bench.serdes().deserializer(JobEvent.class)) {
            return committed.of(bench.topics().name(Topic.JOB_EVENTS)).stream()
                    .map(record -> reader.deserialize(record.topic(), record.value()))
                    .toList();
        }
    }

    private static List<ConsumerRecord<String, byte[]>> letters(Workbench bench, CommittedTopics committed) {
        return committed.of(bench.topics().name(Topic.DEAD_LETTERS));
    }
}
