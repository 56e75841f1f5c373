package io.fairway.trial.demo;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Whether the accounts got their shares.
 *
 * @param warmUpMillis length of the warm-up, which does not count
 * @param judgedMillis length of the judged span
 * @param accounts share and delivered share of each, over that span
 * @param dispatches starts by the dispatcher, over the whole run
 * @param deadLetters dead letters over the whole run
 * @param latency time from a submission to its priority record, over the judged span
 */
record Verdict(
        long warmUpMillis,
        long judgedMillis,
        List<Account> accounts,
        long dispatches,
        long deadLetters,
        Latency latency) {
    /** The allowed distance of a delivered share from the share, in percentage points. */
    static final double LIMIT = 5;

    /**
     * A median time from a submission to its priority record, milliseconds, beyond which it is the machine that is judged: the
     * dispatcher starts jobs by orders that are no longer those of the simulated cluster.
     */
    static final long TOO_SLOW = 2_000;

    /** An account. Both shares are 0..1; {@code delivered} is not a number if nothing was delivered. */
    record Account(String name, double share, double delivered) {
        /** Distance in percentage points; positive = it got more than its share. */
        double distance() {
            return 100 * (delivered - share);
        }
    }

    Verdict {
        accounts = List.copyOf(accounts);
    }

    /** The account furthest from its share. */
    Account worst() {
        return accounts.stream()
                .max(Comparator.comparingDouble(account -> Math.abs(account.distance())))
                .orElseThrow();
    }

    /** Whether the machine cannot keep up with the demo. */
    boolean isTooSlow() {
        return latency.median() > TOO_SLOW;
    }

    boolean isPassed() {
        return failures().isEmpty();
    }

    /** The failures, in words; empty if there are none. */
    List<String> failures() {
        List<String> failures = new ArrayList<>();
        if (dispatches == 0) {
            failures.add("no job was dispatched");
        }
        if (judgedMillis <= 0 || accounts.stream().anyMatch(account -> Double.isNaN(account.delivered()))) {
            failures.add("nothing was delivered after the warm-up");
        } else {
            for (Account account : accounts) {
                if (Math.abs(account.distance()) > LIMIT) {
                    failures.add(text(
                            "%s got %.1f %% of the delivered time, its share is %.1f %%: %+.1f points, more than %.0f",
                            account.name(),
                            100 * account.delivered(),
                            100 * account.share(),
                            account.distance(),
                            LIMIT));
                }
            }
        }
        if (deadLetters > 0) {
            failures.add(deadLetters + (deadLetters == 1 ? " record was" : " records were")
                    + " refused: see the dead-letter topic");
        }
        return failures;
    }

    /** The verdict for people, one statement on each line. */
    String inWords() {
        StringBuilder words = new StringBuilder();
        if (isPassed()) {
            words.append(text("verdict: fair. Every account got its share within %.0f points", LIMIT));
        } else {
            words.append(
                    isTooSlow()
                            ? text(
                                    "verdict: undecided. This machine is too slow to judge: half of the priority records came"
                                            + " more than %,d ms after their submission. What was seen:",
                                    TOO_SLOW)
                            : "verdict: not fair.");
            failures().forEach(failure -> words.append("\n  ").append(failure));
        }
        words.append(text(
                "%n  judged over %.0f s, after a warm-up of %.0f s, by processor-seconds",
                judgedMillis / 1000.0, warmUpMillis / 1000.0));
        if (!Double.isNaN(worst().distance())) {
            words.append(text("%n  furthest from its share: %s, %+.1f points", worst().name(), worst().distance()));
        }
        words.append(text("%n  %,d dispatches, %,d dead letters", dispatches, deadLetters));
        words.append(text(
                "%n  submission to priority record at a reader: median %,d ms, p99 %,d ms (of %,d)",
                latency.median(), latency.p99(), latency.count()));
        return words.toString();
    }

    @SuppressWarnings("AnnotateFormatMethod") // the formats are literals of this class
    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values).replace(System.lineSeparator(), "\n");
    }
}
