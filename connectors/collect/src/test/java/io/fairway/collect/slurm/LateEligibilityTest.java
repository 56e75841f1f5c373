package io.fairway.collect.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * slurmctld makes tasks of an array eligible only when its scheduler has looked at them, and counts their age from then on. On
 * Slurm 22.05 and 24.11 that was 1 to 2 s after their submission, with a scheduler that looks every 2 s.
 */
class LateEligibilityTest {
    private static final Instant SUBMITTED = Instant.parse("2026-11-26T18:42:25Z");

    private static final int NOT_YET = -1;

    private final List<String> notices = new ArrayList<>();

    @Test
    void aJobThatBecomesEligibleAfterALookIsSoFromThenOn() throws IOException {
        List<List<String>> told = looks(NOT_YET, NOT_YET, 2, 2);

        assertThat(told.get(0)).containsExactly("SUBMITTED 18:42:25");
        assertThat(told.get(1)).isEmpty();
        assertThat(told.get(2)).containsExactly("INELIGIBLE 18:42:25 BEGIN_TIME", "ELIGIBLE 18:42:27");
        assertThat(told.get(3)).isEmpty();
    }

    @Test
    void aBeginTimeThatComesIsNoSuchWait() throws IOException {
        List<List<String>> told = looks(NOT_YET, 600);

        assertThat(told.get(1)).containsExactly("MODIFIED 18:42:27 begin 18:52:25");
    }

    @Test
    void whatIsEligibleAtOnceIsNotToldAgain() throws IOException {
        List<List<String>> told = looks(0, 0);

        assertThat(told.get(0)).containsExactly("SUBMITTED 18:42:25");
        assertThat(told.get(1)).isEmpty();
    }

    /** The events of looks a second apart, after one at an empty queue; seconds after submission, or {@link #NOT_YET}. */
    private List<List<String>> looks(int... eligible) throws IOException {
        QueueChanges changes = new QueueChanges("", true);
        List<List<String>> told = new ArrayList<>();
        QueueLook before = look("", SUBMITTED);
        for (int number = 0; number < eligible.length; number++) {
            long since = eligible[number] == NOT_YET ? 0 : SUBMITTED.getEpochSecond() + eligible[number];
            String job = "{\"job_id\":25,\"cluster\":\"alps\",\"job_state\":\"PENDING\",\"submit_time\":"
                    + SUBMITTED.getEpochSecond() + ",\"eligible_time\":" + since
                    + ",\"array_job_id\":25,\"array_task_string\":\"1-4\",\"priority\":100,\"state_reason\":\"None\","
                    + "\"dependency\":\"\",\"account\":\"biology\",\"user_name\":\"anna\",\"restart_cnt\":0}";
            QueueLook look = look(job, SUBMITTED.plusSeconds(1 + number)).after(before);
            told.add(Answers.lines(Answers.events(changes, before, look), "25"));
            before = look;
        }
        return told;
    }

    private QueueLook look(String jobs, Instant time) throws IOException {
        return Answers.reader(notices)
                .read(
                        "squeue",
                        new ByteArrayInputStream(("{\"jobs\":[" + jobs + "]}").getBytes(StandardCharsets.UTF_8)),
                        time);
    }
}
