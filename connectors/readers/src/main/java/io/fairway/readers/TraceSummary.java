package io.fairway.readers;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a reader found in a trace so far.
 *
 * @param file name of the trace
 * @param header fields of the header in the order of the file, with the lines that each is made of
 * @param lines lines read
 * @param jobs jobs that became events
 * @param skipped how many jobs did not, by reason; only reasons that occurred
 * @param firstSkipped the first {@value #KEPT} of them
 * @param badLines how many lines could not be understood
 * @param firstBadLines the first {@value #KEPT} of them
 * @param warnings what the reader had to assume
 */
public record TraceSummary(
        String file,
        Map<String, List<String>> header,
        long lines,
        long jobs,
        Map<SkipReason, Long> skipped,
        List<SkippedJob> firstSkipped,
        long badLines,
        List<BadLine> firstBadLines,
        List<String> warnings) {
    /** Skipped jobs and bad lines that are kept in full; of all others only the number is. */
    public static final int KEPT = 1_000;

    /** Why a job charges nothing and is left out. */
    public enum SkipReason {
        /** It ran for 0 seconds, or it is not known how long. */
        NO_RUN_TIME("run time is not above 0"),
        /** It had no processors, or it is not known how many. */
        NO_PROCESSORS("neither allocated nor requested processors are above 0"),
        /** It is a part of a job that has a line of its own for the whole. */
        PARTIAL_EXECUTION("part of a job that another line tells as a whole");

        private final String words;

        SkipReason(String words) {
            this.words = words;
        }

        /** The reason in words. */
        public String words() {
            return words;
        }
    }

    /**
     * A job that was left out.
     *
     * @param line number of its line, from 1
     * @param job its id in the trace
     */
    public record SkippedJob(long line, String job, SkipReason reason) {
        @Override
        public String toString() {
            return "line " + line + ": job " + job + " skipped: " + reason.words();
        }
    }

    /**
     * A line that could not be understood.
     *
     * @param file name of the trace
     * @param line its number, from 1
     * @param field which field is wrong
     * @param value what it says, shortened
     * @param rule what it must be
     */
    public record BadLine(String file, long line, String field, String value, String rule) {
        @Override
        public String toString() {
            return file + ", line " + line + ": " + field + " \"" + value + "\": " + rule;
        }
    }

    public TraceSummary {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        header.forEach((name, text) -> fields.put(name, List.copyOf(text)));
        header = Collections.unmodifiableMap(fields);
        skipped = Map.copyOf(skipped);
        firstSkipped = List.copyOf(firstSkipped);
        firstBadLines = List.copyOf(firstBadLines);
        warnings = List.copyOf(warnings);
    }

    /** How many jobs were left out. */
    public long skippedJobs() {
        return skipped.values().stream().mapToLong(Long::longValue).sum();
    }

    /** A header field, its lines joined by a blank; empty if the header does not have it. */
    public String headerText(String name) {
        return String.join(" ", header.getOrDefault(name, List.of()));
    }
}
