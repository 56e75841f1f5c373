package io.fairway.app.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.policies.yaml.YamlValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A version on top of the one that the topic has. */
class PolicyFileTest {
    private static final String WEEK = """
            domain: alps
            name: main
            effectiveFrom: 2026-12-01T00:00:00Z
            measure: {name: billing, decay: {kind: half-life, millis: 7d}}
            """;
    private static final Instant START = Instant.parse("2026-12-01T00:00:00Z");

    @TempDir
    private Path directory;

    @Test
    void aVersionThatHoldsAlreadyIsNotChangedWithoutAWord() throws Exception {
        PolicyFile week = read(WEEK);
        PolicyFile hours = read(WEEK.replace("7d", "6h"));

        assertThat(hours.problem(week.policy(), START))
                .startsWith("policy main from 2026-12-01T00:00:00Z: holds already; measure.decay.millis: 604800000 ->"
                        + " 21600000: a running application refuses this")
                .endsWith("give --for-rebuild if an application that begins anew is to go by it");
        assertThat(hours.problem(week.policy(), START.minusMillis(1))).isNull();
        assertThat(week.problem(week.policy(), START)).isNull();
        assertThat(week.problem(null, START)).isNull();
    }

    @Test
    void oneRuleOfBillingIsEnough() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(WEEK.replace("decay:", "maxTres: true, maxTresGres: true, decay:")))
                .withMessageContaining("maxTres and maxTresGres of measure billing: must not both be true");
    }

    private PolicyFile read(String text) throws Exception {
        return PolicyFile.read(YamlValue.read(Files.writeString(directory.resolve("policy.yaml"), text)));
    }
}
