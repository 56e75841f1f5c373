package io.fairway.collect.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.collect.ask.BoundedCommand;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers that Slurm should not give. A whole answer that is wrong is refused; of a job that is wrong, the rest goes on. */
class BadAnswerTest {
    private static final Instant NOW = Instant.parse("2026-11-22T21:00:00Z");
    private static final String GOOD =
            "{\"job_id\":1,\"cluster\":\"alps\",\"job_state\":\"PENDING\",\"submit_time\":5}";

    private final List<String> notices = new ArrayList<>();

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "'';must be a JSON object",
                "[];must be a JSON object",
                "{\"jobs\":[{\"job_id\":1;Unexpected end-of-input",
                "{\"jobs\":[];Unexpected end-of-input",
                "{};has no field jobs",
                "{\"jobs\":7};jobs must be a list",
                "{\"jobs\":[],\"errors\":[{\"error\":\"Socket timed out\"}]};Socket timed out"
            })
    void anAnswerThatIsNoQueueIsRefusedAsAWhole(String answer, String reason) {
        assertThatThrownBy(() -> read(answer)).isInstanceOf(IOException.class).hasMessageContaining(reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "\"job_id\":\"x\";must be a number above 0",
                "\"job_id\":2,\"cluster\":\"alps\",\"job_state\":\"BORED\";job_state \"[BORED]\": must be a state",
                "\"job_id\":2,\"cluster\":\"alps\",\"job_state\":\"PENDING\",\"submit_time\":\"soon\";submit_time \"soon\": must be seconds",
                "\"job_id\":2,\"job_state\":\"PENDING\",\"submit_time\":5;cluster \"\": must be named"
            })
    void aJobThatIsWrongIsToldAndTheOthersGoOn(String fields, String message) throws IOException {
        QueueLook look = read("{\"jobs\":[{" + fields + "}," + GOOD + "]}");

        assertThat(look.jobs()).containsOnlyKeys("1");
        assertThat(notices).anyMatch(notice -> notice.startsWith("squeue, jobs[0]: ") && notice.contains(message));
    }

    @Test
    void aFieldThatIsMissingInEveryJobIsToldOnce() throws IOException {
        QueueLook look = read("{\"jobs\":[" + GOOD + "," + GOOD.replace(":1,", ":2,") + "]}");

        assertThat(look.jobs()).containsOnlyKeys("1", "2");
        assertThat(notices.stream().filter(notice -> notice.contains("no field tres_req_str")))
                .hasSize(1);
    }

    @Test
    void anUnknownCountIsToldWithItsValue() throws IOException {
        var unused = read("{\"jobs\":[" + GOOD.replace("}", ",\"tres_req_str\":\"cpu=many\"}") + "]}");

        assertThat(notices).anyMatch(notice -> notice.contains("TRES \"cpu=many\": must be name=count"));
    }

    @Test
    void anAnswerThatIsTooLongIsCutOff() {
        BoundedCommand runner = new BoundedCommand(Map.of(), Duration.ofSeconds(30), 1_000);

        assertThatThrownBy(() -> runner.run(
                        List.of("yes"), output -> Answers.reader(notices).read("yes", output, NOW)))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> runner.run(List.of("yes"), output -> output.readAllBytes().length))
                .hasMessageContaining("more than 1000 bytes");
    }

    /** On two processors too, where the common pool has one thread. */
    @Test
    @Timeout(120)
    void aCommandThatTakesTooLongOrFailsIsToldWithItsWords() {
        BoundedCommand impatient = new BoundedCommand(Map.of(), Duration.ofSeconds(1), 1_000);
        BoundedCommand runner = new BoundedCommand(Map.of(), Duration.ofMinutes(1), 1_000);

        assertThatThrownBy(() -> impatient.run(List.of("sleep", "3600"), output -> output.readAllBytes().length))
                .hasMessageContaining("sleep was ended because it took more than 1 s");
        assertThatThrownBy(() -> runner.run(
                        List.of("sh", "-c", "echo no controller >&2; exit 3"), output -> output.readAllBytes().length))
                .hasMessageContaining("status 3")
                .hasMessageContaining("no controller");
    }

    private QueueLook read(String answer) throws IOException {
        return Answers.reader(notices)
                .read("squeue", new ByteArrayInputStream(answer.getBytes(StandardCharsets.UTF_8)), NOW);
    }
}
