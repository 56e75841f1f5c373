package io.fairway.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.engine.UsageSettings;
import io.fairway.records.Basis;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;

class SettingsProbeTest {
    private static final UsageSettings WEEK = new UsageSettings(Map.of("ledger.horizon.ms", "604800000"), false);

    private static Basis made(String horizon) {
        return new Basis(Map.of("ledger.horizon.ms", horizon), List.of());
    }

    private static SettingsProbe probe(UsageSettings settings, Supplier<List<Basis>> bases) {
        return new SettingsProbe(settings, bases, () -> {});
    }

    @Test
    void twoInstancesThatBeganTogetherWithOtherSettingsPause() {
        SettingsProbe probe = probe(WEEK, () -> List.of(made("604800000"), made("60000"), Basis.EMPTY));

        Probe.Fault fault = probe.look();

        assertThat(fault).isNotNull();
        assertThat(fault.effect()).isEqualTo(Probe.Effect.PAUSED);
        assertThat(fault.text()).contains("ledger.horizon.ms is 604800000, and the state was made with 60000");
        assertThat(probe.different()).isEqualTo(1);
    }

    @Test
    void theSameSettingsAreNoFault() {
        SettingsProbe probe = probe(WEEK, () -> List.of(made("604800000"), Basis.EMPTY));

        assertThat(probe.look()).isNull();
        assertThat(probe.different()).isZero();
    }

    /** Its tasks write one by one. If it paused, they never would. */
    @Test
    void anInstanceThatReplacesThemGoesOn() {
        assertThat(probe(WEEK.asNew(), () -> List.of(made("60000"))).look()).isNull();
    }

    @Test
    void brokersThatAreAwayAreSaidByAnotherProbe() {
        assertThat(probe(WEEK, () -> {
                            throw new KafkaException("away");
                        })
                        .look())
                .isNull();
    }
}
