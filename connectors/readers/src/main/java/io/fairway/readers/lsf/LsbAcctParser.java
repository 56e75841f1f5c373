package io.fairway.readers.lsf;

import io.fairway.readers.line.BadValueException;
import io.fairway.readers.line.Interned;
import io.fairway.readers.line.JobRecord;
import io.fairway.readers.line.JobRecord.State;
import io.fairway.readers.line.LineParser;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.SkipReason;
import io.fairway.readers.line.TraceOptions;
import java.util.List;

/**
 * Reads LSF's lsb.acct: its records JOB_FINISH. Source: IBM, lsb.acct(5), LSF 10.1.
 *
 * <ol>
 *   <li>Slots are those of the execution hosts: {@code 16*hostA} counts 16, {@code hostA} counts 1. Without hosts they are
 *       the requested ones.
 *   <li>The account is the group before the user in the path of shares that was charged, {@code /physics/anna}; without
 *       such a path, the project.
 *   <li>The run is from the start to the event's time: suspended time counts.
 *   <li>A job of an array is {@code 4711[3]}.
 *   <li>CPU time is the user's and the system's.
 * </ol>
 */
public final class LsbAcctParser implements LineParser {
    private static final String SOURCE = "lsb.acct";
    private static final String FINISH = "JOB_FINISH";

    /** Values of getrusage, without CPU times, in a record. */
    private static final int OTHER_RUSAGE = 17;

    private final TraceOptions options;
    private final Interned<String> names = new Interned<>();

    public LsbAcctParser(TraceOptions options) {
        this.options = options;
    }

    /** Whether a line is one of such a file. */
    public static boolean recognizes(String line) {
        return line.startsWith("\"JOB_") || line.startsWith("\"EVENT_");
    }

    @Override
    public ParsedLine parse(String line) {
        if (line.isBlank() || line.startsWith("#")) {
            return ParsedLine.NOTHING;
        }
        try {
            LsbTokens values = LsbTokens.of(line);
            String type = values.text("record type");
            if (type.equals(FINISH)) {
                return job(values);
            }
            if (!recognizes(line)) {
                throw new BadValueException("record type", type, "must be a record of lsb.acct, such as JOB_FINISH");
            }
            return new ParsedLine.Skipped(type, SkipReason.OTHER_RECORD);
        } catch (BadValueException e) {
            return e.line();
        }
    }

    private ParsedLine job(LsbTokens values) {
        JobRecord job = new JobRecord(SOURCE);
        values.text("version");
        job.ended = millis(values, "event time");
        final long id = values.whole("job id");
        values.skip(2, "user id and options");
        final long requested = values.whole("number of processors");
        long submitted = millis(values, "submit time");
        job.submitted = submitted == 0 ? JobRecord.NEVER : submitted;
        values.skip(2, "begin and termination time");
        job.started = millis(values, "start time");
        job.user = values.text("user name");
        job.queue = values.text("queue");
        values.skip(9, "resource requirement to job file");
        values.list("asked hosts");
        final double slots = slots(values.list("execution hosts"));
        long status = values.whole("job status");
        values.text("host factor");
        job.name = values.text("job name");
        values.text("command");
        job.cpuSeconds = Math.max(0, values.number("user CPU time")) + Math.max(0, values.number("system CPU time"));
        values.skip(OTHER_RUSAGE, "resource usage");
        values.text("mail user");
        job.project = values.text("project");
        job.exitStatus = values.text("exit status");
        values.skip(3, "maximum of processors to time event");
        final long index = values.whole("array index");
        String path = chargedPath(values);
        job.job = index > 0 ? id + "[" + index + "]" : Long.toString(id);
        job.account = account(path, job.project);
        if (job.started <= 0) {
            job.started = JobRecord.NEVER;
        }
        job.state = job.started == JobRecord.NEVER ? State.CANCELLED : State.ENDED;
        if (status != 32 && status != 64) {
            throw new BadValueException("job status", Long.toString(status), "must be 32 (EXIT) or 64 (DONE)");
        }
        job.requested.put("cpu", (double) Math.max(0, requested));
        if (job.started != JobRecord.NEVER) {
            job.allocated.put("cpu", slots > 0 ? slots : Math.max(0.0, (double) requested));
        }
        return job.line(options, names);
    }

    /** Empty if the record ends before it, as those of old versions do. */
    private static String chargedPath(LsbTokens values) {
        for (int i = 0; i < 11; i++) {
            if (values.atEnd()) {
                return "";
            }
            values.text("memory to warning time");
        }
        return values.atEnd() ? "" : values.text("charged path of shares");
    }

    private static long millis(LsbTokens values, String field) {
        long seconds = values.whole(field);
        if (seconds < 0 || seconds > 253_402_300_799L) {
            throw new BadValueException(
                    field, Long.toString(seconds), "must be seconds since 1970, up to the year 9999");
        }
        return seconds * 1000;
    }

    private static double slots(List<String> hosts) {
        double slots = 0;
        for (String host : hosts) {
            int star = host.indexOf('*');
            try {
                slots += star < 0 ? 1 : Integer.parseInt(host, 0, star, 10);
            } catch (NumberFormatException e) {
                throw new BadValueException("execution host", host, "must be a host, or a count such as 16*host");
            }
        }
        return slots;
    }

    private static String account(String path, String project) {
        String[] steps = path.split("/", -1);
        return steps.length >= 3 && !steps[steps.length - 2].isEmpty() ? steps[steps.length - 2] : project;
    }
}
