package io.fairway.readers.pbs;

import io.fairway.readers.line.BadValueException;
import io.fairway.readers.line.Interned;
import io.fairway.readers.line.JobRecord;
import io.fairway.readers.line.JobRecord.State;
import io.fairway.readers.line.LineParser;
import io.fairway.readers.line.LocalTimes;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.SkipReason;
import io.fairway.readers.line.TraceOptions;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads accounting logs of PBS and TORQUE: {@code date time;type;job;attributes}.
 *
 * <ol>
 *   <li>E is a run that ended, and R one that was requeued. S is a start, Q a submission, D and A a cancellation; these four
 *       matter to live sources alone. All others start or end no job.
 *   <li>The record of a whole array, {@code 17[].alps}, is skipped: each of its jobs has records of its own.
 *   <li>The account is {@code account=}; without it the project, unless it is PBS's default; without it the group.
 *   <li>The run is from {@code start} to {@code end}, whose seconds are since 1970; a time of 0 is none. The record's own
 *       time has no zone, and is the time of Q, D and A.
 * </ol>
 */
public final class PbsParser implements LineParser {
    private static final String SOURCE = "pbs";
    private static final Pattern BEGIN = Pattern.compile(
            "\\d{2}/\\d{2}/\\d{4} \\d{2}:\\d{2}:\\d{2}(\\.\\d+)?;[A-Za-z]{1,2};[^;]*;.*", Pattern.DOTALL);
    private static final String NO_PROJECT = "_pbs_project_default";
    private static final int PARTS = 4;

    private final TraceOptions options;
    private final LocalTimes times;
    private final Interned<String> names = new Interned<>();

    public PbsParser(TraceOptions options) {
        this.options = options;
        times = new LocalTimes(options);
    }

    /** Whether a line is one of such a file. */
    public static boolean recognizes(String line) {
        return BEGIN.matcher(line).matches();
    }

    @Override
    public ParsedLine parse(String line) {
        if (line.isBlank()) {
            return ParsedLine.NOTHING;
        }
        try {
            if (!BEGIN.matcher(line).matches()) {
                throw new BadValueException("line", line, "must begin with MM/DD/YYYY HH:MM:SS;type;job;");
            }
            String[] parts = line.split(";", PARTS);
            return record(parts[0], parts[1], parts[2], new PbsAttributes(parts[3]));
        } catch (BadValueException e) {
            return e.line();
        }
    }

    @Override
    public List<String> warnings() {
        return times.warnings();
    }

    private ParsedLine record(String time, String type, String id, PbsAttributes attributes) {
        boolean live = options.scope() == TraceOptions.Scope.LIVE;
        if (id.contains("[]")) {
            return new ParsedLine.Skipped(id, SkipReason.ARRAY);
        }
        return switch (type) {
            case "E" -> run(id, attributes, State.ENDED);
            case "R" ->
                attributes.get("end").isEmpty() || attributes.get("start").isEmpty()
                        ? new ParsedLine.Skipped(id, SkipReason.OTHER_RECORD)
                        : run(id, attributes, State.REQUEUED);
            case "S" -> run(id, attributes, State.RUNNING);
            case "Q" -> live ? submission(time, id, attributes) : new ParsedLine.Skipped(id, SkipReason.OTHER_RECORD);
            case "A", "D" ->
                live ? cancellation(time, id, attributes) : new ParsedLine.Skipped(id, SkipReason.OTHER_RECORD);
            default -> new ParsedLine.Skipped(id, SkipReason.OTHER_RECORD);
        };
    }

    private ParsedLine run(String id, PbsAttributes attributes, State state) {
        JobRecord job = job(id, attributes, state);
        long created = millis(attributes, "ctime", false);
        job.submitted = created == JobRecord.NEVER ? millis(attributes, "qtime", false) : created;
        job.started = millis(attributes, "start", true);
        if (job.started == JobRecord.NEVER && state != State.ENDED) {
            return new ParsedLine.Skipped(id, SkipReason.NEVER_STARTED);
        }
        job.ended = state == State.RUNNING ? JobRecord.NEVER : millis(attributes, "end", true);
        if (job.ended == JobRecord.NEVER && state != State.RUNNING && job.started != JobRecord.NEVER) {
            throw new BadValueException("end", attributes.get("end"), "must be seconds since 1970: the run has ended");
        }
        job.exitStatus = attributes.get("Exit_status");
        job.cpuSeconds = seconds("resources_used.cput", attributes.get("resources_used.cput"));
        job.allocated = PbsResources.allocated(attributes);
        return job.line(options, names);
    }

    /** Without a user, because the record has none in TORQUE; the start names it. */
    private ParsedLine submission(String time, String id, PbsAttributes attributes) {
        JobRecord job = job(id, attributes, State.WAITING);
        if (job.user.isEmpty() || job.account.isEmpty()) {
            return new ParsedLine.Skipped(id, SkipReason.OTHER_RECORD);
        }
        job.submitted = written(time);
        return job.line(options, names);
    }

    private ParsedLine cancellation(String time, String id, PbsAttributes attributes) {
        JobRecord job = job(id, attributes, State.CANCELLED);
        if (job.user.isEmpty() || job.account.isEmpty()) {
            return new ParsedLine.Skipped(id, SkipReason.OTHER_RECORD);
        }
        job.ended = written(time);
        return job.line(options, names);
    }

    private static JobRecord job(String id, PbsAttributes attributes, State state) {
        JobRecord job = new JobRecord(SOURCE);
        job.job = id;
        job.state = state;
        job.user = attributes.get("user");
        job.group = attributes.get("group");
        job.queue = attributes.get("queue");
        job.name = attributes.get("jobname");
        job.project = attributes.get("project").equals(NO_PROJECT) ? "" : attributes.get("project");
        String account = attributes.first("account", "Account_Name");
        job.account = !account.isEmpty() ? account : !job.project.isEmpty() ? job.project : job.group;
        job.requested = PbsResources.asked(attributes);
        double limit = seconds("Resource_List.walltime", attributes.get("Resource_List.walltime"));
        job.timeLimit = Double.isNaN(limit) ? 0 : (long) limit;
        return job;
    }

    private long written(String time) {
        try {
            return times.millis(
                    "time",
                    time,
                    LocalDateTime.of(
                            Integer.parseInt(time, 6, 10, 10),
                            Integer.parseInt(time, 0, 2, 10),
                            Integer.parseInt(time, 3, 5, 10),
                            Integer.parseInt(time, 11, 13, 10),
                            Integer.parseInt(time, 14, 16, 10),
                            Integer.parseInt(time, 17, 19, 10)));
        } catch (DateTimeException e) {
            throw new BadValueException("time", time, "must be a time such as 12/31/2026 23:59:59");
        }
    }

    private static long millis(PbsAttributes attributes, String field, boolean needed) {
        String text = attributes.get(field);
        if (text.isEmpty() && !needed) {
            return JobRecord.NEVER;
        }
        // PBS writes fractions if it is told to.
        int point = text.indexOf('.');
        String whole = point < 0 ? text : text.substring(0, point);
        if (whole.isEmpty() || whole.length() > 12 || !whole.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new BadValueException(field, text, "must be seconds since 1970");
        }
        long seconds = Long.parseLong(whole);
        // PBS writes 0 for a time that it does not have.
        return seconds == 0 ? JobRecord.NEVER : seconds * 1000;
    }

    /** Seconds, or hours:minutes:seconds; not a number for an empty text. */
    private static double seconds(String field, String text) {
        if (text.isEmpty()) {
            return Double.NaN;
        }
        double seconds = 0;
        String[] parts = text.split(":", -1);
        for (String part : parts) {
            if (part.isEmpty()
                    || part.length() > 12
                    || parts.length > 4
                    || !part.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '.')) {
                throw new BadValueException(field, text, "must be seconds, or a time such as 10:16:36");
            }
            seconds = seconds * 60 + Double.parseDouble(part);
        }
        return seconds;
    }
}
