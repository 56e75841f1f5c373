package io.fairway.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Adjustments;
import io.fairway.avro.Hosts;
import io.fairway.avro.JobEvents;
import io.fairway.avro.Outputs;
import io.fairway.avro.Policies;
import io.fairway.avro.Remote;
import io.fairway.avro.ResourceSamples;
import io.fairway.avro.Shares;
import io.fairway.avro.Sources;
import java.util.Collection;
import java.util.stream.Stream;
import org.apache.avro.JsonProperties;
import org.apache.avro.Protocol;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules for every schema, including later versions. */
class SchemaTest {
    static Stream<Schema> types() {
        return Stream.of(
                        JobEvents.PROTOCOL,
                        ResourceSamples.PROTOCOL,
                        Shares.PROTOCOL,
                        Policies.PROTOCOL,
                        Hosts.PROTOCOL,
                        Remote.PROTOCOL,
                        Sources.PROTOCOL,
                        Adjustments.PROTOCOL,
                        Outputs.PROTOCOL)
                .map(Protocol::getTypes)
                .flatMap(Collection::stream);
    }

    static Stream<Schema> records() {
        return types().filter(type -> type.getType() == Schema.Type.RECORD);
    }

    static Stream<Schema> enums() {
        return types().filter(type -> type.getType() == Schema.Type.ENUM);
    }

    @Test
    void walksTheRecordOfEveryTopic() {
        assertThat(types().map(Schema::getFullName)).doesNotHaveDuplicates();
        assertThat(records().map(Schema::getFullName))
                .containsAll(SchemaHistory.topLevel().keySet());
    }

    @ParameterizedTest
    @MethodSource("types")
    void documentsEveryType(Schema type) {
        assertThat(type.getDoc()).as(type.getFullName()).isNotBlank();
        assertThat(type.getNamespace()).isEqualTo("io.fairway.avro");
    }

    @ParameterizedTest
    @MethodSource("records")
    void documentsEveryFieldAndGivesOptionalOnesADefault(Schema record) {
        assertThat(record.getFields()).allSatisfy(field -> {
            assertThat(field.doc()).as(record.getName() + "." + field.name()).isNotBlank();
            if (field.schema().isNullable()) {
                assertThat(field.defaultVal())
                        .as(record.getName() + "." + field.name())
                        .isSameAs(JsonProperties.NULL_VALUE);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("enums")
    void readsASymbolOfALaterVersionAsUnknown(Schema type) {
        assertThat(type.getEnumDefault()).as(type.getFullName()).isEqualTo("UNKNOWN");
        assertThat(type.getEnumSymbols()).startsWith("UNKNOWN");
    }

    // A schema has no place for the documentation of a symbol, so the enum's own has a line for each.
    @ParameterizedTest
    @MethodSource("enums")
    void documentsEverySymbol(Schema type) {
        assertThat(type.getEnumSymbols())
                .allSatisfy(
                        symbol -> assertThat(type.getDoc().lines()).anyMatch(line -> line.matches(symbol + ": \\S.*")));
    }
}
