package io.fairway.collect.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers of squeue that harm: what is wrong is told with its place, its value and the rule, and the rest goes on. */
class HostileAnswerTest {
    private static final Instant NOW = Instant.parse("2026-11-22T21:00:00Z");
    private static final long SUBMITTED = NOW.getEpochSecond() - 60;
    private static final String SECOND = job(2, "RUNNING", "\"start_time\":" + SUBMITTED);

    private final List<String> notices = new ArrayList<>();

    @Test
    void aTextOfTenMegabytesCostsItsFieldAlone() throws IOException {
        String huge = "x".repeat(10_000_000);
        QueueLook look = read(answer(
                job(
                        1,
                        "PENDING",
                        "\"account\":\"" + huge + "\",\"name\":\"" + huge + "\",\"comment\":\"" + huge + "\""),
                SECOND));

        assertThat(look.jobs()).containsOnlyKeys("1", "2");
        assertThat(Answers.job(look, "1").account()).isEmpty();
        assertThat(Answers.job(look, "1").attributes().getName()).isEqualTo("x".repeat(256));
        assertThat(notices)
                .anyMatch(notice -> notice.startsWith("squeue, jobs[0]: account \"xxx")
                        && notice.contains("...\": must have at most 1024 bytes"))
                .allMatch(notice -> notice.length() < 400);
    }

    @Test
    void aNameInAnotherCharsetSpoilsThatNameAlone() throws IOException {
        QueueLook look = read(answer(job(1, "PENDING", "\"name\":\"caf\u00e9\",\"account\":\"physics\""), SECOND)
                .getBytes(StandardCharsets.ISO_8859_1));

        assertThat(look.jobs()).containsOnlyKeys("1", "2");
        assertThat(Answers.job(look, "1").attributes().getName()).isEqualTo("caf\u00e9");
        assertThat(Answers.job(look, "1").account()).isEqualTo("physics");
        assertThat(notices).anyMatch(notice -> notice.contains("squeue, jobs[0]: name \"caf\u00e9\": must be UTF-8"));
    }

    @Test
    void controlCharactersDoNotReachATerminalOrAKey() throws IOException {
        QueueLook look = read(answer(job(1, "PENDING", "\"account\":\"phy\u0000\u001b[31msics\""), SECOND));

        assertThat(Answers.job(look, "1").account()).isEqualTo("phy\ufffd\ufffd[31msics");
        assertThat(notices)
                .anyMatch(notice ->
                        notice.contains("account \"phy\ufffd\ufffd[31msics\": must have no control characters"))
                .noneMatch(notice -> notice.chars().anyMatch(Character::isISOControl));
    }

    @Test
    void binaryIsRefusedWithItsPlace() {
        byte[] noise = new byte[100_000];
        new Random(13).nextBytes(noise);
        byte[] inTheMiddle = concat("{\"jobs\":[\n".getBytes(StandardCharsets.UTF_8), noise);

        assertThatThrownBy(() -> read(noise)).isInstanceOf(IOException.class).hasMessageStartingWith("squeue");
        assertThatThrownBy(() -> read(inTheMiddle))
                .isInstanceOf(IOException.class)
                .message()
                .startsWith("squeue, line 2, column ")
                .contains("the answer must be JSON")
                .matches(said -> said.chars().noneMatch(Character::isISOControl), "no control characters")
                .hasSizeLessThan(500);
    }

    /** Wherever it is cut: the missing jobs would look as if they had ended. */
    @Test
    void halfAnAnswerIsRefusedWhereverItIsCut() throws IOException {
        String whole = answer(job(1, "PENDING", "\"name\":\"a\""), SECOND);
        assertThat(read(whole).jobs()).hasSize(2);
        for (int length = 1; length < whole.length(); length++) {
            String half = whole.substring(0, length);
            assertThatThrownBy(() -> read(half)).as(half).isInstanceOf(IOException.class);
        }
        assertThatThrownBy(() -> read(whole.substring(0, whole.length() - 20)))
                .hasMessageContaining("squeue, line 1, column ")
                .hasMessageContaining("after 1 good jobs");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "submit_time;-5;must be seconds since 1970",
                "submit_time;99999999999;must be seconds since 1970",
                "submit_time;4102444800;must not be later than 2026-11-22T21:00:00Z, when Slurm was asked",
                "submit_time;\"soon\";must be a whole number",
                "submit_time;{\"set\":true,\"number\":1e300};must be a whole number",
                "job_id;99999999999999999999;must be a whole number",
                "job_id;4294967296;must be a number above 0, of at most 32 bits",
                "job_id;NaN;must be a whole number"
            })
    void aJobWithoutItsIdOrItsSubmissionIsSkipped(String field, String value, String rule) throws IOException {
        QueueLook look = read(answer(job(1, "PENDING", "\"" + field + "\":" + value), SECOND));

        assertThat(look.jobs()).containsOnlyKeys("2");
        assertThat(notices)
                .anyMatch(notice -> notice.startsWith("squeue, jobs[0]: " + field + " \"") && notice.contains(rule))
                .anyMatch(notice -> notice.contains("The job is skipped"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "start_time;4102444800;must not be later than",
                "end_time;4102444800;must not be later than",
                "end_time;1000;must not be before start_time",
                "time_limit;9223372036854775807;must be 0 to 4294967295",
                "time_limit;-1;must be 0 to 4294967295",
                "nice;1e18;must be a whole number",
                "nice;99999999999;must be -4294967295 to 4294967295",
                "node_count;3000000000;must be 0 to 2147483647",
                "restart_cnt;-7;must be 0 to 4294967295",
                "user_id;Infinity;must be a whole number",
                "tres_alloc_str;\"cpu=1e300\";must be 0 to 1e12",
                "tres_alloc_str;\"cpu=-1\";must be 0 to 1e12",
                "tres_alloc_str;\"cpu=NaN\";must be 0 to 1e12",
                "tres_alloc_str;\"mem=9999999P\";must be 0 to 1e12",
                "tres_alloc_str;[1];must be a text"
            })
    void aNumberOrATimeOutOfRangeCostsItsFieldAlone(String field, String value, String rule) throws IOException {
        String start = field.equals("start_time") ? "" : ",\"start_time\":" + SUBMITTED;
        QueueLook look = read(answer(job(1, "COMPLETED", "\"" + field + "\":" + value + start), SECOND));

        assertThat(look.jobs()).containsOnlyKeys("1", "2");
        assertThat(notices)
                .anyMatch(notice -> notice.startsWith("squeue, jobs[0]: " + field + " \"") && notice.contains(rule));
        // Nothing of it makes an event that says what cannot be.
        Answers.events(new QueueChanges("", false), null, look).forEach(event -> {
            assertThat(event.getTime()).isBetween(Instant.ofEpochSecond(SUBMITTED), NOW);
            assertThat(Objects.requireNonNullElse(event.getAttributes(), new io.fairway.avro.JobAttributes())
                            .getTimeLimitSeconds())
                    .isNull();
        });
    }

    /** Slurm's marks for not set and infinite, of 32 and of 64 bits, are no faults. */
    @ParameterizedTest
    @CsvSource({"4294967294", "4294967295", "18446744073709551614", "18446744073709551615"})
    void notSetIsNoFault(String mark) throws IOException {
        QueueLook look = read(answer(job(1, "PENDING", "\"time_limit\":" + mark), SECOND));

        assertThat(Answers.job(look, "1").attributes().getTimeLimitSeconds()).isNull();
        assertThat(notices).noneMatch(notice -> notice.contains("time_limit \""));
    }

    private static String job(int id, String state, String more) {
        return "{\"job_id\":" + id + ",\"cluster\":\"alps\",\"job_state\":\"" + state + "\",\"submit_time\":"
                + SUBMITTED + (more.isEmpty() ? "" : "," + more) + "}";
    }

    private static String answer(String... jobs) {
        return "{\"jobs\":[" + String.join(",", Arrays.asList(jobs)) + "],\"errors\":[]}";
    }

    private QueueLook read(String answer) throws IOException {
        return read(answer.getBytes(StandardCharsets.UTF_8));
    }

    private QueueLook read(byte[] answer) throws IOException {
        return Answers.reader(notices).read("squeue", new ByteArrayInputStream(answer), NOW);
    }

    private static byte[] concat(byte[] first, byte[] second) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(first);
        all.writeBytes(second);
        return all.toByteArray();
    }
}
