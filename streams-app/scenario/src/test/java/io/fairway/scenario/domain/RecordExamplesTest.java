package io.fairway.scenario.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples in the words of records give the numbers of their documents, the same ones as those in the words of before. */
class RecordExamplesTest {
    private static final Path EXAMPLES = Path.of("..", "..", "examples");

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES.resolve("records"))) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void comesOutAsItsSourceSays(Path example) throws IOException {
        Scenario scenario = Scenario.evaluate(example);

        assertThat(scenario.misses()).isEmpty();
        assertThat(scenario.met()).as("expected values").isPositive();
        assertThat(expected(example)).isEqualTo(expected(EXAMPLES.resolve(example.getFileName())));
    }

    private static String expected(Path example) throws IOException {
        String text = Files.readString(example);
        return text.substring(text.indexOf("\nexpect:\n"));
    }
}
