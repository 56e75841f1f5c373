package io.fairway.readers.slurm;

import io.fairway.readers.line.BadValueException;
import io.fairway.readers.line.Interned;
import io.fairway.readers.line.JobRecord;
import io.fairway.readers.line.LineParser;
import io.fairway.readers.line.LocalTimes;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.SkipReason;
import io.fairway.readers.line.TraceOptions;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads {@code sacct --parsable2}: the 26 fields of Open XDMoD's export, or whatever fields a header line names. A line
 * that names columns is a header wherever it stands, because exports are put together from several runs.
 */
public final class SacctParser implements LineParser {
    private static final String SOURCE = "sacct";

    private final TraceOptions options;
    private final LocalTimes times;
    private final Interned<String> names = new Interned<>();
    private SacctColumns columns = SacctColumns.OPEN_XDMOD;
    private boolean usable = true;

    public SacctParser(TraceOptions options) {
        this.options = options;
        times = new LocalTimes(options);
    }

    /** Whether a line is one of such a file: a header, or Open XDMoD's fields. */
    public static boolean recognizes(String line) {
        if (line.indexOf('|') < 0) {
            return false;
        }
        if (SacctColumns.isHeader(line)) {
            return true;
        }
        String[] fields = line.split("\\|", 15);
        return fields.length == 15
                && !fields[0].isEmpty()
                && Character.isDigit(fields[0].charAt(0))
                && (LocalTimes.hasForm(fields[10]) || isNoTime(fields[10]))
                && (LocalTimes.hasForm(fields[13]) || isNoTime(fields[13]));
    }

    @Override
    public ParsedLine parse(String line) {
        if (line.isBlank()) {
            return ParsedLine.NOTHING;
        }
        try {
            if (SacctColumns.isHeader(line)) {
                usable = false;
                columns = SacctColumns.of(line);
                usable = true;
                return ParsedLine.NOTHING;
            }
            if (!usable) {
                throw new BadValueException("line", line, "must come after a header that names what charging needs");
            }
            return job(columns.row(line));
        } catch (BadValueException e) {
            return e.line();
        }
    }

    @Override
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>(times.warnings());
        if (!columns.has(SacctField.JOBIDRAW)) {
            warnings.add(
                    "there is no field JobIDRaw: tasks of arrays have ids such as 12_3, which no other source has");
        }
        return warnings;
    }

    private ParsedLine job(SacctColumns.Row row) {
        String shown = row.first(SacctField.JOBID, SacctField.JOBIDRAW);
        String id = id(shown, row.get(SacctField.JOBIDRAW));
        if (shown.indexOf('.') >= 0) {
            return new ParsedLine.Skipped(shown, SkipReason.STEP);
        }
        SlurmRecord record = new SlurmRecord(SOURCE);
        JobRecord job = record.job;
        job.job = id;
        job.cluster = row.get(SacctField.CLUSTER);
        job.account = row.get(SacctField.ACCOUNT);
        job.user = row.get(SacctField.USER);
        job.state = SlurmState.of("State", row.get(SacctField.STATE));
        job.submitted = time(row, SacctField.SUBMIT, "Submit");
        job.started = time(row, SacctField.START, "Start");
        job.ended = time(row, SacctField.END, "End");
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
        job.allocated = SlurmTres.parse("AllocTRES", row.get(SacctField.ALLOCTRES));
        job.requested = SlurmTres.parse("ReqTRES", row.get(SacctField.REQTRES));
        job.cpuSeconds = SlurmDuration.seconds("TotalCPU", row.get(SacctField.TOTALCPU));
        job.timeLimit = row.get(SacctField.TIMELIMIT).isEmpty()
                ? minutes(row.get(SacctField.TIMELIMITRAW))
                : SlurmDuration.limit("Timelimit", row.get(SacctField.TIMELIMIT));
        record.cpus = count("AllocCPUS", row.first(SacctField.ALLOCCPUS, SacctField.NCPUS));
        record.requestedCpus = count("ReqCPUS", row.get(SacctField.REQCPUS));
        record.nodes = count("NNodes", row.get(SacctField.NNODES));
        record.memory = row.get(SacctField.REQMEM);
        return record.line(options, names);
    }

    /** The number of the job; of waiting tasks of an array, what stands for them. */
    private static String id(String shown, String raw) {
        if (shown.isEmpty() || !Character.isDigit(shown.charAt(0))) {
            throw new BadValueException("JobID", shown, "must begin with a number");
        }
        return raw.isEmpty() || shown.indexOf('[') >= 0 ? shown : raw;
    }

    private long time(SacctColumns.Row row, SacctField field, String name) {
        String text = row.get(field);
        return isNoTime(text) ? JobRecord.NEVER : times.millis(name, text);
    }

    /** Whether it stands for a time that has not come. */
    static boolean isNoTime(String text) {
        return text.isEmpty() || text.equalsIgnoreCase("Unknown") || text.equalsIgnoreCase("None");
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
