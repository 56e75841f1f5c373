package io.fairway.importers;

import io.fairway.importers.ImportReport.Finding.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What was read of a site's files, what was not, and what is wrong with them. Not thread-safe. */
public final class ImportReport {
    /**
     * Something to tell.
     *
     * @param place {@code null} = no line of a file
     * @param message for people; of an error the value and the rule
     */
    public record Finding(Kind kind, @Nullable Place place, String message) {
        /** How bad it is. */
        public enum Kind {
            /** Wrong: nothing comes out. */
            ERROR("error"),
            /** Not understood, or doubtful; reading goes on without it. */
            WARNING("warning"),
            /** Understood, but Fairway has nothing like it. */
            UNSUPPORTED("not supported");

            private final String word;

            Kind(String word) {
                this.word = word;
            }
        }

        @Override
        public String toString() {
            return (place == null ? "" : place + ": ") + kind.word + ": " + message;
        }
    }

    private final List<Finding> findings = new ArrayList<>();
    private final List<String> read = new ArrayList<>();
    private final Map<String, Set<String>> unused = new TreeMap<>();
    private final List<String> tables = new ArrayList<>();

    /** What is wrong or worth telling, in the order in which it was met. */
    public List<Finding> findings() {
        return Collections.unmodifiableList(findings);
    }

    /** The findings of a kind. */
    public List<Finding> findings(Kind kind) {
        return findings.stream().filter(finding -> finding.kind() == kind).toList();
    }

    /** What was taken, one sentence for each thing. */
    public List<String> read() {
        return Collections.unmodifiableList(read);
    }

    /** What fairshare and priority do not depend on, by file: keywords that were skipped. */
    public Map<String, Set<String>> unused() {
        return Collections.unmodifiableMap(unused);
    }

    /** Values that hold in the end, where they come from several places: a line of text each. */
    public List<String> tables() {
        return Collections.unmodifiableList(tables);
    }

    public boolean hasErrors() {
        return findings.stream().anyMatch(finding -> finding.kind() == Kind.ERROR);
    }

    public void error(@Nullable Place place, String message) {
        findings.add(new Finding(Kind.ERROR, place, message));
    }

    public void warning(@Nullable Place place, String message) {
        findings.add(new Finding(Kind.WARNING, place, message));
    }

    public void unsupported(@Nullable Place place, String message) {
        findings.add(new Finding(Kind.UNSUPPORTED, place, message));
    }

    public void read(String what) {
        read.add(what);
    }

    /** A number of things in words: {@code 1 queue}, {@code 2 queues}. */
    public static String count(long number, String thing) {
        String many = thing.endsWith("y") ? thing.substring(0, thing.length() - 1) + "ies" : thing + "s";
        return number + " " + (number == 1 ? thing : many);
    }

    public void table(String line) {
        tables.add(line);
    }

    /** A keyword that the scheduler knows and that matters to neither fairshare nor priority. */
    public void unused(Place place, String keyword) {
        unused.computeIfAbsent(place.file(), file -> new TreeSet<>()).add(keyword);
    }

    /** What a value is; where it is refused, an error at its place, and something else instead. */
    public <T> T checked(@Nullable Place place, Supplier<? extends T> action, T otherwise) {
        T value = attempt(place, action);
        return value == null ? otherwise : value;
    }

    /** What a value is; where it is refused, an error at its place, and {@code null}. */
    public <T> @Nullable T attempt(@Nullable Place place, Supplier<? extends T> action) {
        try {
            return action.get();
        } catch (IllegalArgumentException refused) {
            error(place, String.valueOf(refused.getMessage()));
            return null;
        }
    }
}
