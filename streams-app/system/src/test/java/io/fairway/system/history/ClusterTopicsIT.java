package io.fairway.system.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.ShareNode;
import io.fairway.avro.UsageRecord;
import io.fairway.embedded.EmbeddedBroker;
import io.fairway.embedded.SharedRegistry;
import io.fairway.schemas.DeadLetterHeaders;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import io.fairway.system.AppHere;
import io.fairway.system.FairwayMain;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A running installation gives its clusters topics of their own, loses its offsets, is rebuilt, and drops a cluster. */
@Order(2)
class ClusterTopicsIT {
    private static final String DOMAIN = "jura";
    private static final Decay UNDECAYED =
            Decay.newBuilder().setKind(DecayKind.NONE).build();
    private static final int PARTITIONS = 2;
    private static final String COMMON = Topics.standard().name(Topic.JOB_EVENTS);
    private static final Map<String, String> LIVE = Map.of(
            "mode", "live",
            "evaluation.interval.ms", "200",
            "kafka.producer.transaction.timeout.ms", "5000");

    /** Clusters are among the settings that are kept with the state. */
    private static final List<String> NEW_SETTINGS = List.of("--new-settings");

    @TempDir
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private HistoryRig rig;

    private int probes;
    private int jobs;

    @Test
    void clustersGetTopicsOfTheirOwnAndLeaveThem() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"));
                HistoryRig running = new HistoryRig(
                        directory, broker.bootstrapServers(), SharedRegistry.url(), PARTITIONS, (short) 1)) {
            rig = running;
            rig.send(List.of(GeneratedHistory.policy(DOMAIN, UNDECAYED)));
            for (String cluster : List.of("alps", "eiger", "jura", "vosges")) {
                rig.send(List.of(node(cluster, ""), node(cluster, "anna"), node(cluster, "ben")));
            }
            AppHere plain = rig.startHere("live", LIVE);
            job(COMMON, "alps", "anna", 5);
            job(COMMON, "eiger", "anna", 7);
            awaitUsage(Map.of("anna", 12.0));
            end(plain);

            // When both clusters get topics
            Instant change = Instant.now().truncatedTo(ChronoUnit.MILLIS);
            String clusters = "alps=" + change + ",eiger=" + change;
            assertThat(topics(broker, "--clusters", clusters)).contains("CREATE       fairway.job-events.alps");
            assertThat(topics(broker, "--clusters", clusters)).doesNotContain("CREATE", "CONTRADICTS");
            AppHere app = rig.startHere("live", with(clusters), NEW_SETTINGS);
            job(COMMON + ".alps", "alps", "anna", 100);
            job(COMMON + ".eiger", "eiger", "anna", 200);
            job(COMMON, "jura", "anna", 400);
            // and somebody writes for others
            job(COMMON + ".alps", "eiger", "anna", 10_000);
            job(COMMON + ".eiger", "jura", "anna", 10_000);
            job(COMMON, "alps", "anna", 10_000);
            probe();

            // Then
            awaitUsage(Map.of("anna", 712.0, "ben", 1.0 * probes));
            rig.await(
                    "dead letters",
                    () -> assertThat(letters())
                            .containsExactlyInAnyOrder(
                                    "cluster \"eiger\": fairway.job-events.alps is the topic of cluster \"alps\" and"
                                            + " takes its events only",
                                    "cluster \"jura\": fairway.job-events.eiger is the topic of cluster \"eiger\" and"
                                            + " takes its events only",
                                    "cluster \"alps\": has a topic of its own, fairway.job-events.alps, so"
                                            + " fairway.job-events does not take its events that were appended since "
                                            + change));

            // When the group is forgotten, every topic is read again from its beginning, and nothing counts again.
            end(app);
            rig.admin().deleteConsumerGroups(List.of(rig.application())).all().get();
            app.restart();
            probe();
            awaitUsage(Map.of("anna", 712.0, "ben", 1.0 * probes));
            assertThat(letters()).hasSize(3);
            LostOffsetsIT.awaitPrinted(
                    app::printed,
                    "records of fairway\\.job-events\\.alps-\\d from offset 0 are read again",
                    "records of fairway\\.job-events-\\d from offset 0 are read again");
            end(app);

            // A rebuild takes what was on the common topic before the change, and refuses the same events.
            Map<String, String> anew = new HashMap<>(with(clusters));
            anew.put("application.id", "rebuild");
            AppHere rebuild = rig.startHere("rebuild", anew);
            probe();
            awaitUsage(Map.of("anna", 712.0, "ben", 1.0 * probes));
            assertThat(letters()).hasSize(6);
            end(rebuild);

            // A cluster leaves the list with an event that is not read; its writer has transactions.
            inTransaction(broker, COMMON + ".eiger", event("eiger", "anna", 1_000));
            AppHere refused = rig.startHere("live", with("alps=" + change), NEW_SETTINGS);
            Awaitility.await("it ends").atMost(HistoryRig.PATIENCE).until(() -> !refused.isAlive());
            assertThat(refused.exitStatus()).isEqualTo(1);
            assertThat(refused.printed())
                    .contains(
                            "fairway.job-events.eiger has records that are not read, and topics.clusters does not name"
                                    + " its cluster: name it until they are read, or delete the topic")
                    .doesNotContain("fairway.samples.eiger has records");
            AppHere last = rig.startHere("live", with(clusters));
            probe();
            awaitUsage(Map.of("anna", 1_712.0, "ben", 1.0 * probes));
            end(last);
            AppHere without = rig.startHere("live", with("alps=" + change), NEW_SETTINGS);
            probe();
            awaitUsage(Map.of("anna", 1_712.0, "ben", 1.0 * probes));
            assertThat(without.printed())
                    .contains("fairway.job-events.eiger exists and is not read: topics.clusters does not name its"
                            + " cluster");
            end(without);
        }
    }

    private void end(AppHere app) {
        app.close();
        rig.awaitNoMembers();
    }

    private static Map<String, String> with(String clusters) {
        Map<String, String> settings = new HashMap<>(LIVE);
        settings.put("topics.clusters", clusters);
        return settings;
    }

    /** What {@code topics create} says. */
    private static String topics(EmbeddedBroker broker, String... more) {
        CommandLine line = FairwayMain.commandLine("topics");
        StringWriter out = new StringWriter();
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
        List<String> words = new ArrayList<>(
                List.of("topics", "create", "-b", broker.bootstrapServers(), "--partitions", PARTITIONS + ""));
        words.addAll(List.of(more));
        assertThat(line.execute(words.toArray(String[]::new)))
                .as(out.toString())
                .isZero();
        return out.toString();
    }

    /** A job of ben of one second, on a topic that every list has. */
    private void probe() {
        probes++;
        job(COMMON, "vosges", "ben", 1);
    }

    private void job(String topic, String cluster, String user, int seconds) {
        JobEvent event = event(cluster, user, seconds);
        assertThat(rig.producer().send(new ProducerRecord<>(topic, key(event), rig.bytes(Topic.JOB_EVENTS, event))))
                .succeedsWithin(HistoryRig.PATIENCE);
    }

    private void inTransaction(EmbeddedBroker broker, String topic, JobEvent event) {
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        broker.bootstrapServers(),
                        "transactional.id",
                        "a writer of eiger",
                        "partitioner.class",
                        io.fairway.schemas.DomainPartitioner.class.getName()),
                new StringSerializer(),
                new ByteArraySerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            var unused = producer.send(new ProducerRecord<>(topic, key(event), rig.bytes(Topic.JOB_EVENTS, event)));
            producer.commitTransaction();
        }
    }

    /** The end of a job of one processor that ran so long. */
    private JobEvent event(String cluster, String user, int seconds) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        return JobEvent.newBuilder()
                .setDomain(DOMAIN)
                .setCluster(cluster)
                .setJob("job-" + jobs++)
                .setType(JobEventType.FINISHED)
                .setTime(now)
                .setRun(now.minusSeconds(seconds))
                .setAccount("physics")
                .setUser(user)
                .setAllocatedTres(Map.of("cpu", 1.0))
                .build();
    }

    private static String key(JobEvent event) {
        return Keys.job(event.getDomain(), event.getCluster(), event.getJob());
    }

    private void awaitUsage(Map<String, Double> wanted) {
        rig.await("usage is " + wanted, () -> assertThat(usage()).isEqualTo(wanted));
    }

    /** The last usage of each user, over all trees: each cluster has one. */
    private Map<String, Double> usage() {
        Map<String, Double> lines = new HashMap<>();
        Map<String, Double> users = new HashMap<>();
        try (var records = new FairwaySerdes(Map.of("schema.registry.url", SharedRegistry.url()))
                .deserializer(UsageRecord.class)) {
            Map<String, String> userOf = new HashMap<>();
            rig.readAll(Topic.USAGE, record -> {
                UsageRecord line = records.deserialize(record.topic(), record.value());
                lines.put(record.key(), line.getValue());
                userOf.put(record.key(), line.getUser());
            });
            lines.forEach((key, value) -> users.merge(userOf.get(key), value, Double::sum));
        }
        return users;
    }

    private List<String> letters() {
        List<String> letters = new ArrayList<>();
        rig.readAll(Topic.DEAD_LETTERS, record -> {
            assertThat(text(record.headers().lastHeader(DeadLetterHeaders.KIND).value()))
                    .isEqualTo("cluster");
            letters.add(
                    text(record.headers().lastHeader(DeadLetterHeaders.REASON).value()));
        });
        return letters;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** The tree of a cluster has its name. */
    private static GeneratedHistory.Produced node(String cluster, String user) {
        return new GeneratedHistory.Produced(
                Topic.SHARES,
                Keys.node(DOMAIN, cluster, "physics", user),
                ShareNode.newBuilder()
                        .setDomain(DOMAIN)
                        .setTree(cluster)
                        .setAccount("physics")
                        .setUser(user)
                        .build());
    }
}
