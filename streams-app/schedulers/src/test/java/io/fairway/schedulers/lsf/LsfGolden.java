package io.fairway.schedulers.lsf;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.provider.Arguments;

/** Reads the golden cases of LSF. */
public final class LsfGolden {
    private static final JsonNode FILE = read();

    private LsfGolden() {}

    private static JsonNode read() {
        try (InputStream in = LsfGolden.class.getResourceAsStream("/golden/lsf/lsf.json")) {
            return new ObjectMapper().readTree(Objects.requireNonNull(in, "lsf.json"));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The number of cases in the file. */
    public static int all() {
        return FILE.get("cases").size();
    }

    /** The cases of some functions, named by id. */
    public static Stream<Arguments> cases(String... functions) {
        Set<String> wanted = Set.of(functions);
        List<Arguments> cases = new ArrayList<>();
        for (JsonNode row : FILE.get("cases")) {
            if (wanted.contains(row.get("fn").asText())) {
                cases.add(Arguments.of(row.get("id").asText(), row));
            }
        }
        return cases.stream();
    }

    public static double number(JsonNode inputs, String name) {
        return inputs.get(name).asDouble();
    }

    public static double number(JsonNode inputs, String name, double absent) {
        return inputs.has(name) ? inputs.get(name).asDouble() : absent;
    }

    /** The members of an object as texts. */
    public static Map<String, String> texts(JsonNode object) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            texts.put(field.getKey(), field.getValue().asText());
        }
        return texts;
    }

    /** Equal to 6 significant digits: half a unit of the sixth. */
    public static void assertSixDigits(double actual, double expected, String what) {
        double unit = expected == 0 ? 1e-9 : Math.pow(10, Math.floor(Math.log10(Math.abs(expected))) - 5);
        assertThat(actual).as(what).isCloseTo(expected, Offset.offset(0.5000001 * unit));
    }
}
