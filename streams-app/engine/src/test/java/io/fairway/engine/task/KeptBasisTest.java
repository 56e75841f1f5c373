package io.fairway.engine.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.engine.UsageSettings;
import io.fairway.engine.domain.MapStore;
import io.fairway.engine.store.StateStores;
import io.fairway.records.Basis;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Keys;
import io.fairway.schemas.KnownSchemas;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeptBasisTest {
    private static final Map<String, String> WEEK =
            Map.of("ledger.horizon.ms", "604800000", "time.skew.ms", "120000", "mode", "live", "domain.pins", "{}");

    private final MapStore store = new MapStore();
    private final KnownSchemas known = new KnownSchemas();

    private KeptBasis basis(Map<String, String> settings, boolean replaces) {
        return new KeptBasis(
                store,
                new UsageSettings(settings, replaces),
                new FairwaySerdes(Map.of("schema.registry.url", "mock://basis"), known));
    }

    private static Map<String, String> with(String key, String value) {
        Map<String, String> changed = new HashMap<>(WEEK);
        changed.put(key, value);
        return changed;
    }

    private Basis stored() {
        Map<String, byte[]> entries = new TreeMap<>();
        StateStores.forEach(store, entries::put);
        return Basis.of(entries);
    }

    private void begin() {
        KeptBasis first = basis(WEEK, false);
        first.restore();
        first.keep();
    }

    @ParameterizedTest
    @CsvSource({
        "ledger.horizon.ms, 1209600000, 604800000",
        "time.skew.ms, 0, 120000",
        "mode, replay, live",
        "domain.pins, {alps=3}, {}"
    })
    void anotherValueDoesNotStart(String key, String value, String kept) {
        begin();

        assertThatThrownBy(() -> basis(with(key, value), false).restore())
                .isInstanceOf(SettingsDifferException.class)
                .hasMessageContaining(key + " is " + value + ", and the state was made with " + kept)
                .hasMessageContaining("--new-settings");
        assertThat(stored().settings()).isEqualTo(WEEK);
    }

    @Test
    void theSameValuesStart() {
        begin();

        assertThatCode(() -> basis(WEEK, false).restore()).doesNotThrowAnyException();
    }

    @Test
    void newSettingsTakeTheirPlace() {
        begin();
        Map<String, String> longer = with("ledger.horizon.ms", "1209600000");

        KeptBasis replacing = basis(longer, true);
        replacing.restore();
        replacing.keep();

        assertThat(stored().settings()).isEqualTo(longer);
        assertThatCode(() -> basis(longer, false).restore()).doesNotThrowAnyException();
    }

    /** The state of an earlier release. */
    @Test
    void aStateThatSaysNothingTakesTheSettingsOfItsNextStart() {
        store.put(Keys.setting("mode"), "live".getBytes(StandardCharsets.UTF_8));

        begin();

        assertThat(stored().settings()).isEqualTo(WEEK);
    }

    @Test
    void schemasAreKeptOnceAndKnownAfterAStart() {
        Schema schema = SchemaBuilder.fixed("F").size(3);
        KeptBasis first = basis(WEEK, false);
        first.restore();
        known.used(7, "fairway.shares", schema);
        first.keep();
        known.used(9, "fairway.shares", SchemaBuilder.fixed("G").size(3));
        known.used(7, "fairway.policies", schema);
        first.keep();

        assertThat(stored().schemas())
                .containsExactlyInAnyOrder(
                        new KnownSchemas.Entry(7, "fairway.shares", schema.toString()),
                        new KnownSchemas.Entry(7, "fairway.policies", schema.toString()),
                        new KnownSchemas.Entry(
                                9,
                                "fairway.shares",
                                SchemaBuilder.fixed("G").size(3).toString()));

        KnownSchemas later = new KnownSchemas();
        new KeptBasis(
                        store,
                        UsageSettings.NONE,
                        new FairwaySerdes(Map.of("schema.registry.url", "mock://basis"), later))
                .restore();
        assertThat(later.ids()).isEqualTo(List.of(7, 9));
    }
}
