package io.fairway.client.diff;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads what {@code sshare -P} prints, with or without {@code -l}: a line of titles, and a line of columns between bars
 * for each account and association. Versions differ in their columns, so only titles say what a column holds.
 */
public final class SshareReader {
    private static final int MAX_SHOWN = 60;

    private final String place;
    private final List<ShareLine> lines = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final Map<String, Integer> columns = new HashMap<>();
    private int number;

    /** @param place where the lines come from, for messages */
    public SshareReader(String place) {
        this.place = place;
    }

    /** Reads the next line. A line that is none of sshare's is a problem, and the rest goes on. */
    public SshareReader line(String line) {
        number++;
        String text = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
        if (text.isBlank()) {
            return this;
        }
        String[] fields = text.split("\\|", -1);
        if (columns.isEmpty()) {
            titles(fields, text);
        } else {
            try {
                lines.add(values(fields));
            } catch (IllegalArgumentException e) {
                problems.add(place + ", line " + number + ": " + e.getMessage());
            }
        }
        return this;
    }

    private void titles(String[] fields, String text) {
        for (int i = 0; i < fields.length; i++) {
            columns.put(fields[i].strip().toLowerCase(Locale.ROOT).replace(" ", ""), i);
        }
        for (String needed : List.of("account", "user", "fairshare")) {
            if (!columns.containsKey(needed)) {
                columns.clear();
                problems.add(place + ", line " + number + ": \"" + shown(text)
                        + "\" must be the titles of `sshare -a -l -P`, with Account, User and FairShare");
                return;
            }
        }
    }

    private ShareLine values(String[] fields) {
        if (fields.length < columns.size()) {
            throw new IllegalArgumentException("\"" + shown(String.join("|", fields)) + "\" has " + fields.length
                    + " columns and must have " + columns.size());
        }
        String account = text(fields, "account").strip();
        if (account.isEmpty()) {
            throw new IllegalArgumentException("Account must not be empty");
        }
        return new ShareLine(
                account,
                text(fields, "user").strip(),
                text(fields, "partition").strip(),
                text(fields, "rawshares").strip(),
                number(fields, "rawusage"),
                number(fields, "effectvusage"),
                number(fields, "fairshare"),
                number(fields, "levelfs"),
                0);
    }

    private String text(String[] fields, String column) {
        Integer index = columns.get(column);
        return index == null ? "" : fields[index];
    }

    private double number(String[] fields, String column) {
        String text = text(fields, column).strip();
        if (text.isEmpty() || text.equals("nan") || text.equals("-nan")) {
            return Double.NaN;
        }
        if (text.equals("inf")) {
            return Double.POSITIVE_INFINITY;
        }
        if (!text.matches("-?[0-9]{1,30}(\\.[0-9]{1,30})?([eE][-+]?[0-9]{1,3})?")) {
            throw new IllegalArgumentException(column + " \"" + shown(text) + "\" must be a number");
        }
        return Double.parseDouble(text);
    }

    private static String shown(String text) {
        return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "...";
    }

    /** Accounts and associations so far. */
    public List<ShareLine> lines() {
        return List.copyOf(lines);
    }

    /** What could not be read: place, value and rule. */
    public List<String> problems() {
        return List.copyOf(problems);
    }
}
