package io.fairway.system.docs.extend;

import io.fairway.readers.line.BadValueException;
import io.fairway.readers.line.Interned;
import io.fairway.readers.line.JobRecord;
import io.fairway.readers.line.LineParser;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.TraceOptions;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/** The example of docs/extend.md: a log with a run in each line, {@code job;user;account;submit;start;end;cpus}. */
public final class SemicolonParser implements LineParser {
    private static final int FIELDS = 7;

    private final TraceOptions options;
    private final Interned<String> names = new Interned<>();

    /** @param options names the cluster, because the lines do not */
    public SemicolonParser(TraceOptions options) {
        this.options = options;
    }

    /** Whether a line looks like one of this format. It may be cut off at its end. */
    public static boolean recognizes(String line) {
        return line.split(";", -1).length == FIELDS;
    }

    // shown: begin
    @Override
    public ParsedLine parse(String line) {
        if (line.isBlank()) {
            return ParsedLine.NOTHING;
        }
        String[] fields = line.split(";", -1);
        if (fields.length != FIELDS) {
            return new ParsedLine.Bad("line", line, "must have 7 fields, but has " + fields.length);
        }
        try {
            JobRecord run = new JobRecord("semicolon");
            run.job = fields[0];
            run.user = fields[1];
            run.account = fields[2];
            run.submitted = millis("submit", fields[3]);
            run.started = millis("start", fields[4]);
            run.ended = millis("end", fields[5]);
            run.allocated.put("cpu", number("cpus", fields[6]));
            return run.line(options, names);
        } catch (BadValueException e) {
            return e.line();
        }
    }
    // shown: end

    private static long millis(String field, String value) {
        try {
            return Instant.parse(value).toEpochMilli();
        } catch (DateTimeParseException e) {
            throw new BadValueException(field, value, "must be a time such as 2026-01-01T00:00:00Z");
        }
    }

    private static double number(String field, String value) {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException e) {
            throw new BadValueException(field, value, "must be a number");
        }
    }
}
