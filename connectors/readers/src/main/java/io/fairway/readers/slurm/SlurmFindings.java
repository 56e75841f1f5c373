package io.fairway.readers.slurm;

import io.fairway.readers.line.BadValueException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;

/** What a parser assumed of the records so far, and what it left out of them: each kind once, with its first job. */
final class SlurmFindings {
    private static final int MAX_NAMES = 1_000;
    private static final int SHOWN_NAMES = 10;
    private static final int SHOWN = 60;

    /** A kind: the words about the first job, and the number of jobs. */
    private static final class Finding {
        private final String words;
        private long jobs;

        Finding(String words) {
            this.words = words;
        }
    }

    private final Map<String, Finding> findings = new LinkedHashMap<>();
    private final Map<String, String> lowerCase = new TreeMap<>();

    /** A value that is left out: the job counts without it. */
    void leftOut(String job, String field, String value, String rule) {
        String shown = value.length() <= SHOWN ? value : value.substring(0, SHOWN) + "...";
        add(
                "left out " + field,
                "job " + job + ": " + field + " \"" + shown.replaceAll("\\p{Cc}", "?") + "\": " + rule
                        + "; the job counts without it");
    }

    /** A number, or not a number where the text breaks its rule: the job counts without it. */
    double orUnknown(String job, String field, DoubleSupplier number) {
        try {
            return number.getAsDouble();
        } catch (BadValueException e) {
            add("unknown " + field, "job " + job + ": " + e.getMessage() + "; the job counts without it");
            return Double.NaN;
        }
    }

    /** A user or account that Slurm's database keeps in lower case. */
    void lowerCase(String told, String kept) {
        if (lowerCase.size() < MAX_NAMES) {
            lowerCase.put(told, kept);
        }
    }

    /** @param kind what is found; the words are those of its first job */
    void add(String kind, String words) {
        findings.computeIfAbsent(kind, first -> new Finding(words)).jobs++;
    }

    /** All of them in words. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        findings.values()
                .forEach(each -> warnings.add(each.words + (each.jobs == 1 ? "" : " (" + each.jobs + " jobs)")));
        if (!lowerCase.isEmpty()) {
            List<String> names = new ArrayList<>();
            lowerCase.forEach((told, kept) -> names.add(told + " is " + kept));
            int more = names.size() - SHOWN_NAMES;
            warnings.add("users and accounts are read in lower case, as Slurm's database keeps them: "
                    + String.join(", ", names.subList(0, Math.min(names.size(), SHOWN_NAMES)))
                    + (more > 0 ? " and " + more + " more" : ""));
        }
        return warnings;
    }
}
