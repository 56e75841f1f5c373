package io.fairway.core.priority;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.core.model.NodeId;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The test vectors for readers in other languages. {@code vectors/priority.py} writes them and computes each value from
 * a formula of its own. Regenerate them there, never from this code.
 */
class PriorityVectorsTest {
    static Stream<Arguments> vectors() throws IOException {
        List<Arguments> vectors = new ArrayList<>();
        try (InputStream in = PriorityVectorsTest.class.getResourceAsStream("/vectors/priority.json")) {
            for (JsonNode vector : new ObjectMapper().readTree(in)) {
                for (JsonNode evaluation : vector.get("evaluations")) {
                    vectors.add(Arguments.of(vector.get("name").asText(), vector.get("record"), evaluation));
                }
            }
        }
        assertThat(vectors).hasSizeGreaterThan(50);
        return vectors.stream();
    }

    @ParameterizedTest(name = "{0} {2}")
    @MethodSource("vectors")
    void evaluatesTo(String name, JsonNode record, JsonNode evaluation) {
        JobPriorityRecord read = record(record);
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

    private static List<Component> components(JsonNode json) {
        List<Component> components = new ArrayList<>();
        for (JsonNode component : json) {
            List<Factor> factors = new ArrayList<>();
            for (JsonNode factor : component.get("factors")) {
                factors.add(new Factor(
                        factor.get("name").asText(),
                        number(factor, "weight"),
                        form(factor.get("form")),
                        number(factor, "floor"),
                        number(factor, "cap")));
            }
            components.add(new Component(
                    component.get("name").asText(),
                    number(component, "weight"),
                    factors,
                    number(component, "floor"),
                    number(component, "cap")));
        }
        return components;
    }

    private static JobPriorityRecord record(JsonNode json) {
        JsonNode node = json.get("fairshareNode");
        return new JobPriorityRecord(
                components(json.get("components")),
                number(json, "fairshareWeight"),
                json.get("fairsharePosition").asInt(),
                FairshareTerm.valueOf(json.get("fairshareTerm").asText()),
                node.isNull()
                        ? null
                        : NodeId.ofUser(
                                node.get("tree").asText(),
                                node.get("account").asText(),
                                node.get("user").asText()),
                Rounding.valueOf(json.get("rounding").asText()),
                number(json, "minimum"),
                number(json, "maximum"),
                json.get("held").asBoolean(),
                false,
                json.get("validUntil").asLong(),
                components(json.get("then")));
    }

    private static Form form(JsonNode json) {
        return switch (json.get("type").asText()) {
            case "constant" -> new Form.Constant(number(json, "value"));
            case "ramp" ->
                new Form.Ramp(
                        json.get("start").asLong(),
                        json.get("unit").asLong(),
                        number(json, "divisor"),
                        number(json, "base"),
                        number(json, "floor"),
                        number(json, "cap"));
            case "step" ->
                new Form.Step(
                        json.get("start").asLong(),
                        json.get("every").asLong(),
                        number(json, "increment"),
                        number(json, "max"));
            case "inverse-square" ->
                new Form.InverseSquare(
                        json.get("target").asLong(),
                        json.get("unit").asLong(),
                        number(json, "epsilon"),
                        number(json, "afterMiss"));
            default -> throw new IllegalArgumentException(json.toString());
        };
    }

    private static double number(JsonNode json, String name) {
        JsonNode value = json.get(name);
        return value.isTextual() ? Double.parseDouble(value.asText()) : value.asDouble();
    }
}
