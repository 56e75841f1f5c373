package io.fairway.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.embedded.EmbeddedBroker;
import io.fairway.program.TopicAdmin;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Topics;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code fairway audit} on real topics: nothing at first, then a duplicate that came while the topic had the times of writers. */
class AuditIT {
    private static final String TOPIC = "fairway.job-events";

    @TempDir
    private static Path directory;

    @Test
    void findsADuplicateThatKeptItsStamp() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"));
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
                KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", broker.bootstrapServers()),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            TopicAdmin.apply(admin, Topics.standard(), 2, (short) 1);
            Instant end = Instant.now().minus(Duration.ofDays(8));
            byte[] event = event(end);
            producer.send(new ProducerRecord<>(TOPIC, 1, null, new byte[] {1}, event))
                    .get();

            assertThat(audit(broker)).startsWith("0:").contains("No trace of wrong usage");

            admin.incrementalAlterConfigs(Map.of(
                            new ConfigResource(ConfigResource.Type.TOPIC, TOPIC),
                            List.of(new AlterConfigOp(
                                    new ConfigEntry("message.timestamp.type", "CreateTime"),
                                    AlterConfigOp.OpType.SET))))
                    .all()
                    .get();
            producer.send(new ProducerRecord<>(TOPIC, 1, end.toEpochMilli(), new byte[] {1}, event))
                    .get();

            assertThat(audit(broker))
                    .startsWith("1:")
                    .contains("1  ends of runs that came again with the time of their writer")
                    .contains("hpc/hpc/4711")
                    .contains(TOPIC + "-1@1 of " + Instant.ofEpochMilli(end.toEpochMilli()))
                    .contains("read " + TOPIC + ": 2 records")
                    .contains("Usage may be wrong.");
        }
    }

    private static byte[] event(Instant end) {
        try (var serializer =
                new FairwaySerdes(Map.of("schema.registry.url", "mock://audit-it")).serializer(JobEvent.class)) {
            return serializer.serialize(
                    TOPIC,
                    JobEvent.newBuilder()
                            .setDomain("hpc")
                            .setCluster("hpc")
                            .setJob("4711")
                            .setType(JobEventType.FINISHED)
                            .setTime(end)
                            .setRun(end.minus(Duration.ofHours(1)))
                            .build());
        }
    }

    /** The exit code, and all that it prints. */
    private static String audit(EmbeddedBroker broker) {
        StringWriter printed = new StringWriter();
        CommandLine line = FairwayMain.commandLine("audit");
        line.setOut(new PrintWriter(printed)).setErr(new PrintWriter(printed));
        int code = line.execute(
                "audit",
                "-s",
                "bootstrap.servers=" + broker.bootstrapServers(),
                "-s",
                "schema.registry.url=mock://audit-it",
                "-s",
                "state.dir=" + directory.resolve("state"));
        return code + ":" + printed;
    }
}
