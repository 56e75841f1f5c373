package io.fairway.readers.slurm;

import io.fairway.readers.line.BadValueException;
import io.fairway.readers.line.JobRecord;
import io.fairway.readers.line.JobRecord.State;
import io.fairway.readers.line.JsonLine;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.SkipReason;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads one job of {@code sacct --json}, in the forms of Slurm 22.05 and later: a number is a number or an object of
 * {@code set}, {@code infinite} and {@code number}; a state is a text or a list. Times are seconds since 1970.
 */
final class SacctJsonJob {
    private static final String SOURCE = "sacct";
    /** Slurm's NO_VAL and INFINITE of 32 bits: a time that has not come. */
    private static final double NO_VALUE = 4_294_967_294.0;

    private static final double SECONDS = 60;

    private final SlurmReading reading;

    SacctJsonJob(SlurmReading reading) {
        this.reading = reading;
    }

    /**
     * The job.
     *
     * @throws BadValueException if a value is wrong without which it cannot be charged
     */
    ParsedLine read(JsonLine told) {
        SlurmRecord record = new SlurmRecord(SOURCE);
        JobRecord job = record.job;
        job.job = told.text("job_id");
        JsonLine association = told.inside("association");
        job.cluster = first(told.text("cluster"), association.text("cluster"));
        job.account = first(told.text("account"), association.text("account"));
        job.user = first(told.text("user"), association.text("user"));
        job.state = state(told.inside("state").texts("current"));
        JsonLine time = told.inside("time");
        job.submitted = millis(time, "submission");
        job.started = millis(time, "start");
        job.ended = millis(time, "end");
        String tasks = told.inside("array").text("task");
        if (job.started == JobRecord.NEVER && !tasks.isEmpty()) {
            // It stands for several tasks, which have other ids once they start.
            return new ParsedLine.Skipped(
                    job.job + "_[" + tasks + "]",
                    job.state == State.WAITING ? SkipReason.STILL_WAITING : SkipReason.NEVER_STARTED);
        }
        job.group = told.text("group");
        job.partition = told.text("partition");
        job.qos = told.text("qos");
        job.name = told.text("name");
        job.exitStatus = exit(told.inside("exit_code"));
        JsonLine tres = told.inside("tres");
        job.allocated = counts(job, tres, "allocated");
        job.requested = counts(job, tres, "requested");
        JsonLine used = time.inside("total");
        job.cpuSeconds = reading.findings.orUnknown(
                job.job, "time.total", () -> used.number("seconds") + used.number("microseconds") / 1e6);
        job.timeLimit =
                (long) (SECONDS * reading.findings.orUnknown(job.job, "time.limit", () -> number(time, "limit")));
        record.isHet = SlurmRecord.isHet(told.inside("het").text("job_id"));
        record.requestedCpus =
                reading.findings.orUnknown(job.job, "required.CPUs", () -> number(told.inside("required"), "CPUs"));
        record.nodes = reading.findings.orUnknown(job.job, "allocation_nodes", () -> number(told, "allocation_nodes"));
        return record.line(reading);
    }

    private static String first(String text, String otherwise) {
        return text.isEmpty() ? otherwise : text;
    }

    /** A run that was requeued has the states PENDING and REQUEUED. */
    private static State state(List<String> words) {
        Set<State> states = EnumSet.noneOf(State.class);
        words.forEach(word -> states.add(SlurmState.of("state", word)));
        for (State state : List.of(State.REQUEUED, State.CANCELLED, State.ENDED, State.WAITING, State.RUNNING)) {
            if (states.contains(state)) {
                return state;
            }
        }
        throw new BadValueException("state", words.toString(), "must be a state of Slurm's jobs, such as COMPLETED");
    }

    private static long millis(JsonLine time, String name) {
        double seconds = number(time, name);
        return seconds == 0 || seconds >= NO_VALUE ? JobRecord.NEVER : (long) (seconds * 1000);
    }

    /** 0 for one that is not set, infinite or missing. */
    private static double number(JsonLine object, String name) {
        JsonLine value = object.inside(name);
        if (!value.has("number")) {
            return object.number(name);
        }
        return value.text("set").equals("false") || value.text("infinite").equals("true") ? 0 : value.number("number");
    }

    /** By name; counts are in the units of {@link SlurmTres}. */
    private Map<String, Double> counts(JobRecord job, JsonLine tres, String list) {
        Map<String, Double> counts = new TreeMap<>();
        for (JsonLine each : tres.list(list)) {
            String type = each.text("type");
            String name = each.text("name").isEmpty() ? type : type + "/" + each.text("name");
            if (!type.isEmpty() && !type.equals("energy")) {
                // Without its CPUs, a run cannot be charged.
                double count = name.equals("cpu") && list.equals("allocated")
                        ? number(each, "count")
                        : reading.findings.orUnknown(job.job, "tres." + list + " " + name, () -> number(each, "count"));
                if (SlurmTres.isCount(count)) {
                    counts.put(name, count);
                } else if (!Double.isNaN(count)) {
                    reading.findings.leftOut(job.job, "tres." + list, name + "=" + count, "must be 0 to 1e12");
                }
            }
        }
        return counts;
    }

    /** As code:signal. */
    private static String exit(JsonLine exit) {
        JsonLine signal = exit.inside("signal");
        double number = signal.has("id") ? number(signal, "id") : number(signal, "signal_id");
        return (long) number(exit, "return_code") + ":" + (long) number;
    }

    List<String> warnings() {
        return reading.findings.warnings();
    }
}
