package io.fairway.readers.slurm;

import io.fairway.readers.line.BadValueException;
import io.fairway.readers.line.JobRecord;
import io.fairway.readers.line.JobRecord.State;
import io.fairway.readers.line.JsonLine;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.TraceOptions;
import java.time.ZoneOffset;
import java.util.List;

/**
 * Reads the messages of Slurm's {@code jobcomp/kafka}, one in a line or record; those of {@code jobcomp/elasticsearch} are
 * the same. Messages of job starts (Slurm 25.05 and later) have no state and no end. Times are in UTC.
 *
 * <p>A resize ends one size of a run, and its message has the instant and what the run held until then. The message of the
 * end has the start of the last size, and by its elapsed time that of the first one. So each size is a run of its own, as in
 * {@code sacct}, whatever the order of the messages.
 */
public final class JobCompletionParser extends SlurmParser {
    private static final String SOURCE = "jobcomp.kafka";

    private static final String RESIZING = "RESIZING";

    public JobCompletionParser(TraceOptions options) {
        super(new SlurmReading(options.withZone(ZoneOffset.UTC)));
    }

    /** Whether a line is such a message; it may be cut off at its end. */
    public static boolean recognizes(String line) {
        return JsonLine.isObject(line) && line.contains("\"jobid\"") && line.contains("\"@start\"");
    }

    @Override
    public ParsedLine parse(String line) {
        if (line.isBlank()) {
            return ParsedLine.NOTHING;
        }
        try {
            return job(JsonLine.of(line));
        } catch (BadValueException e) {
            return e.line();
        }
    }

    private ParsedLine job(JsonLine message) {
        SlurmRecord record = new SlurmRecord(SOURCE);
        JobRecord job = record.job;
        job.job = message.text("jobid");
        job.cluster = message.text("cluster");
        job.account = message.text("account");
        job.user = message.text("username");
        record.uid = message.text("user_id");
        job.submitted = time(message, "@submit");
        job.started = time(message, "@start");
        job.ended = time(message, "@end");
        String state = message.text("state");
        job.state = state.isEmpty() && job.ended == JobRecord.NEVER
                ? State.RUNNING
                : SlurmRecord.completed(SlurmState.of("state", state), job.ended != JobRecord.NEVER);
        if (state.equals(RESIZING) && job.started == job.ended) {
            job.state = State.RESIZED;
        } else {
            job.earlierStart = earlierStart(job, (long) message.number("elapsed"));
        }
        job.group = message.text("groupname");
        job.partition = message.text("partition");
        job.qos = message.text("qos");
        job.name = message.text("job_name");
        job.exitStatus = message.text("exit_code");
        job.allocated = reading.allocated(job, "tres_alloc", message.text("tres_alloc"));
        job.requested = reading.requested(job, "tres_req", message.text("tres_req"));
        job.timeLimit = limit(job, message);
        record.isHet = SlurmRecord.isHet(message.text("het_job_id"));
        record.cpus = message.number("total_cpus");
        record.nodes = message.number("total_nodes");
        return record.line(reading);
    }

    /** In seconds; missing or UNLIMITED without a limit. */
    private long limit(JobRecord job, JsonLine message) {
        return message.text("time_limit").equalsIgnoreCase("UNLIMITED")
                ? 0
                : (long) reading.findings.orUnknown(job.job, "time_limit", () -> message.number("time_limit"));
    }

    /** Of a run that was resized, {@code @start} is when it got its last size; elapsed counts from its first start. */
    private static long earlierStart(JobRecord job, long elapsed) {
        long start = job.ended - elapsed * 1000;
        boolean resized = job.ended != JobRecord.NEVER
                && job.started != JobRecord.NEVER
                && start < job.started
                && start >= job.submitted
                && job.submitted != JobRecord.NEVER;
        return resized ? start : JobRecord.NEVER;
    }

    private long time(JsonLine message, String name) {
        return reading.times.millis(name, message.text(name));
    }

    @Override
    public List<String> warnings() {
        return reading.findings.warnings();
    }
}
