package io.fairway.api.why;

import java.util.Locale;

/** How places and parts stand in sentences. */
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

    /** Whose a job is: {@code anna (account physics)}. */
    static String owner(RankedJob job) {
        return job.account().isEmpty() ? job.user() : job.user() + " (account " + job.account() + ")";
    }

    /** A job in the course of a sentence; without its name where that may not be told. */
    static String job(RankedJob job) {
        return job.job().isEmpty() ? "A job of somebody else" : "Job " + job.job() + " of " + job.user();
    }

    /** {@code 2,310}. */
    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
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
