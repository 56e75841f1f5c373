package io.fairway.collect.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Slurm 24.11.5 and 26.05.5 printed, and what they themselves made of it. */
class RecordedQueuesTest {
    private static final Instant NOW = Instant.parse("2026-11-26T00:00:00Z");

    private final List<String> notices = new ArrayList<>();

    /** Slurm's size is the mean of nodes by nodes and CPUs by CPUs: 250 and 312 of 500 on 4 nodes and 16 CPUs. */
    @ParameterizedTest
    @CsvSource({"16, 250", "21, 312"})
    void theSizeIsWhatTheJobAsksFor(String job, int sprio) {
        JobAttributes attributes = attributes("24.11.5-size", job);
        double nodes = Objects.requireNonNull(attributes.getNodes()) / 4.0;
        double cpus = Objects.requireNonNull(
                        Objects.requireNonNull(attributes.getRequestedTres()).get("cpu"))
                / 16;

        assertThat((int) (500 * (nodes + cpus) / 2)).isEqualTo(sprio);
    }

    /** Jobs 259 and 263 with {@code -n 3} and {@code -n 6}: Slurm guesses 3 and 2 nodes. */
    @ParameterizedTest
    @CsvSource({"259, 1", "263, 1", "255, 1"})
    void aGuessOfNodesIsNoRequest(String job, int nodes) {
        assertThat(attributes("26.05.5-requests", job).getNodes()).isEqualTo(nodes);
    }

    @ParameterizedTest
    @CsvSource({
        "26.05.5-limits, 347, LIMITS",
        "26.05.5-limits, 349, LIMITS",
        "26.05.5-requests, 262, DEPENDENCY",
        "24.11.5-reasons, 148, DEPENDENCY",
        "24.11.5-reasons, 151, LIMITS",
        "24.11.5-reasons, 153, LIMITS",
        "24.11.5-reasons, 144,",
        "24.11.5-reasons, 145,",
    })
    void whatKeepsAJobFromStarting(String version, String job, @org.jspecify.annotations.Nullable String obstacle) {
        SlurmJob waiting = Answers.job(look(version), job);

        assertThat(waiting.obstacle() == null ? null : waiting.obstacle().name())
                .isEqualTo(obstacle);
        assertThat(waiting.held()).isFalse();
        assertThat(notices).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"24.11.5-reasons, 142, 4", "26.05.5-limits, 346, 3"})
    void whatARunHolds(String version, String job, double cpus) {
        Map<String, Double> allocated = Answers.job(look(version), job).allocated();

        assertThat(allocated).containsEntry("cpu", cpus).containsEntry("node", 1.0);
    }

    private JobAttributes attributes(String version, String job) {
        return Answers.job(look(version), job).attributes();
    }

    private QueueLook look(String version) {
        return Answers.look("squeue-" + version + ".json", NOW, notices);
    }
}
