package io.fairway.core.ledger;

import static io.fairway.core.ledger.LedgerFacts.T0;
import static io.fairway.core.ledger.LedgerFacts.billing;
import static io.fairway.core.ledger.LedgerFacts.fact;
import static io.fairway.core.ledger.LedgerFacts.rules;
import static io.fairway.core.ledger.LedgerFacts.started;
import static io.fairway.core.ledger.LedgerFacts.submitted;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A lease of 600 s has a grid of 150 s. */
class LeaseRenewalTest {
    private static final List<Measure> LEASING = List.of(billing(rules(true, true, true, 600_000)));

    private static JobState job(JobFact... facts) {
        JobState state = JobState.EMPTY;
        for (JobFact fact : facts) {
            state = JobLedger.with(state, fact, LEASING);
        }
        return state;
    }

    private static Watched watched(long since, long through) {
        return new Watched(T0 + since * 1000, T0 + through * 1000);
    }

    /** The seconds of the signs of life that a job lacks. */
    private static List<Long> signs(JobState job, long asOf, Watched... watched) {
        return LeaseRenewal.of(job, LEASING, T0 + asOf * 1000, Arrays.asList(watched)).stream()
                .map(sign -> (sign.time() - T0) / 1000)
                .toList();
    }

    @Test
    void aLeaseThatHasNotEndedNeedsNone() {
        JobState job = job(submitted(), started(0, 1));

        assertThat(signs(job, 600, watched(-10, 600))).isEmpty();
        assertThat(signs(job, 1_000, watched(-10, 900))).containsExactly(900L);
    }

    /** The grid rounds what is kept of a sign of life: the same again would add nothing, and the lease ends. */
    @Test
    void aSignThatIsKeptIsNotGivenAgain() {
        JobState job = job(submitted(), started(0, 1));
        JobFact sign = LeaseRenewal.of(job, LEASING, T0 + 9_000_000, List.of(watched(-10, 4_007)))
                .get(0);

        assertThat(signs(JobLedger.with(job, sign, LEASING), 9_000, watched(-10, 4_007)))
                .isEmpty();
    }

    /** A fact may not be later than the clock of its domain. */
    @Test
    void noSignIsLaterThanTheClock() {
        assertThat(signs(job(submitted(), started(0, 1)), 1_000, watched(-10, 1_100)))
                .containsExactly(1_000L);
    }

    @Test
    void aRunThatEndedNeedsNone() {
        assertThat(signs(
                        job(submitted(), started(0, 1), fact(JobEventType.FINISHED, 2_000)),
                        3_000,
                        watched(-10, 3_000)))
                .isEmpty();
    }

    /** The end of the first run was lost. It was watched until the next one began. */
    @Test
    void aRunIsWatchedUntilTheNextOneBeginsAtTheLatest() {
        JobState job = job(submitted(), started(0, 1), started(5_000, 1));

        assertThat(signs(job, 9_000, watched(-10, 4_000))).containsExactly(4_000L);
        assertThat(signs(job, 9_000, watched(-10, 8_000))).containsExactly(4_999L, 8_000L);
    }

    /** Who began to watch after the run was last seen, and after the end of that part of the grid, did not see it. */
    @Test
    void whoBeganLaterSawItOnlyIfSomebodyElseDid() {
        JobState job = job(submitted(), started(0, 1));
        long grid = (Math.floorDiv(T0, 150_000) + 1) * 150 - T0 / 1000;

        assertThat(signs(job, 9_000, watched(grid + 1, 4_000))).isEmpty();
        assertThat(signs(job, 9_000, watched(grid, 4_000))).containsExactly(4_000L);
        assertThat(signs(job, 9_000, watched(3_000, 4_000), watched(0, 3_000))).containsExactly(4_000L);
    }

    @Test
    void withoutALeaseThereIsNothingToRenew() {
        assertThat(LeaseRenewal.of(
                        job(submitted(), started(0, 1)),
                        List.of(billing(rules(true, true, true, 0))),
                        T0 + 9_000_000,
                        List.of(watched(-10, 9_000))))
                .isEmpty();
    }
}
