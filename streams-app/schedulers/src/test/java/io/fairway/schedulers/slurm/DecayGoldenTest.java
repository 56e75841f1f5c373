package io.fairway.schedulers.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.schedulers.slurm.time.SlurmTickDecay;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Decay passes of the real controller, to 1e-14 relative (its state file has 6 decimals). */
class DecayGoldenTest {
    private static final List<String> ASSOCIATIONS = List.of("d1", "d2", "d3");
    private static int passes;
    private static int values;

    static Stream<JsonNode> onePass() {
        List<JsonNode> rows = new ArrayList<>();
        SlurmGolden.read("decay_one_pass.json").get("rows").forEach(rows::add);
        return rows.stream();
    }

    static Stream<JsonNode> live() {
        List<JsonNode> rows = new ArrayList<>();
        SlurmGolden.read("decay_live_ticks.json").get("runs").forEach(rows::add);
        return rows.stream();
    }

    @ParameterizedTest
    @MethodSource("onePass")
    void onePassOverAGap(JsonNode row) {
        double lambda = SlurmTickDecay.lambda(row.get("halfLifeSeconds").asDouble());
        double seconds = row.get("deltaSeconds").asDouble();

        // The log prints 15 decimals of a factor.
        assertThat(lambda).isCloseTo(row.get("loggedFactorPerSecond").asDouble(), Offset.offset(6e-16));
        assertThat(SlurmTickDecay.factor(lambda, seconds))
                .isCloseTo(row.get("loggedFactor").asDouble(), Offset.offset(6e-16));
        for (String association : ASSOCIATIONS) {
            double before = row.get("before").get(association).asDouble();
            compare(
                    SlurmTickDecay.decay(before, lambda, seconds),
                    row.get("after").get(association));
        }
        passes++;
    }

    @ParameterizedTest
    @MethodSource("live")
    void aRunningController(JsonNode run) {
        double lambda = SlurmTickDecay.lambda(run.get("halfLifeSeconds").asDouble());
        double[] usage = ASSOCIATIONS.stream()
                .mapToDouble(name -> run.get("before").get(name).asDouble())
                .toArray();
        long last = run.get("passes").get(0).get("lastRan").asLong();
        for (JsonNode pass : run.get("passes")) {
            long now = pass.get("lastRan").asLong();
            for (int i = 0; i < usage.length; i++) {
                usage[i] = SlurmTickDecay.decay(usage[i], lambda, (double) (now - last));
            }
            last = now;
            // Printed as a truncated integer.
            double printed = pass.get("d1RawUsage").asDouble();
            assertThat(usage[0]).isBetween(printed * (1 - 1e-14), (printed + 1) * (1 + 1e-14));
            values++;
            passes++;
        }
        for (int i = 0; i < usage.length; i++) {
            compare(usage[i], run.get("finalState").get(ASSOCIATIONS.get(i)));
        }
    }

    private static void compare(double actual, JsonNode printed) {
        double expected = Double.parseDouble(printed.asText());
        assertThat(actual).isCloseTo(expected, Offset.offset(1e-14 * expected + 5.000001e-7));
        values++;
    }

    @AfterAll
    static void count() {
        System.out.println("golden decay: " + passes + " passes, " + values + " values");
        assertThat(passes).isEqualTo(49 + 7 + 4);
    }
}
