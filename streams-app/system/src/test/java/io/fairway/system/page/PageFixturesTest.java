package io.fairway.system.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The fixtures of the page have the shapes in openapi.yaml. */
class PageFixturesTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    static Stream<Arguments> fixtures() {
        return Fixtures.SCHEMAS.entrySet().stream()
                .flatMap(entry -> entry.getValue().stream().map(name -> Arguments.of(entry.getKey(), name)));
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void keepsToItsSchema(String schema, String name) throws IOException {
        JsonNode api = JSON.readTree(FixtureServer.openapi());
        ObjectNode reference = JSON.createObjectNode();
        reference.put("$ref", "#/components/schemas/" + schema);
        reference.set("components", api.get("components"));

        assertThat(api.at("/components/schemas").has(schema)).as(schema).isTrue();
        assertThat(JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                        .getSchema(reference)
                        .validate(JSON.readTree(Fixtures.text(name))))
                .isEmpty();
    }
}
