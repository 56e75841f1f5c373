package io.fairway.schedulers.moab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.provider.Arguments;

/** Reads {@code golden/moab/moab.json}; ORIGIN.md there names its source and the rules of comparison. */
public final class MoabGolden {
    private MoabGolden() {}

    /** The cases of some kinds, each with its id. */
    public static List<Arguments> cases(String... kinds) {
        List<Arguments> cases = new ArrayList<>();
        for (JsonNode golden : read().get("cases")) {
            if (List.of(kinds).contains(golden.get("kind").asText())) {
                cases.add(Arguments.of(golden.get("id").asText(), golden));
            }
        }
        return cases;
    }

    public static List<Double> doubles(JsonNode array) {
        List<Double> values = new ArrayList<>();
        array.forEach(value -> values.add(value.asDouble()));
        return values;
    }

    /** {@code sum of decay^k * windows[k]}, the current window first. */
    public static double decay(List<Double> windows, double decay) {
        double sum = 0;
        for (int k = 0; k < windows.size(); k++) {
            sum += StrictMath.pow(decay, k) * windows.get(k);
        }
        return sum;
    }

    /** To 6 significant digits; absolute below 1e-9. */
    public static void assertSixDigits(double actual, double expected, String what) {
        assertThat(actual).as(what).isCloseTo(expected, Offset.offset(Math.max(1e-9, Math.abs(expected) * 5e-6)));
    }

    private static JsonNode read() {
        try (InputStream in = MoabGolden.class.getResourceAsStream("/golden/moab/moab.json")) {
            return new ObjectMapper().readTree(Objects.requireNonNull(in, "moab.json"));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
