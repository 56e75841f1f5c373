package io.fairway.core.priority;

import java.util.Comparator;

/**
 * The order of job ids: as text, except that numbers compare by value. So 9 comes before 10, and task 2 of an array
 * before task 10.
 */
public final class JobIds {
    /** As text, except that numbers compare by value. */
    public static final Comparator<String> ORDER =
            ((Comparator<String>) JobIds::compareParts).thenComparing(Comparator.naturalOrder());

    private JobIds() {}

    private static int compareParts(String a, String b) {
        int i = 0;
        int j = 0;
        while (i < a.length() && j < b.length()) {
            if (isDigit(a.charAt(i)) && isDigit(b.charAt(j))) {
                int endA = endOfNumber(a, i);
                int endB = endOfNumber(b, j);
                int byValue = compareNumbers(a.substring(i, endA), b.substring(j, endB));
                if (byValue != 0) {
                    return byValue;
                }
                i = endA;
                j = endB;
            } else if (a.charAt(i) == b.charAt(j)) {
                i++;
                j++;
            } else {
                return Character.compare(a.charAt(i), b.charAt(j));
            }
        }
        return Integer.compare(a.length() - i, b.length() - j);
    }

    /** Compares numbers of any length by value: without leading zeros, the longer one is greater. */
    private static int compareNumbers(String a, String b) {
        String x = withoutZeros(a);
        String y = withoutZeros(b);
        int byLength = Integer.compare(x.length(), y.length());
        return byLength != 0 ? byLength : x.compareTo(y);
    }

    private static String withoutZeros(String number) {
        int from = 0;
        while (from < number.length() && number.charAt(from) == '0') {
            from++;
        }
        return number.substring(from);
    }

    private static int endOfNumber(String id, int from) {
        int end = from;
        while (end < id.length() && isDigit(id.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
