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
import java.util.stream.Stream;

/**
 * Reads accounting logs of PBS and TORQUE: {@code date time;type;job;attributes}.
 *
 * <ol>
 *   <li>E is a run that ended, and R one that was requeued. S is a start, Q a submission, D and A a cancellation; these four
 *       matter to live sources alone. u and c are phases of a run, see {@link PbsPhases}. All others start or end no job.
 *   <li>The record of a whole array, {@code 17[].alps}, is skipped: each of its jobs has records of its own.
 *   <li>The account is {@code account=}; without it the project, unless it is PBS's default; without it the group.
 *   <li>The run is from {@code start} to {@code end}, whose seconds are since 1970; a time of 0 is none. The record's own
 *       time has no zone, and is the time of Q, D and A.
 *   <li>A run needs its start, its end and its processors. Other numbers that are odd are unknown, see {@link UnknownValues}.
 * </ol>
 */
public final class PbsParser implements LineParser {
    private static final String SOURCE = "pbs";
    private static final Pattern BEGIN = Pattern.compile(
            "\\d{2}/\\d{2}/\\d{4} \\d{2}:\\d{2}:\\d{2}(\\.\\d+)?;[A-Za-z]{1,2};[^;]*;.*", Pattern.DOTALL);
    private static final String NO_PROJECT = "_pbs_project_default";
    private static final int PARTS = 4;

    private static final String LIMIT = "Resource_List.walltime";
    private static final String USED_CPUS = "resources_used.ncpus";

    /** The last millisecond of the year 9999. */
    private static final long MAX_MILLIS = 253_402_300_799_999L;

    private final TraceOptions options;
    private final LocalTimes times;
    private final Interned<String> names = new Interned<>();
    private final UnknownValues unknown = new UnknownValues();
    private final PbsPhases phases = new PbsPhases();

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
    public void follow(LineParser earlier) {
        if (earlier instanceof PbsParser before) {
            phases.addAll(before.phases);
        }
    }

    @Override
    public List<String> warnings() {
        return Stream.of(times.warnings(), unknown.warnings(), phases.warnings())
                .flatMap(List::stream)
                .toList();
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
            case "u" -> phase(time, id, attributes);
            case "c" -> live ? nextPhase(time, id, attributes) : continued(id);
            case "e" -> new ParsedLine.Skipped(id, SkipReason.PHASE);
            case "Q" -> live ? submission(time, id, attributes) : new ParsedLine.Skipped(id, SkipReason.OTHER_RECORD);
            case "A", "D" ->
                live ? cancellation(time, id, attributes) : new ParsedLine.Skipped(id, SkipReason.OTHER_RECORD);
            default -> new ParsedLine.Skipped(id, SkipReason.OTHER_RECORD);
        };
    }

    private ParsedLine run(String id, PbsAttributes attributes, State state) {
        JobRecord job = run(id, attributes);
        job.state = state;
        if (job.started == JobRecord.NEVER && state != State.ENDED) {
            return new ParsedLine.Skipped(id, SkipReason.NEVER_STARTED);
        }
        job.ended = state == State.RUNNING ? JobRecord.NEVER : PbsValues.millis("end", attributes.get("end"));
        if (job.ended == JobRecord.NEVER && state != State.RUNNING && job.started != JobRecord.NEVER) {
            throw new BadValueException("end", attributes.get("end"), "must be seconds since 1970: the run has ended");
        }
        job.exitStatus = attributes.get("Exit_status");
        job.cpuSeconds = seconds(id, attributes, "resources_used.cput");
        if (job.started != JobRecord.NEVER) {
            phases.apply(job, unknown.orUnknown(id, () -> PbsValues.count(USED_CPUS, attributes.get(USED_CPUS))));
        }
        return job.line(options, names);
    }

    /** A run that goes on. */
    private JobRecord run(String id, PbsAttributes attributes) {
        JobRecord job = job(id, attributes, State.RUNNING);
        double created = unknown.orUnknown(id, () -> created(attributes));
        job.submitted = created > 0 ? (long) created : JobRecord.NEVER;
        job.started = PbsValues.millis("start", attributes.get("start"));
        job.allocated = PbsResources.allocated(attributes, job.requested);
        return job;
    }

    private ParsedLine phase(String time, String id, PbsAttributes attributes) {
        String end = attributes.get("end");
        long until = end.isEmpty() ? JobRecord.NEVER : PbsValues.millis("end", end);
        phases.ended(id, until == JobRecord.NEVER ? written(time) : until, run(id, attributes).allocated);
        return new ParsedLine.Skipped(id, SkipReason.PHASE);
    }

    private ParsedLine continued(String id) {
        phases.continued(id);
        return new ParsedLine.Skipped(id, SkipReason.PHASE);
    }

    /** A source that did not hear of the phase before knows of its end by this record alone. */
    private ParsedLine nextPhase(String time, String id, PbsAttributes attributes) {
        JobRecord job = run(id, attributes);
        if (job.started == JobRecord.NEVER) {
            return new ParsedLine.Skipped(id, SkipReason.NEVER_STARTED);
        }
        phases.apply(job, Double.NaN);
        if (job.resizes.isEmpty()) {
            job.resizes = List.of(new JobRecord.Resize(Math.max(written(time), job.started), job.allocated));
        }
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

    private JobRecord job(String id, PbsAttributes attributes, State state) {
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
        job.requested = PbsResources.asked(id, attributes, unknown);
        // UNLIMITED is how PBS writes that there is none.
        double limit = attributes.get(LIMIT).equalsIgnoreCase("UNLIMITED") ? 0 : seconds(id, attributes, LIMIT);
        job.timeLimit = Double.isNaN(limit) ? 0 : (long) limit;
        return job;
    }

    private double seconds(String id, PbsAttributes attributes, String field) {
        return unknown.orUnknown(id, () -> PbsValues.seconds(field, attributes.get(field)));
    }

    /** Epoch milliseconds; 0 or less if the record does not say. */
    private static double created(PbsAttributes attributes) {
        for (String field : List.of("ctime", "qtime")) {
            String text = attributes.get(field);
            long millis = text.isEmpty() ? JobRecord.NEVER : PbsValues.millis(field, text);
            if (millis > MAX_MILLIS) {
                throw new BadValueException(field, text, "must be seconds since 1970, up to the year 9999");
            }
            if (millis != JobRecord.NEVER) {
                return millis;
            }
        }
        return JobRecord.NEVER;
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
}
