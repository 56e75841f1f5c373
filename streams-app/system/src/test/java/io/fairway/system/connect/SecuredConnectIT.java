package io.fairway.system.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.system.SecuredRig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Kafka's own worker with the principal of the role {@code connect} and nothing but its ACLs: it forms its group, makes and
 * keeps its topics, and sends the events of a log in transactions, to the topic of their cluster.
 */
@ResourceLock(SecuredRig.ONE_AT_A_TIME)
@Order(3)
class SecuredConnectIT {
    private static final String OF_ALPS = "fairway.job-events.alps";
    private static final int JOBS = 50;

    @TempDir
    private static Path directory;

    @Test
    void aWorkerSendsTheEventsOfALog() throws Exception {
        try (SecuredRig rig = SecuredRig.start(directory)) {
            rig.createTopics();
            Map<String, String> addresses = Map.of(
                    "bootstrap.servers",
                    rig.client("connect").getOrDefault("bootstrap.servers", ""),
                    "schema.registry.url",
                    rig.registryUrl());
            try (ConnectWorker worker = ConnectWorker.start(directory.resolve("worker"), addresses, secured(rig))) {
                GrowingLog log = new GrowingLog(directory.resolve("log"));
                log.jobs(JOBS);
                Map<String, String> settings = new HashMap<>(converter(rig));
                settings.put("file.paths", log.pattern());
                settings.put("topic.partitions", "2");
                settings.put("topics.clusters", SecuredRig.CLUSTERS);
                settings.put("bad.records.topic", "");
                settings.put("poll.interval.ms", "100");
                worker.run("accounting-log.json", settings);

                try (KafkaConsumer<byte[], byte[]> reader = rig.reader("application", "")) {
                    List<TopicPartition> all = List.of(new TopicPartition(OF_ALPS, 0), new TopicPartition(OF_ALPS, 1));
                    reader.assign(all);
                    reader.seekToBeginning(all);
                    Set<String> jobs = new TreeSet<>();
                    Awaitility.await("the events of all jobs")
                            .atMost(ConnectWorker.PATIENCE)
                            .until(() -> {
                                reader.poll(Duration.ofMillis(200))
                                        .forEach(record -> jobs.add(new String(record.key(), StandardCharsets.UTF_8)));
                                return jobs.size() >= JOBS;
                            });
                    assertThat(jobs).hasSize(JOBS).allMatch(key -> key.startsWith("alps|alps|"));
                }
                assertThat(worker.log()).doesNotContain("AuthorizationException");
            }
        }
    }

    /** The worker's own clients, and those of its connectors, have the same principal. */
    private static Map<String, String> secured(SecuredRig rig) {
        Map<String, String> settings = new HashMap<>(converter(rig));
        for (String clients : List.of("", "producer.", "consumer.", "admin.")) {
            rig.client("connect").forEach((key, value) -> {
                if (!key.equals("bootstrap.servers")) {
                    settings.put(clients + key, value);
                }
            });
        }
        for (String topic : List.of("config", "offset", "status")) {
            settings.put(topic + ".storage.replication.factor", "3");
        }
        return settings;
    }

    private static Map<String, String> converter(SecuredRig rig) {
        Map<String, String> settings = new HashMap<>();
        rig.registryLogin("connect").forEach((key, value) -> settings.put("value.converter." + key, value));
        return settings;
    }
}
