package io.fairway.readers.slurm;

import io.fairway.readers.line.BadValueException;
import io.fairway.readers.line.JobRecord;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.SkipReason;
import io.fairway.readers.line.TraceOptions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code sacct --parsable2}: the 26 fields of Open XDMoD's export, or whatever fields a header line names. A line
 * that names columns is a header wherever it stands, because exports are put together from several runs. Names of jobs and
 * command lines may have line ends in them: {@link SacctLines} puts such records together.
 */
public final class SacctParser extends SlurmParser {
    private static final String SOURCE = "sacct";

    private final SacctLines lines = new SacctLines();
    private SacctColumns columns = SacctColumns.OPEN_XDMOD;
    private boolean usable = true;

    public SacctParser(TraceOptions options) {
        super(new SlurmReading(options));
    }

    /** Whether a line is one of such a file: a header, or Open XDMoD's fields. */
    public static boolean recognizes(String line) {
        if (SacctHeader.of(line) != null) {
            return true;
        }
        String[] fields = line.split("\\|", 15);
        return fields.length == 15
                && !fields[0].isEmpty()
                && Character.isDigit(fields[0].charAt(0))
                && isTimeOrNone(fields[10])
                && isTimeOrNone(fields[13]);
    }

    private static boolean isTimeOrNone(String text) {
        return SlurmTimes.isNone(text) || SlurmTimes.hasForm(text);
    }

    @Override
    public ParsedLine parse(String line) {
        SacctHeader header = line.isBlank() ? null : SacctHeader.of(line);
        if (header != null) {
            return both(lines.beforeHeader(), begin(header, line));
        }
        if (!usable && !line.isBlank()) {
            return new ParsedLine.Bad("line", line, "must come after a header that names what charging needs");
        }
        SacctLines.Complete complete = lines.take(line);
        String text = complete.text();
        return both(complete.unfinished(), text == null ? ParsedLine.NOTHING : record(text, complete.lines()));
    }

    @Override
    public ParsedLine end() {
        return both(lines.end(), ParsedLine.NOTHING);
    }

    private ParsedLine begin(SacctHeader header, String line) {
        usable = false;
        try {
            columns = SacctColumns.of(header, line);
        } catch (BadValueException e) {
            return e.line();
        }
        lines.use(columns);
        usable = true;
        return ParsedLine.NOTHING;
    }

    private ParsedLine record(String text, int over) {
        try {
            return job(columns.row(text));
        } catch (BadValueException e) {
            return e.line().since(over - 1);
        }
    }

    private static ParsedLine both(ParsedLine.@Nullable Bad unfinished, ParsedLine next) {
        return unfinished == null
                ? next
                : next == ParsedLine.NOTHING ? unfinished : new ParsedLine.Several(List.of(unfinished, next));
    }

    @Override
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>(reading.warnings());
        if (!columns.has(SacctField.JOBIDRAW)) {
            warnings.add(
                    "there is no field JobIDRaw: tasks of arrays have ids such as 12_3, which no other source has");
        }
        if (lines.rests() > 0) {
            warnings.add(lines.rests() + (lines.rests() == 1 ? " line is" : " lines are")
                    + " the rest of a text with a line end in it, and left out");
        }
        return warnings;
    }

    private ParsedLine job(SacctColumns.Row row) {
        String shown = row.first(SacctField.JOBID, SacctField.JOBIDRAW);
        String raw = row.get(SacctField.JOBIDRAW);
        String id = columns.beginsWithRawId() && !raw.isEmpty() ? id(raw, raw) : id(shown, raw);
        if (shown.indexOf('.') >= 0) {
            return new ParsedLine.Skipped(shown, SkipReason.STEP);
        }
        SlurmRecord record = new SlurmRecord(SOURCE);
        JobRecord job = record.job;
        job.job = id;
        record.isHet = shown.indexOf('+') >= 0;
        job.cluster = row.get(SacctField.CLUSTER);
        job.account = row.get(SacctField.ACCOUNT);
        job.user = row.get(SacctField.USER);
        job.state = SlurmState.of("State", row.get(SacctField.STATE));
        job.submitted = reading.times.millis("Submit", row.get(SacctField.SUBMIT));
        reading.times.run(
                job,
                "Start",
                row.get(SacctField.START),
                "End",
                row.get(SacctField.END),
                elapsed(row),
                reading.findings.orUnknown(
                        id, "Suspended", () -> SlurmDuration.seconds("Suspended", row.get(SacctField.SUSPENDED))));
        if (job.started == JobRecord.NEVER && id.indexOf('[') >= 0) {
            // It stands for several tasks, which have other ids once they start.
            return new ParsedLine.Skipped(
                    id, job.state == JobRecord.State.WAITING ? SkipReason.STILL_WAITING : SkipReason.NEVER_STARTED);
        }
        job.group = row.get(SacctField.GROUP);
        job.partition = row.get(SacctField.PARTITION);
        job.qos = row.get(SacctField.QOS);
        job.name = row.get(SacctField.JOBNAME);
        job.exitStatus = row.get(SacctField.EXITCODE);
        job.allocated = reading.allocated(job, "AllocTRES", row.get(SacctField.ALLOCTRES));
        job.requested = reading.requested(job, "ReqTRES", row.get(SacctField.REQTRES));
        job.cpuSeconds = reading.findings.orUnknown(
                id, "TotalCPU", () -> SlurmDuration.seconds("TotalCPU", row.get(SacctField.TOTALCPU)));
        job.timeLimit = row.get(SacctField.TIMELIMIT).isEmpty()
                ? minutes(row.get(SacctField.TIMELIMITRAW))
                : (long) reading.findings.orUnknown(
                        id, "Timelimit", () -> SlurmDuration.limit("Timelimit", row.get(SacctField.TIMELIMIT)));
        record.cpus = count("AllocCPUS", row.first(SacctField.ALLOCCPUS, SacctField.NCPUS));
        record.requestedCpus =
                reading.findings.orUnknown(id, "ReqCPUS", () -> count("ReqCPUS", row.get(SacctField.REQCPUS)));
        record.nodes = count("NNodes", row.get(SacctField.NNODES));
        record.memory = row.get(SacctField.REQMEM);
        record.uid = row.get(SacctField.UID);
        return record.line(reading);
    }

    /** The number of the job; of waiting tasks of an array, what stands for them. */
    private static String id(String shown, String raw) {
        if (shown.isEmpty() || !Character.isDigit(shown.charAt(0))) {
            throw new BadValueException("JobID", shown, "must begin with a number");
        }
        return raw.isEmpty() || shown.indexOf('[') >= 0 ? shown : raw;
    }

    /** Seconds without suspension; not a number if the file does not say. */
    private double elapsed(SacctColumns.Row row) {
        String raw = row.get(SacctField.ELAPSEDRAW);
        return reading.findings.orUnknown(
                row.first(SacctField.JOBID, SacctField.JOBIDRAW),
                "Elapsed",
                () -> raw.isEmpty()
                        ? SlurmDuration.seconds("Elapsed", row.get(SacctField.ELAPSED))
                        : SlurmTres.count("ElapsedRaw", raw));
    }

    private static double count(String field, String text) {
        return text.isEmpty() ? 0 : SlurmTres.count(field, text);
    }

    private static long minutes(String text) {
        return text.isEmpty() || !text.chars().allMatch(Character::isDigit) || text.length() > 12
                ? 0
                : Long.parseLong(text) * 60;
    }
}
