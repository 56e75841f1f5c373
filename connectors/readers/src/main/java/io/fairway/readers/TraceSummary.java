package io.fairway.readers;

import io.fairway.readers.line.SkipReason;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The findings of a reader in a trace so far.
 *
 * @param file name of the trace
 * @param header fields of the header in the order of the file, with the lines of each
 * @param lines lines read
 * @param jobs jobs that became events
 * @param skipped number of jobs without events, by reason; only reasons that occurred
 * @param firstSkipped the first {@value #KEPT} of them
 * @param badLines number of unreadable lines
 * @param firstBadLines the first {@value #KEPT} of them
 * @param warnings the reader's assumptions
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
    /** Number of skipped jobs and bad lines that are kept in full; the rest are only counted. */
    public static final int KEPT = 1_000;

    /**
     * A skipped job.
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
     * An unreadable line.
     *
     * @param file name of the trace
     * @param line its number, from 1
     * @param field the wrong field
     * @param value its content, shortened
     * @param rule the rule that it breaks
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

    /** Number of skipped jobs. */
    public long skippedJobs() {
        return skipped.values().stream().mapToLong(Long::longValue).sum();
    }

    /** A header field, its lines joined by a blank; empty if the header does not have it. */
    public String headerText(String name) {
        return String.join(" ", header.getOrDefault(name, List.of()));
    }
}
