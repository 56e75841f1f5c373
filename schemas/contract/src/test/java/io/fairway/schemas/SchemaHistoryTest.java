package io.fairway.schemas;

import static org.apache.avro.SchemaCompatibility.SchemaCompatibilityType.COMPATIBLE;
import static org.apache.avro.SchemaCompatibility.checkReaderWriterCompatibility;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.schemas.SchemaHistory.Kept;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Released records stay readable, and readers with an old schema can read new records. */
class SchemaHistoryTest {
    @BeforeAll
    static void trustRecords() {
        TrustedRecords.open();
    }

    static List<Kept> kept() throws IOException {
        var kept = new ArrayList<Kept>();
        for (Path version : SchemaHistory.versions(SchemaHistory.ROOT)) {
            try (var files = Files.list(version)) {
                for (Path file : files.sorted().toList()) {
                    String name = file.getFileName().toString();
                    if (name.endsWith(".avsc")) {
                        kept.add(SchemaHistory.kept(version, name.substring(0, name.indexOf('.'))));
                    }
                }
            }
        }
        return kept;
    }

    static Collection<Class<? extends SpecificRecord>> records() {
        return SchemaHistory.topLevel().values();
    }

    @Test
    void keepsAVersionOfEveryRecord() throws IOException {
        assertThat(kept())
                .extracting(kept -> kept.schema().getFullName())
                .containsAll(SchemaHistory.topLevel().keySet());
    }

    @ParameterizedTest
    @MethodSource("kept")
    void isCompatibleBothWaysWithEveryVersion(Kept kept) {
        Schema current = SchemaHistory.current(type(kept));

        assertCompatible(current, kept.schema());
        assertCompatible(kept.schema(), current);
    }

    private static void assertCompatible(Schema reader, Schema writer) {
        SchemaCompatibility.SchemaPairCompatibility result = checkReaderWriterCompatibility(reader, writer);
        assertThat(result.getType()).as(result.getResult().toString()).isEqualTo(COMPATIBLE);
    }

    @ParameterizedTest
    @MethodSource("kept")
    void keptBytesDecodeToTheKeptContent(Kept kept) throws IOException {
        GenericRecord record = SchemaHistory.decode(new GenericDatumReader<>(kept.schema()), kept.bin());

        assertThat(SchemaHistory.json(kept.schema(), record)).isEqualTo(kept.json());
    }

    @ParameterizedTest
    @MethodSource("kept")
    void everyKeptRecordStillReadsToTheSameContent(Kept kept) throws IOException {
        Schema current = SchemaHistory.current(type(kept));
        SpecificRecord read = SchemaHistory.decode(new SpecificDatumReader<>(kept.schema(), current), kept.bin());
        assertThat(read).isInstanceOf(type(kept));

        // Back to an old reader: it must find the written content, through the classes of today.
        GenericRecord back =
                SchemaHistory.decode(new GenericDatumReader<>(current, kept.schema()), encode(current, read));
        assertThat(SchemaHistory.json(kept.schema(), back)).isEqualTo(kept.json());
    }

    private static Class<? extends SpecificRecord> type(Kept kept) {
        return Objects.requireNonNull(SchemaHistory.topLevel().get(kept.schema().getFullName()));
    }

    private static byte[] encode(Schema schema, SpecificRecord record) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var encoder = EncoderFactory.get().binaryEncoder(bytes, null);
        new SpecificDatumWriter<SpecificRecord>(schema).write(record, encoder);
        encoder.flush();
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @MethodSource("records")
    void samplesHaveAValueInEveryField(Class<? extends SpecificRecord> type) throws IOException {
        Schema schema = SchemaHistory.current(type);
        byte[] json = Files.readAllBytes(SchemaHistory.ROOT.resolve("samples").resolve(type.getSimpleName() + ".json"));

        assertFilled(type.getSimpleName(), SchemaHistory.sample(schema, json));
    }

    private static void assertFilled(String path, Object value) {
        assertThat(value).as(path).isNotNull();
        switch (value) {
            case GenericRecord record ->
                record.getSchema()
                        .getFields()
                        .forEach(field -> assertFilled(path + "." + field.name(), record.get(field.pos())));
            case Map<?, ?> map -> {
                assertThat(map).as(path).isNotEmpty();
                map.forEach((key, element) -> assertFilled(path + "." + key, element));
            }
            case Collection<?> list -> {
                assertThat(list).as(path).isNotEmpty();
                list.forEach(element -> assertFilled(path, element));
            }
            case CharSequence text -> assertThat(text).as(path).isNotEmpty();
            default -> {}
        }
    }

    @Test
    void recordsAVersionAndNeverWritesItAgain(@TempDir Path root) throws IOException {
        Files.createDirectory(root.resolve("samples"));
        for (var type : records()) {
            Path sample = Path.of("samples", type.getSimpleName() + ".json");
            Files.copy(SchemaHistory.ROOT.resolve(sample), root.resolve(sample));
        }

        SchemaHistory.record(root, "v7");

        Kept recorded = SchemaHistory.kept(root.resolve("v7"), "JobEvent");
        assertThat(recorded.schema().toString()).doesNotContain("avro.java");
        keptBytesDecodeToTheKeptContent(recorded);
        everyKeptRecordStillReadsToTheSameContent(recorded);
        byte[] bin = Files.readAllBytes(root.resolve("v7/JobEvent.bin"));
        assertThatThrownBy(() -> SchemaHistory.record(root, "v7"))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining("v7")
                .hasMessageContaining("never written again");
        assertThat(Files.readAllBytes(root.resolve("v7/JobEvent.bin"))).isEqualTo(bin);
    }

    @Test
    void refusesABadVersionName(@TempDir Path root) {
        assertThatThrownBy(() -> SchemaHistory.record(root, "../v2"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"../v2\"");
    }
}
