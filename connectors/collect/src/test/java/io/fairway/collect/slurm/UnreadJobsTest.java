package io.fairway.collect.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One look of three has something that nobody can read: it is unknown, and nothing is made of it. */
class UnreadJobsTest {
    private static final Instant NOW = Instant.parse("2026-11-22T21:00:00Z");
    private static final long SUBMITTED = NOW.getEpochSecond() - 600;
    private static final String RUNNING =
            "{\"job_id\":1,\"cluster\":\"alps\",\"job_state\":\"RUNNING\",\"submit_time\":"
                    + SUBMITTED + ",\"start_time\":" + (SUBMITTED + 60)
                    + ",\"restart_cnt\":1,\"tres_alloc_str\":\"cpu=4\",\"account\":\"physics\",\"user_name\":\"anna\","
                    + "\"suspend_time\":0,\"pre_sus_time\":0,\"nice\":3}";
    private static final String HELD = "{\"job_id\":2,\"cluster\":\"alps\",\"job_state\":\"PENDING\",\"submit_time\":"
            + SUBMITTED + ",\"priority\":0,\"state_reason\":\"None\",\"dependency\":\"\",\"eligible_time\":"
            + SUBMITTED + ",\"account\":\"physics\",\"user_name\":\"anna\",\"nice\":3,\"restart_cnt\":1}";

    private final List<String> notices = new ArrayList<>();

    /** Of a job that runs, and of one that is held since before the first look. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"job_state\":\"RUNNING\"|\"job_state\":\"DREAMING\"",
                "\"job_state\":\"RUNNING\"|\"job_state\":NaN",
                "\"job_id\":1|\"job_id\":NaN",
                "\"job_id\":1|\"job_id\":{\"set\":true,\"infinite\":true,\"number\":0}",
                "\"start_time\":[0-9]+|\"start_time\":{\"set\":true,\"infinite\":true,\"number\":0}",
                "\"start_time\":[0-9]+|\"start_time\":NaN",
                "\"start_time\":[0-9]+|\"start_time\":4000000000",
                "\"submit_time\":[0-9]+|\"submit_time\":\"soon\"",
                "\"restart_cnt\":1|\"restart_cnt\":NaN",
                "\"tres_alloc_str\":\"cpu=4\"|\"tres_alloc_str\":[]",
                "\"suspend_time\":0|\"suspend_time\":NaN",
                "\"priority\":0|\"priority\":NaN",
                "\"account\":\"physics\"|\"account\":{}",
                "\"user_name\":\"anna\"|\"user_name\":{}",
                "\"nice\":3|\"nice\":NaN",
            })
    void whatCannotBeReadChangesNothing(String good, String bad) throws IOException {
        String spoiled = (RUNNING + "," + HELD).replaceAll(good, bad);
        assertThat(spoiled).isNotEqualTo(RUNNING + "," + HELD);

        List<List<String>> looks = looks(RUNNING + "," + HELD, spoiled, RUNNING + "," + HELD);

        assertThat(looks.get(1)).as(notices.toString()).isEmpty();
        assertThat(looks.get(2)).isEmpty();
    }

    /** The other jobs go on: one that is not in the answer is gone, if each job of the answer has its id. */
    @Test
    void aJobThatIsGoneIsGone() throws IOException {
        List<List<String>> looks =
                looks(RUNNING + "," + HELD, HELD.replace("PENDING", "DREAMING"), HELD.replace("PENDING", "DREAMING"));

        assertThat(looks.get(1)).containsExactly("1 FINISHED");
        assertThat(looks.get(2)).isEmpty();
    }

    /** A job whose id is never read may hide a job that is missing, but not for ever. */
    @Test
    void aJobWithoutAnIdHidesAMissingOneForTenMinutes() throws IOException {
        String nameless = HELD.replace(":2,", ":NaN,");
        String[] answers = new String[64];
        answers[0] = RUNNING;
        for (int look = 1; look < answers.length; look++) {
            answers[look] = nameless;
        }

        List<List<String>> looks = looks(answers);

        // A look each 10 s; the first without the job is at 10 s.
        for (int look = 1; look < 61; look++) {
            assertThat(looks.get(look)).as("look %s", look).isEmpty();
        }
        assertThat(looks.get(61)).containsExactly("1 FINISHED");
        assertThat(looks.get(62)).isEmpty();
    }

    /** A run whose start cannot be read ends all the same. */
    @Test
    void aRunEndsWithoutItsStartInTheAnswer() throws IOException {
        String ended =
                RUNNING.replace("RUNNING", "COMPLETED").replaceAll("\"start_time\":[0-9]+", "\"start_time\":NaN");

        assertThat(looks(RUNNING, ended).get(1)).containsExactly("1 FINISHED");
    }

    /** The events of each look of a collector without accounting. */
    private List<List<String>> looks(String... answers) throws IOException {
        Deque<String> left = new ArrayDeque<>(List.of(answers));
        List<List<String>> all = new ArrayList<>();
        QueueLook before = null;
        QueueChanges changes = new QueueChanges("", true);
        Instant time = NOW;
        while (!left.isEmpty()) {
            String answer = "{\"jobs\":[" + left.remove() + "]}";
            QueueLook look = Answers.reader(notices)
                    .read("squeue", new ByteArrayInputStream(answer.getBytes(StandardCharsets.UTF_8)), time)
                    .after(before);
            List<JobEvent> events = Answers.events(changes, before, look);
            all.add(events.stream()
                    .map(event -> event.getJob() + " " + event.getType())
                    .toList());
            before = look;
            time = time.plusSeconds(10);
        }
        return all;
    }
}
