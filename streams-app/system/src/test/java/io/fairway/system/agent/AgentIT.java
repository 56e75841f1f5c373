package io.fairway.system.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.agent.job.JobClient;
import io.fairway.agent.job.JobMessage;
import io.fairway.avro.JobEvent;
import io.fairway.avro.ResourceSample;
import io.fairway.core.ledger.JobLedger;
import io.fairway.core.ledger.JobState;
import io.fairway.embedded.ChildJvm;
import io.fairway.embedded.EmbeddedBroker;
import io.fairway.embedded.RegistryProcess;
import io.fairway.embedded.ShortLivedJvm;
import io.fairway.program.TopicAdmin;
import io.fairway.records.JobEvents;
import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The host agent as a process: broker and registry are away, the agent is killed three times, and its
 * disk is full for a while. Every start and every end arrives.
 *
 * <p>It is here and not beside the agent, because the broker and the registry for tests are here.
 */
@Order(3)
class AgentIT {
    private static final int PARTITIONS = 4;
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    /** How long broker and registry are away beyond what the kills take; {@code -Dagent.outage.seconds=600} for a real one. */
    private static final Duration OUTAGE = Duration.ofSeconds(Long.getLong("agent.outage.seconds", 0));

    private static final int KILLS = 3;
    private static final long RUN = 1_763_000_000L;

    @TempDir
    private Path directory;

    private final Topics topics = Topics.standard();
    private final List<String> told = new ArrayList<>();
    private final List<ChildJvm> agents = new ArrayList<>();
    private int jobs;
    private int spooled;

    @AfterEach
    void endAgents() {
        agents.forEach(ChildJvm::kill);
    }

    @Test
    void everyStartAndEndArrivesThroughOutagesKillsAndAFullDisk() throws Exception {
        Path state = Files.createDirectories(directory.resolve("state"));
        boolean isSmall = run("mount", "-t", "tmpfs", "-o", "size=1500k", "none", state.toString());
        try (RegistryProcess registry = RegistryProcess.start(
                directory.resolve("registry"),
                RegistryProcess.Storage.FILE,
                RegistryProcess.Compatibility.FULL_TRANSITIVE)) {
            EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"));
            int port = Integer.parseInt(broker.bootstrapServers().replaceAll(".*:", ""));
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
                TopicAdmin.apply(admin, topics, PARTITIONS, (short) 1);
            }
            Path settings = settings(broker.bootstrapServers(), registry.url(), state);
            cgroups();
            ChildJvm agent = start(settings);
            tell(10);

            broker.close();
            registry.stop();
            long away = System.nanoTime();
            for (int kill = 0; kill < KILLS; kill++) {
                tell(8);
                agent.kill();
                tell(4);
                agent = start(settings);
                tell(8);
                if (kill == 1 && isSmall) {
                    fill(state.resolve("filler"));
                    tell(20);
                    Files.delete(state.resolve("filler"));
                }
                tellFor(OUTAGE.dividedBy(KILLS));
            }
            long seconds = Duration.ofNanos(System.nanoTime() - away).toSeconds();
            try (EmbeddedBroker back = EmbeddedBroker.start(directory.resolve("broker"), port)) {
                registry.restart();
                tell(10);
                try (WholeTopics reader = new WholeTopics(back.bootstrapServers(), registry.url())) {
                    Awaitility.await("every event arrives")
                            .atMost(PATIENCE)
                            .pollInterval(Duration.ofSeconds(1))
                            .until(() -> names(reader.all(topics.name(Topic.JOB_EVENTS), JobEvent.class))
                                    .containsAll(told));
                    Awaitility.await("samples of both hierarchies arrive")
                            .atMost(PATIENCE)
                            .until(() -> reader.all(topics.name(Topic.SAMPLES), ResourceSample.class).stream()
                                            .map(record -> record.value().getJob())
                                            .distinct()
                                            .count()
                                    == 2);
                    check(reader, isSmall);
                    System.out.println("agent: broker and registry were away for " + seconds + " s, in which it was"
                            + " killed " + KILLS + " times");
                }
            }
        } finally {
            endAgents();
            if (isSmall) {
                run("umount", state.toString());
            }
        }
    }

    private void check(WholeTopics reader, boolean isSmall) {
        List<ConsumerRecord<byte[], JobEvent>> events = reader.all(topics.name(Topic.JOB_EVENTS), JobEvent.class);
        assertThat(new TreeSet<>(names(events))).isEqualTo(new TreeSet<>(told));
        int partition = DomainPartitions.hashed().partition("alps", PARTITIONS);
        assertThat(events).allMatch(record -> record.partition() == partition);

        // What the ledger counts of each job: one start and one end, however often they came.
        Map<String, JobState> ledger = new HashMap<>();
        Map<String, Integer> times = new TreeMap<>();
        for (ConsumerRecord<byte[], JobEvent> record : events) {
            JobEvent event = record.value();
            ledger.merge(
                    event.getJob(),
                    JobLedger.with(JobState.EMPTY, JobEvents.fact(event), List.of()),
                    (before, one) -> JobLedger.with(before, one.facts().get(0), List.of()));
            times.merge(name(event), 1, Integer::sum);
        }
        assertThat(ledger.values()).allMatch(state -> state.facts().size() == 2);

        for (ConsumerRecord<byte[], ResourceSample> record :
                reader.all(topics.name(Topic.SAMPLES), ResourceSample.class)) {
            assertThat(record.value().getCpuSeconds())
                    .isEqualTo(record.value().getJob().equals("4711") ? 12.5 : 7.0);
        }
        System.out.printf(
                "agent: %d starts and ends told, %d of them while it was away; %d records, %d of them repeated;"
                        + " disk filled: %s%n",
                told.size(),
                spooled,
                events.size(),
                events.size() - times.size(),
                isSmall ? "yes" : "NO, because this user may not mount a tmpfs");
    }

    /** Tells of a job every few seconds. */
    private void tellFor(Duration time) {
        Instant end = Instant.now().plus(time);
        Awaitility.await("the outage goes on")
                .atMost(time.plus(PATIENCE))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofSeconds(2))
                .until(() -> {
                    boolean isOver = !Instant.now().isBefore(end);
                    if (!isOver) {
                        tell(2);
                    }
                    return isOver;
                });
    }

    /** Tells of starts and of the ends of the jobs before. */
    private void tell(int count) {
        for (int i = 0; i < count; i++) {
            int job = jobs / 2;
            tell(jobs % 2 == 0 ? "start" : "finish", job);
            jobs++;
        }
    }

    private void tell(String verb, int job) {
        JobMessage message = JobMessage.parse(verb + " job=" + job + " run=" + (RUN + job) + " time="
                + (RUN + 1_000 + job) + " user=anna account=physics tres=cpu=4");
        JobClient.Outcome outcome = JobClient.tell(
                directory.resolve("agent.sock"),
                directory.resolve("spool"),
                message,
                Duration.ofSeconds(20),
                System.currentTimeMillis());
        assertThat(outcome.isKept()).as(outcome.warning()).isTrue();
        spooled += outcome.warning().isEmpty() ? 0 : 1;
        told.add((verb.equals("start") ? "STARTED " : "FINISHED ") + job);
    }

    private static List<String> names(List<ConsumerRecord<byte[], JobEvent>> records) {
        return records.stream().map(record -> name(record.value())).toList();
    }

    private static String name(JobEvent event) {
        return event.getType() + " " + event.getJob();
    }

    /** Files as the kernel writes them, of a job of v1 and of one of v2 beside it. */
    private void cgroups() throws IOException {
        Path v1 = Files.createDirectories(directory.resolve("cgroup/cpuacct/slurm/uid_1000/job_4711"));
        Files.writeString(v1.resolve("cpuacct.usage"), "12500000000\n");
        Path v2 = Files.createDirectories(
                directory.resolve("cgroup/unified/system.slice/slurmstepd.scope/job_4712/step_0"));
        Files.writeString(v2.resolveSibling("cpu.stat"), "usage_usec 7000000\n");
    }

    private Path settings(String servers, String registry, Path state) throws IOException {
        return Files.write(
                directory.resolve("agent.properties"),
                List.of(
                        "bootstrap.servers=" + servers,
                        "schema.registry.url=" + registry,
                        "cluster=daint",
                        "domain=alps",
                        "interval.ms=1000",
                        "send.spread.percent=0",
                        "nvidia.smi=",
                        "metrics.listen=off",
                        "outbox.segment.bytes=65536",
                        "outbox.samples.bytes=200000",
                        "outbox.reserve.bytes=65536",
                        "cgroup.root=" + directory.resolve("cgroup"),
                        "state.dir=" + state,
                        "socket=" + directory.resolve("agent.sock"),
                        "spool.dir=" + directory.resolve("spool")));
    }

    private ChildJvm start(Path settings) {
        // The class path of the tests has far more jars than the agent's own, and each takes memory.
        ChildJvm agent = ChildJvm.start(
                "agent",
                ShortLivedJvm.options("48m"),
                System.getProperty("java.class.path"),
                "io.fairway.agent.AgentMain",
                List.of("--config", settings.toString()),
                directory.resolve("agent.log"));
        agents.add(agent);
        return agent;
    }

    private static void fill(Path file) {
        try (var out = Files.newOutputStream(file)) {
            while (true) {
                out.write(new byte[1_024]);
            }
        } catch (IOException full) {
            // That is what it was for.
        }
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0;
        } catch (IOException missing) {
            return false;
        }
    }

    /** Reads whole topics. */
    private static final class WholeTopics implements AutoCloseable {
        private final FairwaySerdes serdes;
        private final KafkaConsumer<byte[], byte[]> consumer;

        WholeTopics(String servers, String registry) {
            serdes = new FairwaySerdes(Map.of("schema.registry.url", registry));
            consumer = new KafkaConsumer<>(
                    Map.of("bootstrap.servers", servers), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        }

        <T extends SpecificRecord> List<ConsumerRecord<byte[], T>> all(String topic, Class<T> type) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            List<ConsumerRecord<byte[], T>> all = new ArrayList<>();
            try (var values = serdes.deserializer(type)) {
                while (partitions.stream().anyMatch(one -> consumer.position(one) < ends.getOrDefault(one, 0L))) {
                    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                        all.add(new ConsumerRecord<>(
                                topic,
                                record.partition(),
                                record.offset(),
                                record.key(),
                                values.deserialize(topic, record.value())));
                    }
                }
            }
            return all;
        }

        @Override
        public void close() {
            consumer.close();
        }
    }
}
