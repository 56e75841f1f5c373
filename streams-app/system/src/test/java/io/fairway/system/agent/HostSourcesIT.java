package io.fairway.system.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.agent.AgentConfig;
import io.fairway.agent.HostAgent;
import io.fairway.avro.Host;
import io.fairway.embedded.EmbeddedBroker;
import io.fairway.program.Settings;
import io.fairway.program.TableClient;
import io.fairway.program.TopicAdmin;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import io.fairway.system.FairwayMain;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code collect hosts} and an agent write the table of hosts, each what is its own. */
class HostSourcesIT {
    private static final String REGISTRY = "mock://host-sources";

    @TempDir
    private Path directory;

    @Test
    void collectAndTheAgentTellHosts() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"))) {
            Map<String, Object> kafka = Map.of("bootstrap.servers", broker.bootstrapServers());
            try (Admin admin = Admin.create(kafka)) {
                TopicAdmin.apply(admin, Topics.standard(), 2, (short) 1);
            }
            List<String> told = new ArrayList<>();
            TableClient<Host> table = new TableClient<>(
                    Topics.standard().name(Topic.HOSTS),
                    Host.class,
                    kafka,
                    new FairwaySerdes(Map.of("schema.registry.url", REGISTRY)),
                    "",
                    told::add);

            collect(broker, "NodeName=n1 CPUTot=8 State=IDLE Partitions=a\nNodeName=n2 CPUTot=4 State=DOWN*\n");
            assertThat(words(table)).containsExactly("n1 8 [a] OPEN", "n2 4 [] DOWN");

            try (HostAgent agent = agent(broker)) {
                Thread run = new Thread(agent::run);
                run.start();
                Awaitility.await("the agent told its host")
                        .atMost(Duration.ofMinutes(1))
                        .until(() -> words(table).contains("n3 6 [big] OPEN"));
                collect(broker, "NodeName=n1 CPUTot=8 State=IDLE+DRAIN Partitions=a\n");
                assertThat(words(table)).containsExactly("n1 8 [a] CLOSED", "n2 4 [] DOWN", "n3 6 [big] OPEN");
                run.interrupt();
            }
            assertThat(words(table)).containsExactly("n1 8 [a] CLOSED", "n2 4 [] DOWN", "n3 6 [big] DOWN");

            assertThat(told).isEmpty();
            damage(kafka);
            assertThat(words(table)).hasSize(3);
            assertThat(words(table)).hasSize(3);
            assertThat(told)
                    .singleElement()
                    .asString()
                    .startsWith("fairway.hosts-")
                    .contains("counts for nothing");
        }
    }

    private static void damage(Map<String, Object> kafka) throws Exception {
        try (KafkaProducer<String, byte[]> producer =
                new KafkaProducer<>(kafka, new StringSerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>("fairway.hosts", Keys.host("alps", "alps", "n1"), new byte[] {1}))
                    .get();
        }
    }

    private void collect(EmbeddedBroker broker, String answer) throws Exception {
        Path program = directory.resolve("scontrol");
        Files.writeString(program, "#!/bin/sh\ncat <<'END'\n" + answer + "END\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        assertThat(FairwayMain.commandLine("collect")
                        .execute(
                                "collect",
                                "hosts",
                                "slurm",
                                "--cluster",
                                "alps",
                                "--once",
                                "-b",
                                broker.bootstrapServers(),
                                "-r",
                                REGISTRY,
                                "-p",
                                "program=" + program))
                .isZero();
    }

    private HostAgent agent(EmbeddedBroker broker) throws Exception {
        Path own = Files.createDirectories(directory.resolve("agent"));
        return new HostAgent(new AgentConfig(Settings.of(Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "schema.registry.url",
                REGISTRY,
                "cluster",
                "alps",
                "host",
                "n3",
                "host.report",
                "true",
                "host.slots",
                "6",
                "host.groups",
                "big",
                "state.dir",
                own.toString(),
                "socket",
                own.resolve("s").toString(),
                "metrics.listen",
                "off"))));
    }

    private static List<String> words(TableClient<Host> table) {
        return table.read().values().stream()
                .map(host -> host.getName() + " " + host.getSlots() + " " + host.getGroups() + " " + host.getState())
                .toList();
    }
}
