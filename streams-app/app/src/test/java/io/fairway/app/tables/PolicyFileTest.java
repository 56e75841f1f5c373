package io.fairway.app.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.avro.Policy;
import io.fairway.policies.yaml.RecordYaml;
import io.fairway.policies.yaml.YamlValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** A record of an earlier program, or of another producer: it leaves out what the file now says. */
    @Test
    void unsaidDefaultsAreTheSameVersion() throws Exception {
        Policy unsaid = RecordYaml.read(YamlValue.parse("record", WEEK), Policy.getClassSchema(), Policy.class);
        PolicyFile week = read(WEEK);

        assertThat(unsaid).isNotEqualTo(week.policy());
        assertThat(week.problem(unsaid, START)).isNull();
        assertThat(week.over(Map.of(week.key(), unsaid), false).records()).isEqualTo(Map.of(week.key(), unsaid));
    }

    /** What never decayed does not begin to by a file that is applied again. */
    @Test
    void aFileWithoutDecayIsNotThePolicyThatNeverDecays() throws Exception {
        String file = WEEK.replace(", decay: {kind: half-life, millis: 7d}", "");
        Policy never = RecordYaml.read(YamlValue.parse("record", file), Policy.getClassSchema(), Policy.class);

        assertThat(read(file).problem(never, START))
                .contains("measure.decay.kind: NONE -> HALF_LIFE, measure.decay.millis: 0 -> 604800000");
    }

    @Test
    void oneRuleOfBillingIsEnough() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(WEEK.replace("decay:", "maxTres: true, maxTresGres: true, decay:")))
                .withMessageContaining("maxTres and maxTresGres of measure billing: must not both be true");
    }

    /** The first from now on; a later one from a full minute on, four to five minutes ahead, or in place of one that is further ahead. */
    @ParameterizedTest
    @CsvSource({
        ", 2026-12-01T10:20:30Z",
        "2026-11-01T00:00:00Z, 2026-12-01T10:25:00Z",
        "2026-12-01T10:20:30Z, 2026-12-01T10:25:00Z",
        "2026-12-01T10:25:00Z, 2026-12-01T10:25:00Z",
        "2026-12-24T00:00:00Z, 2026-12-24T00:00:00Z",
    })
    void aVersionThatNamesNoBeginIsTaken(@Nullable Instant before, Instant expected) throws Exception {
        Policy newest = before == null ? null : read(WEEK).policy();
        if (newest != null) {
            newest.setEffectiveFrom(before);
        }

        assertThat(PolicyFile.start(newest, Instant.parse("2026-12-01T10:20:30.987Z")))
                .isEqualTo(expected);
    }

    private PolicyFile read(String text) throws Exception {
        return PolicyFile.read(YamlValue.read(Files.writeString(directory.resolve("policy.yaml"), text)));
    }
}
