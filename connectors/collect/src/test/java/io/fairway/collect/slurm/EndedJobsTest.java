package io.fairway.collect.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.collect.ask.Notices;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EndedJobsTest {
    private static final Instant NOW = Instant.parse("2026-11-22T21:00:00Z");

    private final List<Instant> asked = new ArrayList<>();
    private final List<JobEvent> answer = new ArrayList<>();
    private final List<JobEvent> news = new ArrayList<>();
    private final List<String> notices = new ArrayList<>();
    private final EndedJobs ended = new EndedJobs(
            (from, until, to) -> {
                asked.add(from);
                answer.forEach(to);
            },
            Duration.ofSeconds(30),
            Duration.ofHours(2),
            Duration.ofMinutes(5),
            new Notices(notices::add));

    @Test
    void theFirstQuestionGoesBackAsFarAsTheLookback() throws Exception {
        ended.ask(NOW, news::add);

        assertThat(asked).containsExactly(NOW.minus(Duration.ofHours(2)));
    }

    @Test
    void laterQuestionsGoBackToTheFirstJobOfWhichNothingIsKnown() throws Exception {
        ended.sent(NOW);
        assertThat(ended.isDue(NOW.plusSeconds(29))).isFalse();
        assertThat(ended.isDue(NOW.plusSeconds(30))).isTrue();
        ended.ask(NOW.plusSeconds(30), news::add);
        ended.expect(List.of(job("7")), NOW.minusSeconds(3_000));
        answer.add(end("7"));
        ended.ask(NOW.plusSeconds(30), news::add);
        ended.sent(NOW.plusSeconds(30));
        ended.ask(NOW.plusSeconds(60), news::add);

        assertThat(asked).containsExactly(NOW.minusSeconds(300), NOW.minusSeconds(3_300), NOW.plusSeconds(30 - 300));
        assertThat(news).containsExactly(end("7"));
    }

    @Test
    void whatTheLastAnswerHadIsNoNews() throws Exception {
        answer.add(end("7"));
        ended.ask(NOW, news::add);
        ended.sent(NOW);
        news.clear();
        answer.add(end("8"));
        ended.ask(NOW, news::add);

        assertThat(news).containsExactly(end("8"));
    }

    @Test
    void whatTheBrokersDidNotTakeIsNewsAgain() throws Exception {
        answer.add(end("7"));
        ended.ask(NOW, news::add);
        ended.ask(NOW, news::add);

        assertThat(news).containsExactly(end("7"), end("7"));
    }

    /** slurmdbd knows more of a run later: its state, its resources. */
    @Test
    void anEventWithAnotherContentIsNews() throws Exception {
        answer.add(end("7"));
        ended.ask(NOW, news::add);
        ended.sent(NOW);
        answer.set(0, end("7"));
        answer.get(0).setExitStatus("1:0");
        ended.ask(NOW, news::add);

        assertThat(news).hasSize(2);
    }

    @Test
    void aJobOfWhichAccountingNeverSaysAnythingIsGivenUpAndTold() throws Exception {
        List<String> gone = new ArrayList<>();
        ended.expect(List.of(job("7")), NOW);
        ended.giveUp(NOW.plusSeconds(7_199), (job, seen) -> gone.add(job.id()));
        assertThat(gone).isEmpty();
        ended.giveUp(NOW.plusSeconds(7_201), (job, seen) -> gone.add(job.id() + " " + seen));
        ended.sent(NOW.plusSeconds(7_201));
        ended.giveUp(NOW.plusSeconds(7_202), (job, seen) -> gone.add(job.id()));
        ended.ask(NOW.plusSeconds(7_230), news::add);

        assertThat(gone).containsExactly("7 " + NOW);

        assertThat(notices)
                .containsExactly(
                        "job 7 left the queue after 2026-11-22T21:00:00Z, and accounting knows no end of it; Fairway takes"
                                + " that instant for its end");
        assertThat(asked).containsExactly(NOW.plusSeconds(7_201 - 300));
    }

    /** It was requeued, or could not be read at one look. */
    @Test
    void aJobThatIsBackInTheQueueIsNotGivenUp() {
        ended.expect(List.of(job("7")), NOW);
        ended.present(Set.of("7"));
        ended.giveUp(NOW.plusSeconds(7_201), (job, seen) -> notices.add("given up"));

        assertThat(notices).isEmpty();
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
