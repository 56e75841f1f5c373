package io.fairway.readers;

import io.fairway.readers.TraceSummary.SkipReason;

/** What one line of a trace says. */
sealed interface ParsedLine {
    /** Nothing: a blank line. */
    ParsedLine NOTHING = new Nothing();

    /** See {@link #NOTHING}. */
    record Nothing() implements ParsedLine {}

    /** A line of the header. */
    record Header(String name, String value) implements ParsedLine {}

    /** A job that has events. */
    record Job(TraceJob job) implements ParsedLine {}

    /** A job that has none. */
    record Skipped(String job, SkipReason reason) implements ParsedLine {}

    /** A line that is not what the format says. */
    record Bad(String field, String value, String rule) implements ParsedLine {}
}
