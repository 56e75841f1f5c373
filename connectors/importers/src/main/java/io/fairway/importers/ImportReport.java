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

/** The report of an import: the parts that were read, those that were not, and the errors. Not thread-safe. */
public final class ImportReport {
    /**
     * One finding.
     *
     * @param place {@code null} = not a line of a file
     * @param message for people; an error gives the value and the rule
     */
    public record Finding(Kind kind, @Nullable Place place, String message) {
        /** The severity of a finding. */
        public enum Kind {
            /** Wrong: the import has no result. */
            ERROR("error"),
            /** Not understood, or doubtful; the import continues without it. */
            WARNING("warning"),
            /** Understood, but Fairway does not have it. */
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

    /** The findings in the order of their discovery. */
    public List<Finding> findings() {
        return Collections.unmodifiableList(findings);
    }

    /** The findings of a kind. */
    public List<Finding> findings(Kind kind) {
        return findings.stream().filter(finding -> finding.kind() == kind).toList();
    }

    /** The parts that were read, one sentence each. */
    public List<String> read() {
        return Collections.unmodifiableList(read);
    }

    /** Skipped keywords that do not affect fairshare and priority, by file. */
    public Map<String, Set<String>> unused() {
        return Collections.unmodifiableMap(unused);
    }

    /** Effective values from several places: a line of text each. */
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

    /** A keyword that the scheduler knows and that affects neither fairshare nor priority. */
    public void unused(Place place, String keyword) {
        unused.computeIfAbsent(place.file(), file -> new TreeSet<>()).add(keyword);
    }

    /** The value of the action. If the action refuses it, reports an error at its place and returns the other value. */
    public <T> T checked(@Nullable Place place, Supplier<? extends T> action, T otherwise) {
        T value = attempt(place, action);
        return value == null ? otherwise : value;
    }

    /** The value of the action. If the action refuses it, reports an error at its place and returns {@code null}. */
    public <T> @Nullable T attempt(@Nullable Place place, Supplier<? extends T> action) {
        try {
            return action.get();
        } catch (IllegalArgumentException refused) {
            error(place, String.valueOf(refused.getMessage()));
            return null;
        }
    }
}
