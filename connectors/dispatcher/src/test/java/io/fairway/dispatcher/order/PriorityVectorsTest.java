package io.fairway.dispatcher.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.avro.Component;
import io.fairway.avro.Constant;
import io.fairway.avro.Factor;
import io.fairway.avro.InverseSquare;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.Ramp;
import io.fairway.avro.Rounding;
import io.fairway.avro.Step;
import io.fairway.core.model.NodeId;
import io.fairway.core.priority.FairshareTerm;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.dispatcher.Records;
import io.fairway.records.PriorityReader;
import io.fairway.schemas.FairwaySerdes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every vector goes through the wire format, as a dispatcher receives it, before its evaluation. */
class PriorityVectorsTest {
    private static final String VECTORS = "vectors/priority.json";

    static Stream<Arguments> vectors() throws IOException {
        List<Arguments> vectors = new ArrayList<>();
        for (JsonNode vector : new ObjectMapper().readTree(vectorBytes())) {
            for (JsonNode evaluation : vector.get("evaluations")) {
                vectors.add(Arguments.of(vector.get("name").asText(), vector.get("record"), evaluation));
            }
        }
        assertThat(vectors).hasSizeGreaterThan(50);
        return vectors.stream();
    }

    @ParameterizedTest(name = "{0} {2}")
    @MethodSource("vectors")
    void evaluatesTo(String name, JsonNode record, JsonNode evaluation) {
        JobPriorityRecord read = PriorityReader.read(overTheWire(record(record)));
        String term = read.fairshareTerm() == FairshareTerm.FACTOR ? "factor" : "rank";
        double fairshare = evaluation.get(term).isNull()
                ? Double.NaN
                : evaluation.get(term).asDouble();
        long time = evaluation.get("time").asLong();

        assertThat(read.evaluate(time, fairshare))
                .as(name)
                .isEqualTo(evaluation.get("value").asDouble());
        assertThat(read.thenAt(time)).as(name).isEqualTo(evaluation.get("then").asDouble());
    }

    @Test
    void keepsTheAssociationAndTheEndOfValidity() {
        PriorityRecord open = Records.job("1", 5).build();
        PriorityRecord ending =
                Records.job("1", 5).setValidUntil(Instant.ofEpochMilli(77)).build();

        assertThat(PriorityReader.read(open).fairshareNode()).isEqualTo(NodeId.ofUser("alps", "cms", "anna"));
        assertThat(PriorityReader.read(open).validUntil()).isEqualTo(JobPriorityRecord.FOREVER);
        assertThat(PriorityReader.read(ending).validUntil()).isEqualTo(77);
    }

    @Test
    void anUnknownRoundingDoesNotRound() {
        PriorityRecord record =
                Records.job("1", 5.75).setRounding(Rounding.UNKNOWN).build();

        assertThat(PriorityReader.read(record).evaluate(0, 0)).isEqualTo(5.75);
    }

    @Test
    void anUnknownFairshareTermIsRefused() {
        PriorityRecord record = Records.job("1", 5)
                .setFairshareTerm(io.fairway.avro.FairshareTerm.UNKNOWN)
                .build();

        assertThatThrownBy(() -> PriorityReader.read(record))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("fairshareTerm UNKNOWN");
    }

    @Test
    void aRecordOutsideTheGrammarIsRefusedWithItsValue() {
        PriorityRecord record = Records.job("1", 5).setFairsharePosition(2).build();

        assertThatThrownBy(() -> PriorityReader.read(record))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("position 2");
    }

    @Test
    void theVectorsAreThoseOfCore() throws IOException {
        Path module = Path.of(System.getProperty("basedir", ""));
        Path core = module.resolve("../../streams-app/core/src/test/resources").resolve(VECTORS);

        assertThat(vectorBytes()).isEqualTo(Files.readAllBytes(core));
    }

    private static byte[] vectorBytes() throws IOException {
        try (InputStream in = PriorityVectorsTest.class.getResourceAsStream("/" + VECTORS)) {
            return Objects.requireNonNull(in).readAllBytes();
        }
    }

    private static PriorityRecord overTheWire(PriorityRecord record) {
        FairwaySerdes serdes = new FairwaySerdes(Map.of("schema.registry.url", "mock://priority-records"));
        try (Serializer<PriorityRecord> serializer = serdes.serializer(PriorityRecord.class);
                Deserializer<PriorityRecord> deserializer = serdes.deserializer(PriorityRecord.class)) {
            return Objects.requireNonNull(deserializer.deserialize("p", serializer.serialize("p", record)));
        }
    }

    private static PriorityRecord record(JsonNode json) {
        long validUntil = json.get("validUntil").asLong();
        JsonNode node = json.get("fairshareNode");
        return Records.job("1", 0)
                .setComponents(list(json.get("components"), PriorityVectorsTest::component))
                .setFairshareWeight(number(json, "fairshareWeight"))
                .setFairsharePosition(json.get("fairsharePosition").asInt())
                .setFairshareTerm(io.fairway.avro.FairshareTerm.valueOf(
                        json.get("fairshareTerm").asText()))
                .setThen(list(json.get("then"), PriorityVectorsTest::component))
                .setUser(node.isNull() ? "" : node.get("user").asText())
                .setRounding(Rounding.valueOf(json.get("rounding").asText()))
                .setMinimum(number(json, "minimum"))
                .setMaximum(number(json, "maximum"))
                .setHeld(json.get("held").asBoolean())
                .setValidUntil(validUntil == JobPriorityRecord.FOREVER ? null : Instant.ofEpochMilli(validUntil))
                .build();
    }

    private static Component component(JsonNode json) {
        return new Component(
                json.get("name").asText(),
                number(json, "weight"),
                list(json.get("factors"), PriorityVectorsTest::factor),
                number(json, "floor"),
                number(json, "cap"));
    }

    private static Factor factor(JsonNode json) {
        return new Factor(
                json.get("name").asText(),
                number(json, "weight"),
                form(json.get("form")),
                number(json, "floor"),
                number(json, "cap"));
    }

    private static Object form(JsonNode json) {
        return switch (json.get("type").asText()) {
            case "constant" -> new Constant(number(json, "value"));
            case "ramp" ->
                new Ramp(
                        instant(json, "start"),
                        json.get("unit").asLong(),
                        number(json, "divisor"),
                        number(json, "base"),
                        number(json, "floor"),
                        number(json, "cap"));
            case "step" ->
                new Step(
                        instant(json, "start"),
                        json.get("every").asLong(),
                        number(json, "increment"),
                        number(json, "max"));
            case "inverse-square" ->
                new InverseSquare(
                        instant(json, "target"),
                        json.get("unit").asLong(),
                        number(json, "epsilon"),
                        number(json, "afterMiss"));
            default -> throw new IllegalArgumentException(json.toString());
        };
    }

    private static <T> List<T> list(JsonNode array, Function<JsonNode, T> read) {
        List<T> list = new ArrayList<>();
        array.forEach(json -> list.add(read.apply(json)));
        return list;
    }

    private static Instant instant(JsonNode json, String name) {
        return Instant.ofEpochMilli(json.get(name).asLong());
    }

    private static double number(JsonNode json, String name) {
        JsonNode value = json.get(name);
        return value.isTextual() ? Double.parseDouble(value.asText()) : value.asDouble();
    }
}
