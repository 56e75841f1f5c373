package io.fairway.readers.line;

import io.fairway.avro.ResourceSample;
import java.util.List;

/** The content of one line. */
public sealed interface ParsedLine {
    /** No content: a blank line, a remark, or a header without values of its own. */
    ParsedLine NOTHING = new Nothing();

    /** See {@link #NOTHING}. */
    record Nothing() implements ParsedLine {}

    /** A line of the header. */
    record Header(String name, String value) implements ParsedLine {}

    /** A job, or a run of one, with events. */
    record Job(TraceJob job) implements ParsedLine {}

    /** Counters of a running job. */
    record Sample(ResourceSample sample) implements ParsedLine {}

    /**
     * A record without events.
     *
     * @param job its id as the line has it
     */
    record Skipped(String job, SkipReason reason) implements ParsedLine {}

    /**
     * A line, or a part of it, that breaks the format.
     *
     * @param field what is wrong
     * @param value its content
     * @param rule the rule that it breaks
     * @param before how many lines before this one it began; 0 = it is this line
     */
    record Bad(String field, String value, String rule, int before) implements ParsedLine {
        /** Of this line alone. */
        public Bad(String field, String value, String rule) {
            this(field, value, rule, 0);
        }

        /** The same of what began some lines before. */
        public Bad since(int lines) {
            return new Bad(field, value, rule, lines);
        }
    }

    /** Several records in one line, in their order. */
    record Several(List<ParsedLine> parts) implements ParsedLine {
        public Several {
            parts = List.copyOf(parts);
        }
    }
}
