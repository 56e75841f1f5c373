package io.fairway.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.bench.bed.EmbeddedServers;
import io.fairway.embedded.SharedRegistry;
import io.fairway.embedded.ShortLivedJvm;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command measures. The test does not check the amounts. */
@Order(3)
class LoadIT {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path directory;

    @Test
    void measuresEventsAndQuestions() throws IOException {
        measures(ShortLivedJvm::instead);
    }

    /** With the options of the JVM that it measures with. */
    @Test
    @Tag("slow")
    void measuresWithItsOwnOptions() throws IOException {
        measures(UnaryOperator.identity());
    }

    private void measures(UnaryOperator<List<String>> jvm) throws IOException {
        Path json = directory.resolve("load.json");
        StringWriter out = new StringWriter();

        LoadCommand command = new LoadCommand();
        command.on(() -> EmbeddedServers.with(SharedRegistry.url(), jvm));

        int exit = new CommandLine(command)
                .setOut(new PrintWriter(out))
                .execute(
                        "--associations",
                        "300",
                        "--accounts",
                        "10",
                        "--key-rate",
                        "20",
                        "--page-rate",
                        "5",
                        "--page-size",
                        "10",
                        "--for",
                        "1",
                        "--rounds",
                        "1",
                        "--json",
                        json.toString(),
                        "-q");

        assertThat(exit).isZero();
        assertThat(out.toString())
                .contains("takes", "ratio", "one key", "ranking")
                .doesNotContain("NaN", "Infinity");
        JsonNode measured = new ObjectMapper().readTree(json.toFile());
        for (String load : new String[] {"full", "half"}) {
            assertThat(measured.at("/" + load + "/alone/0/events").asLong()).isPositive();
            for (String kind : new String[] {"oneKey", "ranking"}) {
                JsonNode times = measured.at("/" + load + "/" + kind);
                assertThat(times.get("answered").asLong()).isPositive();
                assertThat(times.get("refused").asLong()).isZero();
            }
        }
        double full = measured.at("/full/alone/0/eventsPerSecond").asDouble();
        assertThat(measured.get("halfRate").asDouble()).isCloseTo(full / 2, withinPercentage(1));
    }
}
