package io.fairway.api.why;

import io.fairway.policies.explain.Wording;
import java.util.Locale;

/** Places, parts, jobs and priorities in sentences. */
final class Words {
    private Words() {}

    /** {@code 1st}, {@code 187th}, {@code 2,310th}. */
    static String ordinal(long place) {
        long tens = place % 100;
        String ending = tens >= 11 && tens <= 13
                ? "th"
                : switch ((int) (place % 10)) {
                    case 1 -> "st";
                    case 2 -> "nd";
                    case 3 -> "rd";
                    default -> "th";
                };
        return count(place) + ending;
    }

    /** The owner of a job: {@code anna (account physics)}. */
    static String owner(RankedJob job) {
        String user = job.user().isEmpty() ? "nobody" : job.user();
        return job.account().isEmpty() ? user : user + " (account " + job.account() + ")";
    }

    /** A job at the beginning of a sentence; without its name if the reader may not see it. */
    static String job(RankedJob job) {
        return job.job().isEmpty()
                ? "Another user's job"
                : "Job " + job.job() + " of " + (job.user().isEmpty() ? "nobody" : job.user());
    }

    /** {@code 2,310}. */
    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** A priority: in full if it is a whole number, since other tools show it so; otherwise rounded. */
    static String priority(double priority) {
        return priority == Math.rint(priority) ? Wording.number(priority) : Wording.rounded(priority);
    }

    /** A part of 1 in per cent, to three digits: {@code 8.9 %}. */
    static String percent(double part) {
        if (!Double.isFinite(part)) {
            return "-";
        }
        java.math.BigDecimal percent = new java.math.BigDecimal(100 * part)
                .round(new java.math.MathContext(3))
                .stripTrailingZeros();
        return (percent.scale() < 0 ? percent.setScale(0) : percent).toPlainString() + " %";
    }
}
