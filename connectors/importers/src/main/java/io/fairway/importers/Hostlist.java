package io.fairway.importers;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lists of host names, as abbreviated in Slurm and LSF: {@code n[01-16,20],login,rack[0-1]n[1-4]}.
 *
 * <p>Source: slurm.conf(5) of Slurm 22.05, NodeName; IBM Spectrum LSF 10.1, condensed host names.
 */
public final class Hostlist {
    /** More hosts than any cluster has. */
    static final int MOST = 1_000_000;

    private static final Pattern BRACKETS = Pattern.compile("\\[([^\\[\\]]*)]");
    private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");

    private Hostlist() {}

    /**
     * The names, each once, in the order of the text.
     *
     * @throws IllegalArgumentException if a bracket or range is not closed, a range goes down or has no number, or
     *     there are more than a million hosts
     */
    public static List<String> expand(String text) {
        Set<String> names = new java.util.LinkedHashSet<>();
        for (String part : split(text)) {
            expand(part, text, names);
        }
        return List.copyOf(names);
    }

    private static void expand(String part, String text, Set<String> names) {
        Matcher brackets = BRACKETS.matcher(part);
        if (!brackets.find()) {
            if (part.indexOf('[') >= 0 || part.indexOf(']') >= 0) {
                throw wrong(text, "the brackets must match");
            }
            names.add(part);
            if (names.size() > MOST) {
                throw wrong(text, "must have at most " + MOST + " hosts");
            }
            return;
        }
        String before = part.substring(0, brackets.start());
        String after = part.substring(brackets.end());
        for (String each : String.valueOf(brackets.group(1)).split(",", -1)) {
            Matcher range = RANGE.matcher(each.strip());
            String from = range.matches() ? range.group(1) : null;
            if (from == null) {
                throw wrong(text, "\"" + each + "\" must be a number or a range such as 1-16");
            }
            String to = range.group(2) == null ? from : String.valueOf(range.group(2));
            long last = Long.parseLong(to);
            if (last < Long.parseLong(from) || last - Long.parseLong(from) >= MOST) {
                throw wrong(text, "the range " + each + " must go up, with at most " + MOST + " hosts");
            }
            for (long i = Long.parseLong(from); i <= last; i++) {
                String digits = Long.toString(i);
                String zeros = "0".repeat(Math.max(0, from.length() - digits.length()));
                expand(before + zeros + digits + after, text, names);
            }
        }
    }

    /** The parts between commas outside brackets. */
    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int begin = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i == text.length() ? ',' : text.charAt(i);
            if (c == '[') {
                depth++;
            } else if (c == ']') {
                depth--;
            } else if (c == ',' && (depth == 0 || i == text.length())) {
                String part = text.substring(begin, i).strip();
                if (!part.isEmpty()) {
                    parts.add(part);
                }
                begin = i + 1;
            }
        }
        return parts;
    }

    /** Names for messages: sorted, and shortened if there are many. */
    public static String some(java.util.Collection<String> names) {
        List<String> sorted = new ArrayList<>(new TreeSet<>(names));
        return sorted.size() <= 5 ? sorted.toString() : sorted.subList(0, 5) + " and " + (sorted.size() - 5) + " more";
    }

    private static IllegalArgumentException wrong(String text, String rule) {
        return new IllegalArgumentException("hosts \"" + text + "\": " + rule);
    }
}
