package io.fairway.collect.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same jobs in the JSON of several versions of Slurm give the same events. */
class QueueVersionsTest {
    private static final Instant NOW = Instant.ofEpochSecond(1_700_000_100);

    private final List<String> notices = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(strings = {"23.02", "23.11", "24.05", "24.11", "25.05"})
    void aRunningAndAHeldJob(String version) {
        QueueLook look = Answers.look("squeue-" + version + ".json", NOW, notices);
        List<JobEvent> events = Answers.events(new QueueChanges("site", false), null, look);

        assertThat(Answers.lines(events, "101"))
                .containsExactly("SUBMITTED 22:13:20", "STARTED 22:13:30 run 22:13:30 {cpu=4.0, mem=8192.0, node=1.0}");
        assertThat(Answers.lines(events, "102"))
                .containsExactly("SUBMITTED 22:13:25", "MODIFIED 22:15:00", "HELD 22:15:00 HOLD", "ELIGIBLE 22:15:00");
        SlurmJob held = Answers.job(look, "102");
        assertThat(held.attributes().getPartitions()).containsExactly("main", "big");
        assertThat(held.attributes().getNice()).isEqualTo(-20);
        assertThat(held.attributes().getTimeLimitSeconds()).isNull();
        assertThat(held.attributes().getNodes()).isEqualTo(2);
        assertThat(held.attributes().getRequestedTres()).containsEntry("gres/gpu", 2.0);
        assertThat(notices).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"23.11", "24.05", "24.11", "25.05"})
    void severalStatesAtOnce(String version) {
        QueueLook look = Answers.look("squeue-" + version + ".json", NOW, notices);
        List<JobEvent> events = Answers.events(new QueueChanges("site", false), null, look);

        assertThat(Answers.lines(events, "103"))
                .containsExactly(
                        "SUBMITTED 22:13:20",
                        "STARTED 22:13:40 run 22:13:40 {cpu=1.0, mem=1024.0, node=1.0}",
                        "FINISHED 22:14:10 run 22:13:40");
        assertThat(Answers.job(look, "103").exit()).isEqualTo("3:0");
        assertThat(Answers.lines(events, "104"))
                .containsExactly(
                        "SUBMITTED 22:14:00 begin 22:16:01",
                        "REQUEUED 22:14:00 begin 22:16:01",
                        "MODIFIED 22:15:00 begin 22:16:01",
                        "RELEASED 22:15:00",
                        "ELIGIBLE 22:15:00");
    }
}
