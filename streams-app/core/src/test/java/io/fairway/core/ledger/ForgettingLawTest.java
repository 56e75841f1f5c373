package io.fairway.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The law of forgetting, by all histories of one job: usage is that of the accepted facts. */
class ForgettingLawTest {
    /** As it was: a job is forgotten a horizon after the end that counts, and leaves nothing. */
    private static final ForgettingModel.Way WITHOUT_MARK = new ForgettingModel.Way() {
        @Override
        public boolean isOver(ForgettingModel job, long clock) {
            Long settled = job.settled();
            return settled != null && clock - settled > ForgettingHistories.LAW.horizon();
        }

        @Override
        public long mark(ForgettingModel job, long settled) {
            return Forgetting.NOTHING;
        }
    };

    /** What is told of a job after its facts were forgotten takes the place of the mark. */
    private static final ForgettingModel.Way MARK_OF_THE_DEAD_ALONE = new ForgettingModel.Way() {
        @Override
        public @Nullable String problem(ForgettingModel job, JobFact fact, long clock) {
            long mark = job.kept().facts().isEmpty() ? job.mark() : Forgetting.NOTHING;
            return ForgettingHistories.LAW.problem(fact, job.kept().facts(), mark, clock);
        }
    };

    /** A job of which four facts are kept leaves no mark. */
    private static final ForgettingModel.Way MARK_OF_SMALL_JOBS_ALONE = new ForgettingModel.Way() {
        @Override
        public long mark(ForgettingModel job, long settled) {
            return job.kept().facts().size() < 4 ? settled : job.mark();
        }
    };

    @Test
    void holdsForAllHistoriesOfThreeFacts() {
        holdsForAll(3);
    }

    /** It takes minutes on two cores. */
    @Test
    @Tag("slow")
    void holdsForAllHistoriesOfFiveFacts() {
        holdsForAll(5);
    }

    private static void holdsForAll(int facts) {
        ForgettingHistories histories = new ForgettingHistories(ForgettingModel.Way.SOUND, facts);
        long began = System.nanoTime();

        assertThat(histories.run()).isNull();

        System.out.printf(
                "law of forgetting: %d facts, %s; arrivals at each half horizon up to one too late, with and without a"
                        + " sweep before each; %d cases in %.1f s%n",
                facts, ForgettingHistories.ALPHABET.keySet(), histories.cases(), (System.nanoTime() - began) * 1e-9);
    }

    @Test
    void findsAJobThatIsForgottenByTheEndThatCountsAndLeavesNothing() {
        assertThat(new ForgettingHistories(WITHOUT_MARK, 2).run()).contains("instead of");
    }

    @Test
    void findsAMarkThatIsLostWhenTheJobRunsAgain() {
        assertThat(new ForgettingHistories(MARK_OF_THE_DEAD_ALONE, 2).run()).isNull();
        assertThat(new ForgettingHistories(MARK_OF_THE_DEAD_ALONE, 3).run()).contains("instead of");
    }

    @Test
    @Tag("slow")
    void findsAMarkThatIsMissingAfterFourFactsWithTheFifth() {
        assertThat(new ForgettingHistories(MARK_OF_SMALL_JOBS_ALONE, 4).run()).isNull();
        assertThat(new ForgettingHistories(MARK_OF_SMALL_JOBS_ALONE, 5).run()).contains("instead of");
    }

    /** The case of the report: an end is corrected to one two hours earlier, and comes again within its own horizon. */
    @Test
    void theFirstEndComesAgainAfterACorrectedOneMadeTheJobEndEarlier() {
        Forgetting law = new Forgetting(3_600_000);
        JobFact end = LedgerFacts.fact(JobEventType.FINISHED, 3 * 3_600);
        long corrected = end.time() - 2 * 3_600_000;

        assertThat(law.isOver(corrected, end.time() + 1)).isTrue();
        assertThat(law.problem(end, List.of(), corrected, end.time() + 1))
                .isEqualTo("run " + LedgerFacts.T0 + ": the job's runs that began by " + corrected
                        + " are forgotten, 2 horizons of 3600000 ms after the last that was told of them");
    }

    /** Nobody is late with what happened later: it is of another life of the id. */
    @Test
    void aSubmissionOfALifeThatIsForgottenComesTooLate() {
        Forgetting law = new Forgetting(3_600_000);
        JobFact submitted = LedgerFacts.fact(JobEventType.SUBMITTED, 0);
        long clock = submitted.time() + 3 * 3_600_000;

        assertThat(law.isInDoubt(submitted, submitted.time() + 3_600_000)).isFalse();
        assertThat(law.isInDoubt(submitted, clock)).isTrue();
        assertThat(law.problem(submitted, List.of(), submitted.time(), clock))
                .isEqualTo("SUBMITTED at " + submitted.time() + ": what happened to the job by " + submitted.time()
                        + " is forgotten");
        assertThat(law.problem(submitted, List.of(), submitted.time() - 1, clock))
                .isNull();
        assertThat(law.problem(submitted, List.of(), Forgetting.NOTHING, clock)).isNull();
    }

    /** A log of ended jobs alone tells of each run by its end. A run of less than ten horizons counts whole. */
    @Test
    void aLongRunIsFirstHeardOfByItsEnd() {
        Forgetting law = new Forgetting(1_000);
        JobFact end = LedgerFacts.fact(JobEventType.FINISHED, 10);

        assertThat(law.problem(end, List.of(), Forgetting.NOTHING, end.time())).isNull();
        assertThat(law.problem(end, List.of(), Forgetting.NOTHING, end.time() + 1))
                .contains("began more than 10 horizons of 1000 ms before");
    }
}
