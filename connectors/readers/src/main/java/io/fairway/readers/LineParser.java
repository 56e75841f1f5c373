package io.fairway.readers;

import java.util.List;

/** Understands the lines of one trace, in their order. */
interface LineParser {
    /** What a line says; never throws for what the line has in it. */
    ParsedLine parse(String line);

    /** What had to be assumed so far, in words. */
    List<String> warnings();
}
