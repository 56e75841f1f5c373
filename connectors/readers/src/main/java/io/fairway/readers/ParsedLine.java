package io.fairway.readers;

import io.fairway.readers.TraceSummary.SkipReason;

/** The content of one line of a trace. */
sealed interface ParsedLine {
    /** No content: a blank line. */
    ParsedLine NOTHING = new Nothing();

    /** See {@link #NOTHING}. */
    record Nothing() implements ParsedLine {}

    /** A line of the header. */
    record Header(String name, String value) implements ParsedLine {}

    /** A job with events. */
    record Job(TraceJob job) implements ParsedLine {}

    /** A job without events. */
    record Skipped(String job, SkipReason reason) implements ParsedLine {}

    /** A line that breaks the format. */
    record Bad(String field, String value, String rule) implements ParsedLine {}
}
