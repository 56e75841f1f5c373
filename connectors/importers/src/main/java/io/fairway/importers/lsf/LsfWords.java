package io.fairway.importers.lsf;

import java.util.Locale;

/** The format of values in LSF. Every method throws IllegalArgumentException with the value and the rule. */
final class LsfWords {
    private LsfWords() {}

    static long whole(String keyword, String text, long least, long most) {
        if (text.matches("[+-]?\\d{1,15}")) {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return value;
            }
        }
        throw new IllegalArgumentException(
                keyword + " \"" + text + "\": must be a whole number of " + least + " to " + most);
    }

    /** Y and N, also 1 and 0. */
    static boolean yes(String keyword, String text) {
        return switch (text.toUpperCase(Locale.ROOT)) {
            case "Y", "YES", "1" -> true;
            case "N", "NO", "0" -> false;
            default -> throw new IllegalArgumentException(keyword + " \"" + text + "\": must be Y or N");
        };
    }

    /** The last value of {@code [minimum [default]] maximum}. */
    static long most(String keyword, String text) {
        String[] words = text.strip().split("\\s+");
        if (words.length > 3) {
            throw new IllegalArgumentException(keyword + " \"" + text + "\": must be [minimum [default]] maximum");
        }
        return whole(keyword, words[words.length - 1], 1, Integer.MAX_VALUE);
    }

    /** The default run limit of {@code [default] maximum}, each {@code [hours:]minutes[/host]}, in minutes. */
    static long runLimit(String text) {
        String first = text.strip().split("\\s+")[0].replaceAll("/.*$", "");
        String[] parts = first.split(":", -1);
        if (parts.length > 2) {
            throw new IllegalArgumentException("RUNLIMIT \"" + text + "\": must be [hours:]minutes");
        }
        long minutes = whole("RUNLIMIT", parts[parts.length - 1], 0, Integer.MAX_VALUE);
        return parts.length == 1 ? minutes : 60 * whole("RUNLIMIT", parts[0], 0, Integer.MAX_VALUE) + minutes;
    }
}
