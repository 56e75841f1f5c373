package io.fairway.schedulers.slurm.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.schedulers.slurm.SlurmGolden;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The real controller's reading of durations in its configuration file. */
class TimeStringGoldenTest {
    private static int cases;

    static Stream<Arguments> strings() {
        List<Arguments> cases = new ArrayList<>();
        for (JsonNode row : SlurmGolden.read("time_strings.json").get("rows")) {
            String text = row.get("string").asText();
            cases.add(Arguments.of(text, TimeString.Key.MAX_AGE, row.get("PriorityMaxAge")));
            cases.add(Arguments.of(text, TimeString.Key.DECAY_HALF_LIFE, row.get("PriorityDecayHalfLife")));
            cases.add(Arguments.of(text, TimeString.Key.CALC_PERIOD, row.get("PriorityCalcPeriod")));
        }
        return cases.stream();
    }

    @ParameterizedTest(name = "\"{0}\" {1} = {2}")
    @MethodSource("strings")
    void readsDurationsLikeSlurm(String text, TimeString.Key key, JsonNode seconds) {
        if (seconds.isNull()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> TimeString.seconds(key, text))
                    .withMessageContaining("\"" + text + "\"");
        } else {
            assertThat(TimeString.seconds(key, text)).isEqualTo(seconds.asLong());
        }
        cases++;
    }

    @AfterAll
    static void count() {
        System.out.println("golden time strings: " + cases + " (29 strings, 3 keys)");
        assertThat(cases).isEqualTo(87);
    }
}
