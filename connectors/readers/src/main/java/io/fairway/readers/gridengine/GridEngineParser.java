package io.fairway.readers.gridengine;

import io.fairway.readers.line.BadValueException;
import io.fairway.readers.line.Interned;
import io.fairway.readers.line.JsonLine;
import io.fairway.readers.line.LineParser;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.TraceOptions;

/**
 * Reads Grid Engine's accounting file, accounting(5): values between colons (Sun's, Son of Grid Engine's and Univa's, which
 * has more of them, and times in milliseconds), or an object of JSON in each line (Open Cluster Scheduler 9).
 *
 * <ol>
 *   <li>The account is the project; without one, the group. The options may ask for the department instead.
 *   <li>A task of an array is {@code 4711.3}.
 *   <li>Processors are the slots. Memory and GPUs are not read: whether a request counts for each slot, each host or once
 *       is a site's own configuration.
 *   <li>A line of a slave task is skipped: the master's line has all slots.
 *   <li>A run that a crash or {@code qmod -rj} ended has no times in this file. It is skipped with a reason of its own.
 *   <li>A run after which the job waits again (exit status 99, or migrating) is requeued.
 * </ol>
 */
public final class GridEngineParser implements LineParser {
    private final TraceOptions options;
    private final Interned<String> names = new Interned<>();

    public GridEngineParser(TraceOptions options) {
        this.options = options;
    }

    /** Whether a line is one of such a file. */
    public static boolean recognizes(String line) {
        return JsonRecord.recognizes(line) || ColonLine.recognizes(line);
    }

    @Override
    public ParsedLine parse(String line) {
        if (line.length() <= 1 || line.isBlank() || line.charAt(0) == '#') {
            return ParsedLine.NOTHING;
        }
        try {
            AccountingValues values = JsonLine.isObject(line) ? JsonRecord.of(line) : ColonLine.of(line);
            return new GridEngineRecord(values).line(options, names);
        } catch (BadValueException e) {
            return e.line();
        }
    }
}
