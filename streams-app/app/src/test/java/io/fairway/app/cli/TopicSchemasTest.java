package io.fairway.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.confluent.kafka.schemaregistry.testutil.MockSchemaRegistry;
import io.fairway.avro.ClockTick;
import io.fairway.avro.ShareNode;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Topic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The schemas of the release. Expected values: the names of the topics, and what the serializers register. */
class TopicSchemasTest {
    @TempDir
    private Path directory;

    @Test
    void everyTopicOfRecordsHasAFile() throws Exception {
        Path folder = directory.resolve("schemas");
        assertThat(new CommandLine(new SchemasCommand()).execute("get", "--to", folder.toString()))
                .isZero();

        // All but those that keep records as they came.
        Set<String> expected = new TreeSet<>();
        for (Topic topic : Topic.values()) {
            if (topic != Topic.MISROUTED && topic != Topic.DEAD_LETTERS) {
                expected.add(topic.suffix() + ".avsc");
            }
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrderElementsOf(expected);
        }
        for (Topic topic : Topic.values()) {
            Path file = folder.resolve(topic.suffix() + ".avsc");
            if (Files.exists(file)) {
                assertThat(new Schema.Parser().parse(file.toFile()).getFullName())
                        .isEqualTo(topic.valueClass().getName());
            }
        }
    }

    @Test
    void itIsWhatASerializerRegisters() throws Exception {
        registered(Topic.CLOCK, ClockTick.class, new ClockTick("alps", Instant.EPOCH, true));
        registered(
                Topic.SHARES,
                ShareNode.class,
                ShareNode.newBuilder()
                        .setDomain("alps")
                        .setTree("alps")
                        .setAccount("physics")
                        .setShares(1)
                        .build());
    }

    private static <T extends SpecificRecord> void registered(Topic topic, Class<T> type, T record) throws Exception {
        FairwaySerdes serdes = new FairwaySerdes(Map.of("schema.registry.url", "mock://schemas"));
        var unused = serdes.serializer(type).serialize(topic.suffix(), record);
        String there = MockSchemaRegistry.getClientForScope("schemas")
                .getLatestSchemaMetadata(topic.suffix() + "-value")
                .getSchema();
        assertThat(new Schema.Parser().parse(TopicSchemas.byTopic().get(topic.suffix())))
                .hasToString(new Schema.Parser().parse(there).toString());
    }
}
