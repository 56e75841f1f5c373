package io.fairway.readers.lsf;

import io.fairway.readers.line.BadValueException;
import java.util.ArrayList;
import java.util.List;

/** The values of a line of LSF's logs: separated by blanks, text in double quotes, a quote in it doubled. */
final class LsbTokens {
    private final List<String> values;
    private int next;

    private LsbTokens(List<String> values) {
        this.values = values;
    }

    /**
     * Takes a line apart.
     *
     * @throws BadValueException if a quote is not closed
     */
    static LsbTokens of(String line) {
        List<String> values = new ArrayList<>(160);
        int at = 0;
        while (true) {
            while (at < line.length() && line.charAt(at) == ' ') {
                at++;
            }
            if (at == line.length()) {
                return new LsbTokens(values);
            }
            if (line.charAt(at) != '"') {
                int blank = line.indexOf(' ', at);
                int to = blank < 0 ? line.length() : blank;
                values.add(line.substring(at, to));
                at = to;
                continue;
            }
            StringBuilder text = new StringBuilder();
            at++;
            while (true) {
                int quote = line.indexOf('"', at);
                if (quote < 0) {
                    throw new BadValueException("line", line, "must be whole, but a quote is not closed");
                }
                text.append(line, at, quote);
                at = quote + 1;
                if (at == line.length() || line.charAt(at) != '"') {
                    break;
                }
                text.append('"');
                at++;
            }
            values.add(text.toString());
        }
    }

    /**
     * The next value.
     *
     * @param field its name, for messages
     * @throws BadValueException if there is none
     */
    String text(String field) {
        if (next == values.size()) {
            throw new BadValueException(field, "", "must be in the line, but it ends after " + next + " values");
        }
        return values.get(next++);
    }

    /** The next value as a whole number. */
    long whole(String field) {
        String text = text(field);
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new BadValueException(field, text, "must be a whole number");
        }
    }

    /** The next value as a number. */
    double number(String field) {
        String text = text(field);
        try {
            double number = Double.parseDouble(text);
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Refused below, as infinite numbers are.
        }
        throw new BadValueException(field, text, "must be a number");
    }

    /** The values of a list whose length stands before it. */
    List<String> list(String field) {
        long count = whole("number of " + field);
        if (count < 0 || count > values.size() - next) {
            throw new BadValueException(
                    "number of " + field, Long.toString(count), "must be 0 or more, and as many must follow");
        }
        List<String> list = values.subList(next, next + (int) count);
        next += (int) count;
        return list;
    }

    void skip(int count, String field) {
        for (int i = 0; i < count; i++) {
            text(field);
        }
    }

    boolean atEnd() {
        return next == values.size();
    }
}
