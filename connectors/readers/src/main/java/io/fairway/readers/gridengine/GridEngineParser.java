package io.fairway.readers.gridengine;

import io.fairway.readers.line.BadValueException;
import io.fairway.readers.line.Interned;
import io.fairway.readers.line.JobRecord;
import io.fairway.readers.line.JobRecord.State;
import io.fairway.readers.line.LineParser;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.SkipReason;
import io.fairway.readers.line.TraceOptions;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads Grid Engine's accounting file, accounting(5): values separated by colons, in a fixed order. Univa's has more of them,
 * and its times are in milliseconds.
 *
 * <ol>
 *   <li>The account is the project; without one, the group.
 *   <li>A task of an array is {@code 4711.3}.
 *   <li>Processors are the slots. Memory and GPUs are not read: whether a request counts for each slot, each host or once
 *       is a site's own configuration.
 *   <li>A line of a parallel task is skipped: the master's line has all slots.
 * </ol>
 */
public final class GridEngineParser implements LineParser {
    private static final String SOURCE = "sge";
    private static final String NONE = "NONE";
    private static final Pattern LIMIT = Pattern.compile("(?:^|[ ,])h_rt=(\\d{1,12})(?:,|\\s|$)");

    /** Later than this as seconds since 1970 (the year 5138), a time is in milliseconds. */
    private static final long MILLISECONDS = 100_000_000_000L;

    private static final int QUEUE = 0;
    private static final int GROUP = 2;
    private static final int OWNER = 3;
    private static final int NAME = 4;
    private static final int NUMBER = 5;
    private static final int SUBMITTED = 8;
    private static final int STARTED = 9;
    private static final int ENDED = 10;
    private static final int FAILED = 11;
    private static final int EXIT_STATUS = 12;
    private static final int PROJECT = 31;
    private static final int SLOTS = 34;
    private static final int TASK = 35;
    private static final int CPU = 36;
    private static final int CATEGORY = 39;
    private static final int PARALLEL_TASK = 41;
    private static final int LEAST = 42;

    private final TraceOptions options;
    private final Interned<String> names = new Interned<>();

    public GridEngineParser(TraceOptions options) {
        this.options = options;
    }

    /** Whether a line is one of such a file. */
    public static boolean recognizes(String line) {
        String[] values = line.split(":", -1);
        return values.length >= LEAST
                && isNumber(values[NUMBER])
                && isNumber(values[SUBMITTED])
                && isNumber(values[STARTED])
                && isNumber(values[ENDED])
                && isNumber(values[SLOTS]);
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.length() <= 15 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    @Override
    public ParsedLine parse(String line) {
        if (line.length() <= 1 || line.isBlank() || line.charAt(0) == '#') {
            return ParsedLine.NOTHING;
        }
        try {
            return job(line);
        } catch (BadValueException e) {
            return e.line();
        }
    }

    private ParsedLine job(String line) {
        String[] values = line.split(":", -1);
        if (values.length < LEAST) {
            throw new BadValueException(
                    "line", line, "must have " + LEAST + " values between colons or more, but has " + values.length);
        }
        long number = whole("job_number", values[NUMBER]);
        long task = whole("task_number", values[TASK]);
        JobRecord job = new JobRecord(SOURCE);
        job.job = task > 0 ? number + "." + task : Long.toString(number);
        if (!values[PARALLEL_TASK].equals(NONE) && !values[PARALLEL_TASK].isEmpty()) {
            return new ParsedLine.Skipped(job.job + " " + values[PARALLEL_TASK], SkipReason.PARTIAL_EXECUTION);
        }
        job.user = values[OWNER];
        job.group = values[GROUP];
        job.project = values[PROJECT].equals(NONE) ? "" : values[PROJECT];
        job.account = job.project.isEmpty() ? job.group : job.project;
        job.queue = values[QUEUE];
        job.name = values[NAME];
        job.submitted = time("submission_time", values[SUBMITTED]);
        job.started = time("start_time", values[STARTED]);
        job.ended = time("end_time", values[ENDED]);
        job.state = job.started == JobRecord.NEVER ? State.CANCELLED : State.ENDED;
        job.exitStatus = values[FAILED].equals("0") ? values[EXIT_STATUS] : "failed " + values[FAILED];
        job.cpuSeconds = decimal("cpu", values[CPU]);
        double slots = whole("slots", values[SLOTS]);
        Matcher limit = LIMIT.matcher(values[CATEGORY]);
        job.timeLimit = limit.find() ? Long.parseLong(limit.group(1)) : 0;
        if (slots > 0) {
            job.requested.put("cpu", slots);
        }
        job.allocated.putAll(job.requested);
        return job.line(options, names);
    }

    private static long time(String field, String text) {
        long number = whole(field, text);
        return number == 0 ? JobRecord.NEVER : number >= MILLISECONDS ? number : number * 1000;
    }

    private static long whole(String field, String text) {
        if (!isNumber(text)) {
            throw new BadValueException(field, text, "must be a whole number, 0 or more");
        }
        return Long.parseLong(text);
    }

    private static double decimal(String field, String text) {
        try {
            double number = Double.parseDouble(text);
            if (number >= 0 && number <= 1e15) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Refused below.
        }
        throw new BadValueException(field, text, "must be seconds, 0 or more");
    }
}
