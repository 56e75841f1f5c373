package io.fairway.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Policy;
import io.fairway.avro.ShareNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.message.SchemaStore;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

class ReleasedSchemasTest {
    @Test
    void namesEveryReleasedVersion() throws IOException {
        try (Stream<Path> directories = Files.list(SchemaHistory.ROOT)) {
            assertThat(directories.map(path -> path.getFileName().toString()).filter(name -> name.startsWith("v")))
                    .containsExactlyInAnyOrderElementsOf(ReleasedSchemas.VERSIONS);
        }
    }

    @Test
    void readsAPolicyStoredByTheFirstVersion() throws IOException {
        Policy read = stored("v1", Policy.class, Policy::createDecoder);

        assertThat(read.getName()).isEqualTo("main");
        assertThat(read.getLsf()).isNull();
    }

    /** Stores of an installation from before the fields. */
    @Test
    void readsWhatWasStoredBeforeAShareNodeCouldSayRemovedAndAPolicyMaxTresGres() throws IOException {
        ShareNode share = stored("v2", ShareNode.class, ShareNode::createDecoder);
        Policy policy = stored("v2", Policy.class, Policy::createDecoder);

        assertThat(share.getPartition()).isEqualTo("day");
        assertThat(share.getRemoved()).isFalse();
        assertThat(policy.getName()).isEqualTo("main");
    }

    /** The sample of a version, as its stores have it. */
    private static <T extends SpecificRecord> T stored(
            String version, Class<T> type, Function<SchemaStore, BinaryMessageDecoder<T>> decoder) throws IOException {
        Path folder = SchemaHistory.ROOT.resolve(version);
        Schema schema = new Schema.Parser().parse(Files.readString(folder.resolve(type.getSimpleName() + ".avsc")));
        GenericRecord sample =
                SchemaHistory.sample(schema, Files.readAllBytes(folder.resolve(type.getSimpleName() + ".json")));
        ByteBuffer bytes = new BinaryMessageEncoder<GenericRecord>(GenericData.get(), schema).encode(sample);
        return ReleasedSchemas.teach(decoder.apply(new SchemaStore.Cache()), type)
                .decode(bytes);
    }

    /** A store that was written by any commit of main is read by the next one, or an upgrade does not start. */
    @Test
    void noSchemaOfAStoredRecordChangesWithoutItsPast() throws Exception {
        Map<String, Set<Long>> all = new TreeMap<>();
        for (String line : Files.readAllLines(SchemaHistory.ROOT.resolve("stored.txt"))) {
            String[] words = line.split(" ", 2);
            all.computeIfAbsent(words[0], name -> new HashSet<>()).add(Long.parseLong(words[1]));
        }
        for (Map.Entry<String, Set<Long>> type : all.entrySet()) {
            Schema now = (Schema) Class.forName("io.fairway.avro." + type.getKey())
                    .getField("SCHEMA$")
                    .get(null);
            Set<Long> read = new HashSet<>(Set.of(SchemaNormalization.parsingFingerprint64(now)));
            for (String version : ReleasedSchemas.VERSIONS) {
                Path file = SchemaHistory.ROOT.resolve(version).resolve(type.getKey() + ".avsc");
                if (Files.exists(file)) {
                    read.add(SchemaNormalization.parsingFingerprint64(
                            new Schema.Parser().parse(Files.readString(file))));
                }
            }
            Set<Long> fresh = new HashSet<>(read);
            fresh.removeAll(type.getValue());
            assertThat(fresh)
                    .as(
                            "put the schema of %s that this one replaces into the history, and these lines into stored.txt: %s",
                            type.getKey(),
                            fresh.stream()
                                    .map(print -> type.getKey() + " " + print)
                                    .toList())
                    .isEmpty();
            assertThat(read)
                    .as("%s: the history lacks schemas that stored.txt names", type.getKey())
                    .isEqualTo(type.getValue());
        }
    }
}
