package io.fairway.readers;

import java.util.List;

/** Parses the lines of one trace, in order. */
interface LineParser {
    /** The content of a line; never throws because of it. */
    ParsedLine parse(String line);

    /** The assumptions so far, in words. */
    List<String> warnings();
}
