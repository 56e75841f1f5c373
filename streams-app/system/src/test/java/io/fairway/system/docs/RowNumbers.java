package io.fairway.system.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers of rows as text: {@code 3, 7-9, +1}. A number with a plus is of a rule that the document leaves out. */
final class RowNumbers {
    private static final Pattern PART = Pattern.compile("(\\+?)([1-9]\\d{0,2})(?:-([1-9]\\d{0,2}))?");
    /** Rules that the document leaves out come after its own. */
    static final int LEFT_OUT = 1000;

    private RowNumbers() {}

    static Set<Integer> of(String text) {
        Set<Integer> numbers = new TreeSet<>();
        for (String part : text.split(",", -1)) {
            Matcher matcher = PART.matcher(part.strip());
            if (!matcher.matches()) {
                throw new IllegalArgumentException(
                        "'" + part + "' in '" + text + "' is no number of a row such as 7, 7-9 or +1");
            }
            int above = matcher.group(1).isEmpty() ? 0 : LEFT_OUT;
            int first = Integer.parseInt(matcher.group(2));
            int last = matcher.group(3) == null ? first : Integer.parseInt(matcher.group(3));
            if (last < first) {
                throw new IllegalArgumentException("'" + part + "' in '" + text + "' ends before it begins");
            }
            for (int number = first; number <= last; number++) {
                if (!numbers.add(above + number)) {
                    throw new IllegalArgumentException("'" + text + "' has row " + number + " twice");
                }
            }
        }
        return numbers;
    }

    /** The shortest text; two numbers that follow each other are no range. */
    static String text(Set<Integer> numbers) {
        List<Integer> sorted = List.copyOf(new TreeSet<>(numbers));
        List<String> parts = new ArrayList<>();
        for (int from = 0; from < sorted.size(); ) {
            int to = from;
            while (to + 1 < sorted.size()
                    && sorted.get(to + 1) == sorted.get(to) + 1
                    && sorted.get(to + 1) < LEFT_OUT) {
                to++;
            }
            int end = to - from == 1 ? from : to;
            parts.add(one(sorted.get(from)) + (end == from ? "" : "-" + sorted.get(end)));
            from = end + 1;
        }
        return String.join(", ", parts);
    }

    private static String one(int number) {
        return number < LEFT_OUT ? Integer.toString(number) : "+" + (number - LEFT_OUT);
    }
}
