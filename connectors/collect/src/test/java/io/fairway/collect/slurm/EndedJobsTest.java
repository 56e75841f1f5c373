package io.fairway.collect.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndedJobsTest {
    private static final Instant NOW = Instant.parse("2026-11-22T21:00:00Z");

    private final List<Instant> asked = new ArrayList<>();
    private final List<String> notices = new ArrayList<>();
    private final EndedJobs ended = new EndedJobs(
            (from, until) -> {
                asked.add(from);
                return List.of();
            },
            Duration.ofSeconds(30),
            Duration.ofHours(2),
            Duration.ofMinutes(5),
            new Notices(notices::add));

    @Test
    void theFirstQuestionGoesBackAsFarAsTheLookback() throws Exception {
        var unused = ended.ask(NOW);

        assertThat(asked).containsExactly(NOW.minus(Duration.ofHours(2)));
    }

    @Test
    void laterQuestionsGoBackToTheFirstJobOfWhichNothingIsKnown() throws Exception {
        ended.sent(List.of(), NOW);
        assertThat(ended.isDue(NOW.plusSeconds(29))).isFalse();
        assertThat(ended.isDue(NOW.plusSeconds(30))).isTrue();
        var first = ended.ask(NOW.plusSeconds(30));
        ended.expect(List.of(job("7")), NOW.minusSeconds(3_000));
        var second = ended.ask(NOW.plusSeconds(30));
        ended.sent(List.of(end("7")), NOW.plusSeconds(30));
        var third = ended.ask(NOW.plusSeconds(60));

        assertThat(asked).containsExactly(NOW.minusSeconds(300), NOW.minusSeconds(3_300), NOW.plusSeconds(30 - 300));
        assertThat(first).isEqualTo(second).isEqualTo(third);
    }

    @Test
    void whatTheLastAnswerHadIsNoNews() {
        ended.sent(List.of(end("7")), NOW);

        assertThat(ended.news(List.of(end("7"), end("8")))).containsExactly(end("8"));
    }

    @Test
    void aJobOfWhichAccountingNeverSaysAnythingIsGivenUpAndTold() throws Exception {
        ended.expect(List.of(job("7")), NOW);
        ended.sent(List.of(), NOW.plusSeconds(7_201));
        var unused = ended.ask(NOW.plusSeconds(7_230));

        assertThat(notices)
                .containsExactly(
                        "job 7 left the queue after 2026-11-22T21:00:00Z, and accounting knows no end of it; Fairway goes on"
                                + " without one");
        assertThat(asked).containsExactly(NOW.plusSeconds(7_201 - 300));
    }

    private static JobEvent end(String job) {
        return JobEvent.newBuilder()
                .setDomain("alps")
                .setCluster("alps")
                .setJob(job)
                .setType(JobEventType.FINISHED)
                .setTime(NOW)
                .build();
    }

    private SlurmJob job(String id) {
        QueueLook look = Answers.look("squeue-22.05-first.json", NOW, notices);
        return Answers.job(look, id);
    }
}
