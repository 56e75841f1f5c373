package io.fairway.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.LsfPolicy;
import io.fairway.avro.LsfQueue;
import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import io.fairway.avro.ShareNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class BoundsTest {
    private static final Path PAGE = Path.of("../../docs/bounds.md");

    static Stream<Topic> inputs() {
        return Stream.of(Topic.values()).filter(Topic::isInput);
    }

    private static Schema schema(Topic topic) {
        return SpecificData.get().getSchema(topic.valueClass());
    }

    /** A record type of the inputs, and those within it. */
    private static Set<Schema> records(Schema schema) {
        Set<Schema> records = new LinkedHashSet<>();
        collect(schema, records);
        return records;
    }

    private static void collect(Schema schema, Set<Schema> records) {
        switch (schema.getType()) {
            case RECORD -> {
                if (records.add(schema)) {
                    schema.getFields().forEach(field -> collect(field.schema(), records));
                }
            }
            case UNION -> schema.getTypes().forEach(type -> collect(type, records));
            case ARRAY -> collect(schema.getElementType(), records);
            case MAP -> collect(schema.getValueType(), records);
            default -> {}
        }
    }

    /** Fails for a text, list or map without a bound. */
    @ParameterizedTest
    @MethodSource("inputs")
    void boundsEveryFieldOfEveryInput(Topic topic) throws IOException {
        Schema schema = schema(topic);
        byte[] json = Files.readAllBytes(SchemaHistory.ROOT.resolve("samples/" + schema.getName() + ".json"));
        SpecificRecord sample = SchemaHistory.decode(
                new org.apache.avro.specific.SpecificDatumReader<>(schema),
                SchemaHistory.encode(schema, SchemaHistory.sample(schema, json)));

        assertThat(RecordCheck.of(schema).problem(sample)).isNull();
    }

    @Test
    void namesNoFieldThatNoInputHas() {
        Set<String> fields = new TreeSet<>();
        inputs().forEach(topic -> records(schema(topic))
                .forEach(record ->
                        record.getFields().forEach(field -> fields.add(record.getName() + "." + field.name()))));

        assertThat(fields).containsAll(Bounds.fields().keySet());
    }

    @ParameterizedTest
    @CsvSource({"x, 1024", "ä, 512", "字, 341", "🚀, 256"})
    void countsTheBytesOfAName(String character, int longest) {
        ShareNode node = share(character.repeat(longest));
        assertThat(Bounds.problem(node)).isNull();

        node.setAccount(character.repeat(longest + 1));
        assertThat(Bounds.problem(node))
                .isEqualTo("ShareNode.account of "
                        + character.repeat(longest + 1).getBytes(StandardCharsets.UTF_8).length + " bytes ('"
                        + character.repeat(32 / character.length()) + "...'): must have at most 1024");
    }

    private static ShareNode share(String account) {
        return ShareNode.newBuilder()
                .setDomain("alps")
                .setTree("t")
                .setAccount(account)
                .build();
    }

    @Test
    void boundsTheEntriesOfListsAndMapsAndTheirTexts() {
        JobEvent event = event();
        Map<String, Double> tres = new HashMap<>();
        for (int i = 0; i < 1_024; i++) {
            tres.put("gres/" + i, 1.0);
        }
        event.setAllocatedTres(tres);
        assertThat(Bounds.problem(event)).isNull();
        tres.put("cpu", 1.0);
        assertThat(Bounds.problem(event)).isEqualTo("JobEvent.allocatedTres with 1025 entries: must have at most 1024");

        event.setAllocatedTres(new HashMap<>(Map.of("n".repeat(1_025), 1.0)));
        assertThat(Bounds.problem(event)).startsWith("JobEvent.allocatedTres of 1025 bytes ('nnn");

        event.setAllocatedTres(null);
        event.setAttributes(JobAttributes.newBuilder()
                .setExecutionHosts(List.of("ok", "h".repeat(1_025)))
                .build());
        assertThat(Bounds.problem(event)).startsWith("JobEvent.attributes.executionHosts of 1025 bytes");
    }

    @Test
    void boundsAllTextsOfARecordTogether() {
        JobEvent event = event();
        List<String> hosts = new ArrayList<>(Collections.nCopies(127, "h".repeat(1_024)));
        event.setAttributes(JobAttributes.newBuilder().setExecutionHosts(hosts).build());
        assertThat(Bounds.problem(event)).isNull();
        hosts.add("h".repeat(1_024));
        assertThat(Bounds.problem(event))
                .isEqualTo("JobEvent with 131079 bytes of text: must have at most 131072 in all");
    }

    @Test
    void boundsTextsOfRecordsInLists() {
        Policy policy = Policy.newBuilder()
                .setDomain("alps")
                .setName("main")
                .setEffectiveFrom(Instant.EPOCH)
                .setMeasure(Measure.newBuilder().setName("m").build())
                .setLsf(LsfPolicy.newBuilder()
                        .setQueues(List.of(
                                LsfQueue.newBuilder().setName("q".repeat(257)).build()))
                        .build())
                .build();

        assertThat(Bounds.problem(policy)).startsWith("Policy.lsf.queues.name of 257 bytes");
    }

    /** Bytes that are no UTF-8 are read as texts of three times their length. */
    @ParameterizedTest
    @MethodSource("inputs")
    void aRecordOfFewBytesHasTheProblemsOfItsTexts(Topic topic) throws IOException {
        Schema schema = schema(topic);
        SpecificRecord record = SchemaHistory.decode(
                new SpecificDatumReader<>(schema),
                SchemaHistory.encode(
                        schema,
                        SchemaHistory.sample(
                                schema,
                                Files.readAllBytes(
                                        SchemaHistory.ROOT.resolve("samples").resolve(schema.getName() + ".json")))));
        int domain = schema.getField("domain").pos();
        int exceeded = 0;
        for (int octets = 0; octets <= 1_100; octets++) {
            record.put(domain, "\uFFFD".repeat(octets));
            String problem = Bounds.problem(record);
            assertThat(Bounds.problem(record, octets)).as("%d bytes", octets).isEqualTo(problem);
            exceeded += problem == null ? 0 : 1;
        }
        assertThat(exceeded).isEqualTo(1_100 - 341);
    }

    @Test
    void aRecordOfFewBytesHasTheProblemsOfItsLists() {
        JobEvent event = event();
        for (int octets = 1; octets <= 300; octets++) {
            event.setAttributes(JobAttributes.newBuilder()
                    .setPartitions(Collections.nCopies(octets, ""))
                    .build());
            assertThat(Bounds.problem(event, octets) != null)
                    .as("%d bytes", octets)
                    .isEqualTo(octets > 256);
        }
    }

    private static JobEvent event() {
        return JobEvent.newBuilder()
                .setDomain("alps")
                .setCluster("c")
                .setJob("17")
                .setType(JobEventType.STARTED)
                .setTime(Instant.EPOCH)
                .build();
    }

    /** To write the page anew, run {@code ./mvnw -pl schemas/contract -am test -Ddocs.write=true}. */
    @Test
    void hasAPageThatSaysWhatTheTableSays() throws IOException {
        String page = page();
        if (Boolean.getBoolean("docs.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).hasContent(page);
    }

    private static String page() {
        StringBuilder page = new StringBuilder("""
                # Bounds of the inputs

                Generated from `schemas/contract/src/main/java/io/fairway/schemas/Bounds.java`; a test fails if this page is
                out of date.

                Fairway refuses a record with a longer text, or with more entries in a list or map. The record is a dead letter
                of kind `impossible`, whose reason names the field. Lengths are bytes of UTF-8. In a list or map the length
                is that of each text, key or value. Lists in maps have the same bound. A name in the key of a
                tombstone may have 1024 bytes.
                """);
        inputs().forEach(topic -> {
            page.append("\n## ")
                    .append(topic.suffix())
                    .append("\n\n| field | bytes of a text | entries |\n|---|---|---|\n");
            Schema top = schema(topic);
            for (Schema record : records(top)) {
                for (Schema.Field field : record.getFields()) {
                    Bounds.Bound bound = Bounds.of(record.getName(), field.name());
                    if (bound != null) {
                        page.append("| `")
                                .append(record.getName())
                                .append('.')
                                .append(field.name())
                                .append("` | ")
                                .append(bound.bytes())
                                .append(" | ")
                                .append(bound.entries() == 0 ? "" : bound.entries())
                                .append(" |\n");
                    }
                }
            }
            if (Bounds.total(top.getName()) != Integer.MAX_VALUE) {
                page.append("| all texts of a record together | ")
                        .append(Bounds.total(top.getName()))
                        .append(" | |\n");
            }
        });
        return page.toString();
    }
}
