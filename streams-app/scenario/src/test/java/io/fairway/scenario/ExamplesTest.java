package io.fairway.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every example gives the numbers of its document. */
class ExamplesTest {
    private static final Path EXAMPLES = Path.of("..", "..", "examples");

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void comesOutAsItsSourceSays(Path example) {
        Scenario scenario = Scenario.evaluate(example);

        assertThat(scenario.misses()).isEmpty();
        assertThat(scenario.met()).as("expected values").isPositive();
        assertThat(scenario.title()).isNotBlank();
        assertThat(scenario.source()).as("source").isNotBlank();
    }

    @Test
    void areThere() throws IOException {
        assertThat(examples()).hasSizeGreaterThanOrEqualTo(7);
    }
}
