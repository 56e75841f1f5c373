package io.fairway.collect.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Two looks at a real Slurm 22.05.8. The expected events are what was done to it, at the times that its own
 * {@code sacct} has: job 2 ran from 21:00:30 to 21:06:38, 3 was cancelled at 21:06:38, 7 ran from 21:06:39 to 21:06:42.
 */
class RealQueueTest {
    private static final Instant FIRST = Instant.parse("2026-11-22T21:01:00Z");
    private static final Instant SECOND = Instant.parse("2026-11-22T21:06:43Z");

    private final List<String> notices = new ArrayList<>();
    private final QueueLook first = Answers.look("squeue-22.05-first.json", FIRST, notices);
    private final QueueLook second = Answers.look("squeue-22.05-second.json", SECOND, notices);
    private final QueueChanges changes = new QueueChanges("", false);
    private final List<JobEvent> atStart = Answers.events(changes, null, first);
    private final List<JobEvent> since = Answers.events(changes, first, second);

    @Test
    void aRunningJobIsToldWithItsStart() {
        assertThat(Answers.lines(atStart, "1"))
                .containsExactly("SUBMITTED 21:00:29", "STARTED 21:00:30 run 21:00:30 {cpu=3.0, node=1.0}");
        JobEvent submitted = atStart.stream()
                .filter(event -> event.getJob().equals("1"))
                .findFirst()
                .orElseThrow();
        assertThat(submitted.getDomain()).isEqualTo("alps");
        assertThat(submitted.getAccount()).isEqualTo("physics");
        assertThat(submitted.getUser()).isEqualTo("fw_1");
        assertThat(submitted.getSourceRank()).isEqualTo(5);
        assertThat(submitted.getAttributes().getPartition()).isEqualTo("main");
        assertThat(submitted.getAttributes().getTimeLimitSeconds()).isEqualTo(7 * 86_400L);
        assertThat(submitted.getAttributes().getRequestedTres())
                .isEqualTo(Map.of("cpu", 3.0, "mem", 2_000.0, "node", 1.0));
    }

    @Test
    void whyAJobWaitsIsTold() {
        assertThat(Answers.lines(atStart, "3"))
                .containsExactly("SUBMITTED 21:00:29", "MODIFIED 21:01:00", "RELEASED 21:01:00", "ELIGIBLE 21:01:00");
        assertThat(Answers.lines(atStart, "5"))
                .containsExactly(
                        "SUBMITTED 21:00:29",
                        "MODIFIED 21:01:00",
                        "RELEASED 21:01:00",
                        "INELIGIBLE 21:01:00 DEPENDENCY");
        assertThat(Answers.lines(atStart, "6"))
                .containsExactly("SUBMITTED 21:00:29", "MODIFIED 21:01:00", "HELD 21:01:00 HOLD", "ELIGIBLE 21:01:00");
        assertThat(Answers.lines(atStart, "7"))
                .containsExactly(
                        "SUBMITTED 21:00:29 begin 22:00:29",
                        "MODIFIED 21:01:00 begin 22:00:29",
                        "RELEASED 21:01:00",
                        "ELIGIBLE 21:01:00");
    }

    @Test
    void theTasksOfAnArrayThatWaitAreOneJobAndATaskThatStartsIsAnother() {
        assertThat(Answers.job(first, "4").attributes().getNice()).isEqualTo(5);
        assertThat(Answers.lines(since, "4")).isEmpty();
        assertThat(Answers.lines(since, "11"))
                .containsExactly("SUBMITTED 21:00:29", "STARTED 21:06:40 run 21:06:40 {cpu=2.0, node=1.0}");
    }

    @Test
    void everyComponentOfAHeterogeneousJobIsAJob() {
        assertThat(first.jobs()).containsKeys("8", "9");
    }

    @Test
    void whatWasDoneBetweenTheLooksIsTold() {
        assertThat(Answers.lines(since, "1")).containsExactly("SUSPENDED 21:06:38 run 21:00:30");
        assertThat(Answers.lines(since, "2")).containsExactly("REQUEUED 21:06:39 run 21:00:30 begin 21:08:40");
        assertThat(Answers.lines(since, "3")).containsExactly("CANCELLED 21:06:38");
        assertThat(Answers.lines(since, "7"))
                .containsExactly("STARTED 21:06:39 run 21:06:39 {cpu=1.0, node=1.0}", "FINISHED 21:06:42 run 21:06:39");
    }

    /** Slurm 22.05 shows nothing but COMPLETING, which may be the end of a run or of a job. */
    @Test
    void anEndIsToldOnlyWhenSlurmSaysWhichEnd() {
        assertThat(Answers.job(second, "6").phase()).isEqualTo(JobPhase.ENDING);
        assertThat(Answers.lines(since, "6")).containsExactly("STARTED 21:06:39 run 21:06:39 {cpu=1.0, node=1.0}");
    }

    @Test
    void twoEqualLooksTellNothing() {
        assertThat(Answers.events(
                        changes, first, new QueueLook(SECOND, first.jobs(), new QueueLook.Unread(), Map.of())))
                .isEmpty();
    }

    @Test
    void aJobThatLeavesTheQueueUnseenIsLeftToAccountingIfThereIsOne() {
        QueueLook empty = new QueueLook(SECOND, Map.of(), new QueueLook.Unread(), Map.of());

        assertThat(Answers.events(changes, first, empty)).isEmpty();
        assertThat(QueueChanges.vanished(first, empty)).hasSize(10);
        List<JobEvent> told = Answers.events(new QueueChanges("", true), first, empty);
        assertThat(Answers.lines(told, "1")).containsExactly("FINISHED 21:06:43 run 21:00:30");
        assertThat(Answers.lines(told, "3")).containsExactly("CANCELLED 21:06:43");
    }

    /** What runs and what was submitted comes out the same; what a look decides has its time. */
    @Test
    void aRestartTellsNothingNewOfARun() {
        List<JobEvent> again =
                Answers.events(changes, null, new QueueLook(SECOND, first.jobs(), new QueueLook.Unread(), Map.of()));

        assertThat(Answers.lines(again, "1")).isEqualTo(Answers.lines(atStart, "1"));
        assertThat(submissions(again)).containsExactlyInAnyOrderElementsOf(submissions(atStart));
    }

    private static List<JobEvent> submissions(List<JobEvent> events) {
        return events.stream()
                .filter(event -> event.getType() == JobEventType.SUBMITTED)
                .toList();
    }

    @Test
    void nothingThatIsNeededIsMissing() {
        assertThat(notices).allMatch(notice -> notice.contains("part of a heterogeneous job"));
    }
}
