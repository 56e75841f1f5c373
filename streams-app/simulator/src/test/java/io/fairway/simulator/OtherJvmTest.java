package io.fairway.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.schemas.FairwaySerdes;
import io.fairway.simulator.schedule.ScheduleMaker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A seed gives the same run in each JVM, to the last bit and in the same order. Another JVM has other identity hashes, and
 * another order of {@link Map#of} and {@link java.util.Set#copyOf}. It takes the seeds in the other direction: nothing stays
 * of the run before.
 */
class OtherJvmTest {
    private static final SeedRange SEEDS = new SeedRange(1, 12);

    /** Prints a line for each seed, the last one first: the seed, and the digest of what its run writes. */
    public static void main(String[] args) {
        digests(SEEDS.last(), SEEDS.first()).forEach(System.out::println);
    }

    private static List<String> digests(long from, long to) {
        FairwaySerdes serdes = FairwaySerdes.ofOneThread(Map.of("schema.registry.url", "mock://other-jvm"));
        Encoder encoder = new Encoder(serdes);
        List<String> digests = new ArrayList<>();
        for (long seed = from; seed != to + Long.signum(to - from); seed += Long.signum(to - from)) {
            digests.add("%d %016x".formatted(seed, Simulation.digest(ScheduleMaker.of(seed), serdes, encoder)));
        }
        return digests;
    }

    @Test
    void aSeedGivesTheSameRunInAnotherJvm() throws IOException, InterruptedException {
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        OtherJvmTest.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> own = digests(SEEDS.first(), SEEDS.last());
        List<String> others = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.matches("\\d+ [0-9a-f]{16}"))
                .toList();

        assertThat(other.waitFor()).isZero();
        assertThat(others).containsExactlyInAnyOrderElementsOf(own);
    }
}
