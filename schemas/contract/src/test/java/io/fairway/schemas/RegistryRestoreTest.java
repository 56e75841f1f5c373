package io.fairway.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import org.apache.avro.SchemaBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Schemas come back under their ids, or nothing is said to be well. */
class RegistryRestoreTest {
    private static KnownSchemas known(int... ids) {
        KnownSchemas known = new KnownSchemas();
        for (int id : ids) {
            known.used(id, "fairway.of-" + id, SchemaBuilder.fixed("F" + id).size(id));
        }
        return known;
    }

    @ParameterizedTest
    @CsvSource({"'',true", "/apis/ccompat/v7,false"})
    void lostSchemasComeBackUnderTheirIds(String path, boolean imports) throws IOException {
        NumberingRegistry registry = new NumberingRegistry(path, imports);
        try {
            KnownSchemas known = known(2, 3, 7);
            FairwaySerdes serdes = new FairwaySerdes(registry.config(), known);

            assertThat(serdes.restore().run(known))
                    .extracting(KnownSchemas.Entry::id)
                    .containsExactly(2, 3, 7);

            assertThat(registry.subjects.keySet())
                    .containsExactly("fairway.of-2-value", "fairway.of-3-value", "fairway.of-7-value");
            assertThat(serdes.check().changes(known)).isEmpty();
            assertThat(serdes.restore().run(known)).isEmpty();
        } finally {
            registry.stop();
        }
    }

    @ParameterizedTest
    @CsvSource({"'',true", "/apis/ccompat/v7,false"})
    void anIdThatIsTakenIsSaid(String path, boolean imports) throws IOException {
        NumberingRegistry registry = new NumberingRegistry(path, imports);
        try {
            KnownSchemas known = known(1, 2);
            registry.give(1, SchemaBuilder.fixed("Other").size(9).toString());
            FairwaySerdes serdes = new FairwaySerdes(registry.config(), known);
            Map<Integer, String> before = Map.copyOf(registry.schemas);

            assertThatThrownBy(() -> serdes.restore().run(known))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("schema 1 of fairway.of-1 is another one, Other")
                    .hasMessageContaining("empty the registry");
            assertThat(registry.schemas).isEqualTo(before);
        } finally {
            registry.stop();
        }
    }
}
