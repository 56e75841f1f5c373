package io.fairway.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/**
 * Released schemas, each with an encoded record: {@code history/v<N>/<Record>.avsc}, {@code .bin} (Avro's binary
 * encoding, without a registry's header) and {@code .json} (the same in Avro's JSON encoding). {@code history/samples}
 * has one handwritten record of each current schema with a value in every field.
 */
final class SchemaHistory {
    static final Path ROOT = Path.of("src/test/resources/history");

    private static final ObjectMapper JSON = new ObjectMapper();

    private SchemaHistory() {}

    /** A released schema and its record. */
    record Kept(Path version, Schema schema, JsonNode json) {
        byte[] bin() throws IOException {
            return Files.readAllBytes(version.resolve(schema.getName() + ".bin"));
        }

        @Override
        public String toString() {
            return version.getFileName() + " " + schema.getName();
        }
    }

    /** The records that topics carry, by full name. */
    static Map<String, Class<? extends SpecificRecord>> topLevel() {
        var records = new TreeMap<String, Class<? extends SpecificRecord>>();
        for (Topic topic : Topic.values()) {
            if (!topic.isEnvelope()) {
                var type = topic.valueClass().asSubclass(SpecificRecord.class);
                records.put(type.getName(), type);
            }
        }
        return records;
    }

    static Schema current(Class<? extends SpecificRecord> type) {
        return SpecificData.get().getSchema(type);
    }

    static List<Path> versions(Path root) throws IOException {
        try (var files = Files.list(root)) {
            return files.filter(file -> file.getFileName().toString().matches("v\\d+"))
                    .sorted()
                    .toList();
        }
    }

    static Kept kept(Path version, String record) throws IOException {
        return new Kept(
                version,
                new Schema.Parser().parse(Files.readString(version.resolve(record + ".avsc"))),
                JSON.readTree(Files.readString(version.resolve(record + ".json"))));
    }

    /** Keeps the current schemas, with the samples encoded by them, as a new version. */
    static void record(Path root, String version) throws IOException {
        if (!version.matches("v\\d+")) {
            throw new IllegalArgumentException("version \"" + version + "\": must be v and a number");
        }
        Path target = root.resolve(version);
        if (Files.exists(target)) {
            throw new FileAlreadyExistsException(
                    target.toString(), null, "what was released is never written again; take the next version");
        }
        // All records are encoded before the first file is written.
        var files = new TreeMap<Path, byte[]>();
        for (var type : topLevel().values()) {
            String name = type.getSimpleName();
            Schema schema = withoutJava(current(type));
            byte[] sample = Files.readAllBytes(root.resolve("samples").resolve(name + ".json"));
            files.put(
                    target.resolve(name + ".avsc"),
                    JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(JSON.readTree(schema.toString())));
            files.put(target.resolve(name + ".bin"), encode(schema, sample(schema, sample)));
            files.put(target.resolve(name + ".json"), sample);
        }
        Files.createDirectory(target);
        for (var file : files.entrySet()) {
            Files.write(file.getKey(), file.getValue());
        }
    }

    static GenericRecord sample(Schema schema, byte[] json) throws IOException {
        return new GenericDatumReader<GenericRecord>(schema)
                .read(null, DecoderFactory.get().jsonDecoder(schema, new String(json, UTF_8)));
    }

    static byte[] encode(Schema schema, GenericRecord record) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var encoder = EncoderFactory.get().binaryEncoder(bytes, null);
        new GenericDatumWriter<GenericRecord>(schema).write(record, encoder);
        encoder.flush();
        return bytes.toByteArray();
    }

    static <D> D decode(DatumReader<D> reader, byte[] bin) throws IOException {
        var decoder = DecoderFactory.get().binaryDecoder(bin, null);
        D record = reader.read(null, decoder);
        if (!decoder.isEnd()) {
            throw new IOException("bytes are left over after " + record);
        }
        return record;
    }

    static JsonNode json(Schema schema, GenericRecord record) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var encoder = EncoderFactory.get().jsonEncoder(schema, bytes);
        new GenericDatumWriter<GenericRecord>(schema, GenericData.get()).write(record, encoder);
        encoder.flush();
        return JSON.readTree(bytes.toByteArray());
    }

    /** A schema as registered: without the additions of the generated classes. */
    static Schema withoutJava(Schema schema) throws IOException {
        return new Schema.Parser()
                .parse(withoutJava(JSON.readTree(schema.toString())).toString());
    }

    private static JsonNode withoutJava(JsonNode node) {
        if (node instanceof ObjectNode object) {
            if (object.remove("avro.java.string") != null && object.size() == 1) {
                return TextNode.valueOf("string");
            }
            object.fieldNames().forEachRemaining(name -> object.replace(name, withoutJava(object.get(name))));
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, withoutJava(array.get(i)));
            }
        }
        return node;
    }
}
