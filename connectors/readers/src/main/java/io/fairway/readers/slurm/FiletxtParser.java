package io.fairway.readers.slurm;

import io.fairway.readers.line.BadValueException;
import io.fairway.readers.line.JobRecord;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.TraceOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the file of Slurm's {@code jobcomp/filetxt}: {@code JobId=1 UserId=anna(1000) ... ExitCode=0:0}. Values are not
 * quoted, so a key is only one that the plug-in writes: a job named {@code x JobState=y} keeps its name.
 */
public final class FiletxtParser extends SlurmParser {
    private static final String SOURCE = "jobcomp.filetxt";

    /** The keys that Fairway reads, and those that end a value before them, in the order in which the plug-in writes them. */
    private static final List<String> KEYS = List.of(
            "JobId",
            "UserId",
            "GroupId",
            "Name",
            "JobState",
            "Partition",
            "TimeLimit",
            "StartTime",
            "EndTime",
            "NodeList",
            "NodeCnt",
            "ProcCnt",
            "WorkDir",
            "ReservationName",
            "Gres",
            "Tres",
            "Account",
            "QOS",
            "WcKey",
            "Cluster",
            "SubmitTime",
            "EligibleTime",
            "DerivedExitCode",
            "ExitCode");

    private static final Pattern OWNER = Pattern.compile("(.*)\\((\\d+)\\)");

    private boolean lacksTres;

    public FiletxtParser(TraceOptions options) {
        super(new SlurmReading(options));
    }

    /** Whether a line is one of such a file. */
    public static boolean recognizes(String line) {
        return line.startsWith("JobId=") && line.contains(" UserId=") && line.contains(" JobState=");
    }

    @Override
    public ParsedLine parse(String line) {
        if (line.isBlank()) {
            return ParsedLine.NOTHING;
        }
        try {
            return job(values(line));
        } catch (BadValueException e) {
            return e.line();
        }
    }

    @Override
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>(reading.warnings());
        if (lacksTres) {
            warnings.add("lines have no Tres: jobs hold their processors and nodes, but no memory and no GPUs");
        }
        return warnings;
    }

    private static Map<String, String> values(String line) {
        Map<String, String> values = new HashMap<>();
        String last = "";
        int begun = 0;
        for (String key : KEYS) {
            String mark = key + "=";
            // The name is free text: what follows it is the last one of its kind before the next key.
            int at = values.isEmpty() && last.isEmpty()
                    ? (line.startsWith(mark) ? 0 : -1)
                    : find(line, " " + mark, begun, last);
            if (at >= 0) {
                if (!last.isEmpty()) {
                    values.put(last, line.substring(begun, at).strip());
                }
                begun = at + mark.length() + (at == 0 ? 0 : 1);
                last = key;
            } else if (last.isEmpty()) {
                throw new BadValueException("line", line, "must begin with JobId=");
            }
        }
        values.put(last, line.substring(begun).strip());
        return values;
    }

    private static int find(String line, String mark, int from, String last) {
        if (!last.equals("Name")) {
            return line.indexOf(mark, from);
        }
        int partition = line.lastIndexOf(" Partition=");
        return partition < 0 ? -1 : line.lastIndexOf(mark, partition);
    }

    private ParsedLine job(Map<String, String> values) {
        SlurmRecord record = new SlurmRecord(SOURCE);
        JobRecord job = record.job;
        job.job = value(values, "JobId");
        if (!job.job.chars().allMatch(Character::isDigit)) {
            throw new BadValueException("JobId", job.job, "must be a number");
        }
        job.cluster = optional(values, "Cluster");
        job.account = optional(values, "Account");
        String owner = value(values, "UserId");
        job.user = name(owner);
        record.uid = number(owner);
        job.group = name(optional(values, "GroupId"));
        job.name = optional(values, "Name");
        job.partition = optional(values, "Partition");
        job.qos = optional(values, "QOS");
        job.exitStatus = optional(values, "ExitCode");
        job.submitted = reading.times.millis("SubmitTime", optional(values, "SubmitTime"));
        reading.times.run(
                job,
                "StartTime",
                optional(values, "StartTime"),
                "EndTime",
                optional(values, "EndTime"),
                Double.NaN,
                Double.NaN);
        job.state = SlurmRecord.completed(
                SlurmState.of("JobState", value(values, "JobState")), job.ended != JobRecord.NEVER);
        String limit = optional(values, "TimeLimit");
        job.timeLimit = !limit.isEmpty() && limit.length() < 10 && limit.chars().allMatch(Character::isDigit)
                ? Long.parseLong(limit) * 60
                : 0;
        lacksTres |= !values.containsKey("Tres");
        record.cpus = SlurmTres.count("ProcCnt", value(values, "ProcCnt"));
        record.nodes = SlurmTres.count("NodeCnt", value(values, "NodeCnt"));
        job.requested = reading.requested(job, "Tres", optional(values, "Tres"));
        if (record.cpus > 0) {
            // What a job holds may be more than it asked for; only the counts tell.
            job.allocated.putAll(job.requested);
            job.allocated.put("cpu", record.cpus);
            job.allocated.put("node", record.nodes);
        }
        return record.line(reading);
    }

    private static String name(String text) {
        Matcher owner = OWNER.matcher(text);
        return owner.matches() ? String.valueOf(owner.group(1)) : text;
    }

    private static String number(String text) {
        Matcher owner = OWNER.matcher(text);
        return owner.matches() ? String.valueOf(owner.group(2)) : "";
    }

    private static String value(Map<String, String> values, String key) {
        String value = values.get(key);
        if (value == null || value.isEmpty()) {
            throw new BadValueException(key, "", "must be in the line");
        }
        return value;
    }

    private static String optional(Map<String, String> values, String key) {
        String value = values.get(key);
        return value == null || value.equals("(null)") ? "" : value;
    }
}
