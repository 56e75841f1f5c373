package io.fairway.system.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.avro.SourceHeartbeat;
import io.fairway.embedded.SharedRegistry;
import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.Keys;
import io.fairway.system.CommittedTopics;
import io.fairway.trial.replay.Workbench;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The accounting log connector in Kafka's own worker, with exactly-once source support. */
@Order(1)
class AccountingLogIT {
    private static final int PARTITIONS = 4;
    private static final String BAD = "fairway-bad-lines";

    @TempDir
    private static Path directory;

    private static Workbench bench;
    private static CommittedTopics committed;
    private static ConnectWorker worker;

    @BeforeAll
    static void start() throws Exception {
        bench = Workbench.with(SharedRegistry.url(), PARTITIONS);
        committed = new CommittedTopics(bench::consumer);
        worker = ConnectWorker.start(directory.resolve("worker"), bench.addresses());
    }

    @AfterAll
    static void stop() {
        if (worker != null) {
            worker.close();
        }
        committed.close();
        bench.close();
    }

    /** Two rotations of each kind, one of them compressed at once, and the worker is killed twice; once nobody reads. */
    @Test
    void everyJobArrivesOnceWhileTheLogRotatesAndTheWorkerIsKilled() throws Exception {
        GrowingLog log = new GrowingLog(directory.resolve("growing"));
        log.jobs(500);
        worker.run("accounting-log.json", settings(log, "alps"));
        awaitJobs("alps", 1);
        log.jobs(500);
        log.copyTruncate();
        log.halfAJob();
        awaitJobs("alps", 600);
        worker.kill();
        log.otherHalf();
        log.jobs(700);
        log.rename();
        log.jobs(300);
        log.copyTruncate();
        log.compress(2);
        log.jobs(200);
        worker.restart();
        awaitJobs("alps", 1_300);
        log.jobs(2_000);
        worker.kill();
        log.jobs(10);
        log.copyTruncate();
        worker.restart();
        for (int round = 0; round < 20; round++) {
            log.jobs(100);
            if (round % 7 == 3) {
                log.rename();
            }
            if (round % 7 == 5) {
                log.copyTruncate();
            }
        }
        awaitJobs("alps", log.written());

        Map<String, Integer> times = new HashMap<>();
        int events = 0;
        Deserializer<JobEvent> reader = bench.serdes().deserializer(JobEvent.class);
        for (ConsumerRecord<String, byte[]> record : committed.of("fairway.job-events")) {
            if (Keys.domainOf(record.key()).equals("alps")) {
                JobEvent event = reader.deserialize(record.topic(), record.value());
                assertThat(record.key()).isEqualTo("alps|alps|" + event.getJob());
                assertThat(record.partition())
                        .isEqualTo(DomainPartitions.hashed().partition("alps", PARTITIONS));
                times.merge(event.getJob() + " " + event.getType(), 1, Integer::sum);
                events++;
            }
        }
        System.out.printf(
                "AccountingLogIT: %d jobs written; %d events of %d kinds read, most often %d times; the worker was killed"
                        + " twice%n",
                log.written(),
                events,
                times.size(),
                times.values().stream().max(Integer::compare).orElse(0));
        assertThat(times.keySet().stream().filter(key -> key.endsWith(" FINISHED")))
                .hasSize(log.written());
        assertThat(times.values()).containsOnly(1);
    }

    @Test
    void badLinesAreToldWithFileLineValueAndRuleAndTheRestGoesOn() throws Exception {
        GrowingLog log = new GrowingLog(directory.resolve("bad"));
        log.jobs(1);
        log.append(GrowingLog.line(90).replace("StartTime=2026-11-01", "StartTime=2026-13-01") + "\n");
        log.append(new byte[] {'J', 0, 1, 2, (byte) 0xff, '\n'});
        log.append("x".repeat(10 << 20) + "\n");
        log.append(GrowingLog.line(91).replace("anna", "zo\u00eb").getBytes(StandardCharsets.ISO_8859_1));
        log.append("\nno job at all\n");
        log.jobs(1);
        Map<String, String> settings = new HashMap<>(settings(log, "bad"));
        settings.put("cluster", "bad");
        settings.put("heartbeat.interval.ms", "500");
        worker.run("accounting-log.json", settings);

        awaitJobs("bad", 3);
        List<String> bad = Awaitility.await()
                .atMost(ConnectWorker.PATIENCE)
                .until(
                        () -> committed.of(BAD).stream()
                                .map(record -> text(record.value()))
                                .filter(text -> text.contains("/bad/"))
                                .toList(),
                        lines -> lines.size() >= 4);
        System.out.println("AccountingLogIT: bad lines\n  " + String.join("\n  ", bad));
        assertThat(bad).hasSize(4);
        assertThat(bad.get(0)).contains("jobcomp.log", "2026-13-01", "StartTime");
        assertThat(bad.get(1)).contains("must be text");
        assertThat(bad.get(2)).contains("10485760", "must have at most");
        assertThat(bad.get(3)).contains("no job at all");
        assertThat(worker.log()).contains("jobcomp.log, line 2: StartTime \"2026-13-01");
        awaitLook("bad", Instant.now());
    }

    /** It tells how far the log has been read, as a record that the application reads. */
    private static void awaitLook(String cluster, Instant instant) {
        Deserializer<SourceHeartbeat> reader = bench.serdes().deserializer(SourceHeartbeat.class);
        Awaitility.await("it has looked through " + instant)
                .atMost(ConnectWorker.PATIENCE)
                .until(() -> committed.of("fairway.sources").stream()
                        .map(record -> reader.deserialize(record.topic(), record.value()))
                        .anyMatch(look -> look.getCluster().equals(cluster)
                                && look.getSource().contains("/bad/")
                                && look.getRunningJobs() == null
                                && look.getThrough().isAfter(instant)));
    }

    @Test
    void aConfigurationWithAnUnknownKeyIsRefused() {
        String answer = worker.validated(
                "io.fairway.connect.AccountingLogSourceConnector",
                Map.of(
                        "connector.class",
                        "io.fairway.connect.AccountingLogSourceConnector",
                        "name",
                        "x",
                        "file.paths",
                        "var/log/x",
                        "format",
                        "swf",
                        "file.pahts",
                        "/var/log/x"));

        assertThat(answer)
                .contains("unknown key file.pahts (with value /var/log/x)")
                .contains("must begin with /");
    }

    private static Map<String, String> settings(GrowingLog log, String domain) {
        return Map.of(
                "file.paths",
                log.pattern(),
                "domain",
                domain,
                "topic.partitions",
                Integer.toString(PARTITIONS),
                "poll.interval.ms",
                "100",
                "batch.lines",
                "50");
    }

    private static void awaitJobs(String domain, int count) {
        Awaitility.await(count + " jobs of " + domain)
                .atMost(ConnectWorker.PATIENCE)
                .until(() -> committed.of("fairway.job-events").stream()
                                .filter(record -> Keys.domainOf(record.key()).equals(domain))
                                .map(ConsumerRecord::key)
                                .collect(Collectors.toSet())
                                .size()
                        >= count);
    }

    private static String text(byte[] avro) {
        return new String(avro, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", " ");
    }
}
