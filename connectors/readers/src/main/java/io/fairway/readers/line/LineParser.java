package io.fairway.readers.line;

import java.util.List;

/**
 * Parses the lines of one file or topic, in order. It keeps no jobs: a line says all that is known of its jobs. Some formats
 * keep something of earlier lines: sacct its header line, which names the fields, and the beginning of a record over
 * several lines, SWF its start time, and PBS the sizes that a running job had before. Who begins in the middle of a file of
 * sacct or SWF parses its first lines first.
 *
 * <p>Not for several threads at once. {@code TraceFormat} lists the parsers; docs/extend.md has an example.
 */
public interface LineParser {
    /** The content of a line without its line end; never throws because of it. {@link TextLine} makes lines of bytes. */
    ParsedLine parse(String line);

    /**
     * Takes over what the parser of an earlier file holds for later ones. Only jobs whose records are in several files need
     * it.
     */
    default void follow(LineParser earlier) {}

    /** What the last lines began and no further line completes, at the end of a file. */
    default ParsedLine end() {
        return ParsedLine.NOTHING;
    }

    /** The assumptions so far, in words. */
    default List<String> warnings() {
        return List.of();
    }
}
