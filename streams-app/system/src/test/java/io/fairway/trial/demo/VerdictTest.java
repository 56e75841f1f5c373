package io.fairway.trial.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerdictTest {
    private static Verdict verdict(double physics, double biology, long dispatches, long deadLetters) {
        return new Verdict(
                15_000,
                75_000,
                List.of(new Verdict.Account("physics", 0.6, physics), new Verdict.Account("biology", 0.4, biology)),
                dispatches,
                deadLetters,
                new Latency(1234, 80, 210));
    }

    @ParameterizedTest
    @CsvSource({
        // share 60: delivered, in points off, passed
        "0.60, 0.40,  0.0, true",
        "0.64, 0.36,  4.0, true",
        "0.5501, 0.4499, -4.99, true",
        "0.6501, 0.3499,  5.01, false",
        "0.5499, 0.4501, -5.01, false",
        "1.00, 0.00, 40.0, false"
    })
    void fivePointsAreTheLimitInBothDirections(double physics, double biology, double off, boolean passed) {
        Verdict verdict = verdict(physics, biology, 10, 0);

        assertThat(verdict.accounts().get(0).distance()).isEqualTo(off, within(1e-9));
        assertThat(verdict.isPassed()).isEqualTo(passed);
        assertThat(verdict.failures()).hasSize(passed ? 0 : 2);
    }

    @Test
    void theWorstIsTheFurthestInEitherDirection() {
        Verdict verdict = new Verdict(
                0,
                1,
                List.of(
                        new Verdict.Account("a", 0.5, 0.53),
                        new Verdict.Account("b", 0.3, 0.26),
                        new Verdict.Account("c", 0.2, 0.21)),
                1,
                0,
                Latency.NONE);

        assertThat(verdict.worst().name()).isEqualTo("b");
    }

    /** Unfair starts by orders that came seconds late are the machine's, not fairness'. */
    @Test
    void blamesTheMachineWhereItCannotKeepUp() {
        Verdict fast = verdict(0.7, 0.3, 10, 0);
        Verdict slow =
                new Verdict(15_000, 75_000, fast.accounts(), 10, 0, new Latency(1234, Verdict.TOO_SLOW + 1, 9_000));

        assertThat(fast.inWords()).startsWith("verdict: not fair.");
        assertThat(slow.isPassed()).isFalse();
        assertThat(slow.inWords()).startsWith("verdict: undecided. This machine is too slow to judge");
    }

    @Test
    void saysWhatWasFair() {
        assertThat(verdict(0.62, 0.38, 1_500, 0).inWords().lines())
                .containsExactly(
                        "verdict: fair. Every account got its share within 5 points",
                        "  judged over 75 s, after a warm-up of 15 s, by processor-seconds",
                        "  furthest from its share: physics, +2.0 points",
                        "  1,500 dispatches, 0 dead letters",
                        "  submission to priority record at a reader: median 80 ms, p99 210 ms (of 1,234)");
    }

    @Test
    void saysEverythingThatWasNot() {
        Verdict verdict = verdict(0.70, 0.30, 0, 2);

        assertThat(verdict.failures())
                .containsExactly(
                        "no job was dispatched",
                        "physics got 70.0 % of the delivered time, its share is 60.0 %: +10.0 points, more than 5",
                        "biology got 30.0 % of the delivered time, its share is 40.0 %: -10.0 points, more than 5",
                        "2 records were refused: see the dead-letter topic");
        assertThat(verdict.inWords()).startsWith("verdict: not fair.\n  no job was dispatched\n");
    }

    @Test
    void oneDeadLetterIsOneTooMany() {
        assertThat(verdict(0.6, 0.4, 10, 1).failures())
                .containsExactly("1 record was refused: see the dead-letter topic");
    }

    @Test
    void nothingDeliveredIsNotFair() {
        Verdict verdict = verdict(Double.NaN, Double.NaN, 10, 0);

        assertThat(verdict.failures()).containsExactly("nothing was delivered after the warm-up");
        assertThat(verdict.inWords()).doesNotContain("furthest");
    }

    @Test
    void nothingJudgedIsNotFair() {
        Verdict verdict = new Verdict(15_000, 0, List.of(new Verdict.Account("physics", 1, 1)), 3, 0, Latency.NONE);

        assertThat(verdict.isPassed()).isFalse();
    }
}
