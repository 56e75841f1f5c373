package io.fairway.agent.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.agent.job.JobDesk.EventsFrom;
import io.fairway.agent.outbox.AgentOutbox.Kept;
import io.fairway.avro.JobEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobDeskTest {
    @TempDir
    private Path directory;

    private static JobMessage message(String line) {
        return JobMessage.parse(line);
    }

    @Test
    void aStartAndAnEndBecomeEventsOfTheRunThatTheSchedulerNames() throws IOException {
        try (JobRig rig = new JobRig(directory, EventsFrom.TOLD)) {
            rig.desk.tell(
                    message(
                            "start job=7 run=1700000000 time=1700000001.5 user=anna account=phys tres=cpu=4,mem=2048 queue=q"),
                    1);
            rig.desk.tell(message("finish job=7 time=1700000100.25 exit=0:0"), 2);

            assertThat(rig.told())
                    .containsExactly(
                            "STARTED 7 at 1700000000000 of 1700000000000",
                            "FINISHED 7 at 1700000100250 of 1700000000000");
            JobEvent start = rig.events().get(0);
            assertThat(start.getDomain()).isEqualTo("alps");
            assertThat(start.getCluster()).isEqualTo("daint");
            assertThat(start.getUser()).isEqualTo("anna");
            assertThat(start.getAccount()).isEqualTo("phys");
            assertThat(start.getAllocatedTres()).isEqualTo(Map.of("cpu", 4.0, "mem", 2048.0));
            assertThat(start.getAttributes().getQueue()).isEqualTo("q");
            assertThat(start.getSource()).isEqualTo("agent");
            assertThat(start.getSourceRank()).isEqualTo(3);
            assertThat(rig.events().get(1).getExitStatus()).isEqualTo("0:0");
        }
    }

    @Test
    void withoutARunItBeginsWhenTheMessageWasMade() throws IOException {
        try (JobRig rig = new JobRig(directory, EventsFrom.TOLD)) {
            rig.desk.tell(message("start job=7 time=1700000001.5"), 1);
            rig.desk.tell(message("finish job=8 time=1700000002"), 1);
            assertThat(rig.told())
                    .containsExactly(
                            "STARTED 7 at 1700000001500 of 1700000001500", "FINISHED 8 at 1700000002000 of null");
        }
    }

    @Test
    void theSameReportTwiceIsOneEventAlsoOverARestart() throws IOException {
        for (int i = 0; i < 3; i++) {
            try (JobRig rig = new JobRig(directory, EventsFrom.TOLD)) {
                rig.desk.tell(message("start job=7 run=1700000000"), 1);
                rig.desk.tell(message("start job=7 run=1700000000"), 2);
            }
        }
        for (int i = 0; i < 3; i++) {
            try (JobRig rig = new JobRig(directory, EventsFrom.TOLD)) {
                rig.desk.tell(message("finish job=7 run=1700000000 time=1700000100"), 3);
                rig.desk.tell(message("finish job=7 run=1700000000 time=1700000100"), 4);
                assertThat(rig.told()).hasSize(2);
            }
        }
    }

    /** A spool may give an end before its start. */
    @Test
    void anEndBeforeItsStartTakesNeitherAway() throws IOException {
        for (int i = 0; i < 2; i++) {
            try (JobRig rig = new JobRig(directory, EventsFrom.TOLD)) {
                rig.desk.tell(message("finish job=7 run=1700000000 time=1700000100"), 1);
                rig.desk.tell(message("start job=7 run=1700000000"), 2);
                rig.desk.tell(message("finish job=7 run=1700000000 time=1700000100"), 3);
                assertThat(rig.told())
                        .containsExactly(
                                "FINISHED 7 at 1700000100000 of 1700000000000",
                                "STARTED 7 at 1700000000000 of 1700000000000");
                assertThat(rig.desk.jobs().running()).isEmpty();
            }
        }
    }

    /** A scheduler uses the id again, or runs the job again. */
    @Test
    void anotherRunOfTheSameIdIsAnotherEvent() throws IOException {
        try (JobRig rig = new JobRig(directory, EventsFrom.TOLD)) {
            rig.desk.tell(message("start job=7 run=1700000000"), 1);
            rig.desk.tell(message("finish job=7 time=1700000050"), 1);
            rig.desk.tell(message("start job=7 run=1700000060"), 1);
            rig.desk.tell(message("finish job=7 time=1700000070"), 1);
            assertThat(rig.told())
                    .containsExactly(
                            "STARTED 7 at 1700000000000 of 1700000000000",
                            "FINISHED 7 at 1700000050000 of 1700000000000",
                            "STARTED 7 at 1700000060000 of 1700000060000",
                            "FINISHED 7 at 1700000070000 of 1700000060000");
        }
    }

    @Test
    void onlyTheBatchHostReportsButTheOthersKnowTheRun() throws IOException {
        try (JobRig rig = new JobRig(directory, EventsFrom.TOLD)) {
            rig.desk.tell(message("start job=7 run=1700000000 batch-host=n16"), 1);
            assertThat(rig.desk.jobs().toldRun("7")).isEqualTo(1_700_000_000_000L);
            rig.desk.tell(message("finish job=7 time=1700000050"), 1);
            assertThat(rig.told()).isEmpty();
            rig.desk.tell(message("start job=8 run=1700000000 batch-host=N17"), 1);
            assertThat(rig.told()).hasSize(1);
        }
    }

    @Test
    void eventsMayBeTurnedOff() throws IOException {
        try (JobRig rig = new JobRig(directory, EventsFrom.NONE)) {
            assertThat(rig.desk.tell(message("start job=7 run=1700000000"), 1)).isEqualTo(Kept.ON_DISK);
            assertThat(rig.told()).isEmpty();
            assertThat(rig.desk.jobs().toldRun("7")).isNotNull();
        }
    }

    @Test
    void foundJobsStartAtTheirFirstPointAndEndAtTheirLast() throws IOException {
        try (JobRig rig = new JobRig(directory, EventsFrom.FOUND)) {
            rig.desk.present(Set.of("1", "2"), true, 60_000);
            rig.desk.present(Set.of("1", "2"), true, 90_000);
            // A directory that cannot be listed ends nothing.
            rig.desk.present(Set.of(), false, 120_000);
            assertThat(rig.told()).hasSize(2);
        }
        // The agent was away while job 1 ended.
        try (JobRig rig = new JobRig(directory, EventsFrom.FOUND)) {
            rig.desk.present(Set.of("2"), true, 600_000);
            assertThat(rig.told())
                    .containsExactly(
                            "STARTED 1 at 60000 of 60000",
                            "STARTED 2 at 60000 of 60000",
                            "FINISHED 1 at 90000 of 60000");
        }
    }

    @Test
    void aToldJobIsNotFoundOnceMoreWhileItsControlGroupLingers() throws IOException {
        try (JobRig rig = new JobRig(directory, EventsFrom.FOUND)) {
            rig.desk.tell(message("start job=1 run=60"), 60_000);
            rig.desk.present(Set.of("1"), true, 90_000);
            rig.desk.present(Set.of(), true, 120_000);
            rig.desk.tell(message("finish job=1 time=125"), 125_000);
            rig.desk.present(Set.of("1"), true, 150_000);
            assertThat(rig.told()).containsExactly("STARTED 1 at 60000 of 60000", "FINISHED 1 at 125000 of 60000");
        }
    }

    @Test
    void aJobIsSampledBeforeItsEndIsNoted() throws IOException {
        try (JobRig rig = new JobRig(directory, EventsFrom.TOLD)) {
            List<String> sampled = new ArrayList<>();
            rig.desk.onEnding(sampled::add);
            rig.desk.tell(message("start job=7 run=1700000000"), 1);
            rig.desk.tell(message("finish job=7 time=1700000050"), 1);
            rig.desk.tell(message("finish job=unknown time=1700000050"), 1);
            assertThat(sampled).containsExactly("7");
        }
    }

    @Test
    void aTextBeyondItsBoundIsRefusedWithFieldAndRule() throws IOException {
        try (JobRig rig = new JobRig(directory, EventsFrom.TOLD)) {
            assertThatThrownBy(() -> rig.desk.tell(message("start job=7 user=" + "u".repeat(2_000)), 1))
                    .hasMessageContaining("user")
                    .hasMessageContaining("1024");
            assertThat(rig.told()).isEmpty();
        }
    }

    @Test
    void aDamagedFileOfAKnownJobIsSetAside() throws IOException {
        try (JobRig rig = new JobRig(directory, EventsFrom.TOLD)) {
            rig.desk.tell(message("start job=7 run=1700000000"), 1);
        }
        Files.writeString(directory.resolve("jobs/x.job"), "start jo\0");
        try (JobRig rig = new JobRig(directory, EventsFrom.TOLD)) {
            assertThat(rig.desk.jobs().running()).hasSize(1);
            assertThat(directory.resolve("jobs/x.job.bad")).exists();
        }
    }

    @Test
    void endedJobsAreForgottenAfterAnHour() throws IOException {
        try (JobRig rig = new JobRig(directory, EventsFrom.TOLD)) {
            rig.desk.tell(message("start job=7 run=1000"), 1);
            rig.desk.tell(message("finish job=7 time=2000"), 1);
            rig.desk.tend(2_000_000 + 3_599_000);
            assertThat(directory.resolve("jobs")).isNotEmptyDirectory();
            rig.desk.tend(2_000_000 + 3_601_000);
            assertThat(directory.resolve("jobs")).isEmptyDirectory();
        }
    }
}
