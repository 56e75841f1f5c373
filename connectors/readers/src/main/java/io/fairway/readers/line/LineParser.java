package io.fairway.readers.line;

import java.util.List;

/**
 * Parses the lines of one file or topic, in order. It keeps no jobs: a line says all that is known of its jobs. Two formats
 * keep something of earlier lines: sacct its header line, which names the fields, and SWF its start time. Who begins in
 * the middle of such a file parses its first lines first.
 *
 * <p>Not for several threads at once.
 */
public interface LineParser {
    /** The content of a line without its line end; never throws because of it. {@link TextLine} makes lines of bytes. */
    ParsedLine parse(String line);

    /** The assumptions so far, in words. */
    default List<String> warnings() {
        return List.of();
    }
}
