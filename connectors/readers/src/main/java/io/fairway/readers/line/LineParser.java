package io.fairway.readers.line;

import java.util.List;

/**
 * Parses the lines of one file or topic, in order. It keeps no jobs: a line says all that is known of its jobs. Three formats
 * keep something of earlier lines: sacct its header line, which names the fields, SWF its start time, and PBS the sizes
 * that a running job had before. Who begins in the middle of the first two parses their first lines first.
 *
 * <p>Not for several threads at once.
 */
public interface LineParser {
    /** The content of a line without its line end; never throws because of it. {@link TextLine} makes lines of bytes. */
    ParsedLine parse(String line);

    /**
     * Takes over what the parser of an earlier file holds for later ones. Only jobs whose records are in several files need
     * it.
     */
    default void follow(LineParser earlier) {}

    /** The assumptions so far, in words. */
    default List<String> warnings() {
        return List.of();
    }
}
