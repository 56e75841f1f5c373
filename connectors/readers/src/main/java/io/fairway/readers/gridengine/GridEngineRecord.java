package io.fairway.readers.gridengine;

import io.fairway.readers.line.BadValueException;
import io.fairway.readers.line.Interned;
import io.fairway.readers.line.JobRecord;
import io.fairway.readers.line.JobRecord.State;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.SkipReason;
import io.fairway.readers.line.TraceOptions;
import io.fairway.readers.line.TraceOptions.AccountBy;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the values of a record mean; {@link GridEngineParser} has the rules. */
final class GridEngineRecord {
    private static final String SOURCE = "sge";
    private static final Pattern HARD_LIMIT = Pattern.compile("(?:^|[ ,])h_rt=(\\d{1,12})(?:,|\\s|$)");

    /**
     * Values of {@code failed} by which the job ran, whatever times the record has. sge_status(5) says so of all but 19, a
     * crash of the host or shepherd, and 20, a trouble of the shepherd.
     */
    private static final Set<Long> RAN = Set.of(12L, 13L, 14L, 15L, 16L, 17L, 19L, 20L, 24L, 25L, 30L, 37L, 100L);

    /** Values of {@code failed} after which the job waits again: migrating, and rescheduling. */
    private static final Set<Long> REQUEUED = Set.of(24L, 25L);

    /** From here on (1973 in milliseconds), a time is in milliseconds, as Univa writes it. */
    private static final long MILLISECONDS = 100_000_000_000L;

    /** From here on (1973 in microseconds), a time is in microseconds, as Open Cluster Scheduler writes it. */
    private static final long MICROSECONDS = 100_000_000_000_000L;

    private final AccountingValues values;

    GridEngineRecord(AccountingValues values) {
        this.values = values;
    }

    /** Whether a value is a whole number, 0 or more. */
    static boolean isNumber(String text) {
        return !text.isEmpty() && text.length() <= 18 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** @throws BadValueException for a value that breaks its rule */
    ParsedLine line(TraceOptions options, Interned<String> names) {
        long number = whole(AccountingField.JOB_NUMBER);
        long task = whole(AccountingField.TASK_NUMBER);
        JobRecord job = new JobRecord(SOURCE);
        job.job = task > 0 ? number + "." + task : Long.toString(number);
        String slaveTask = values.text(AccountingField.PE_TASKID);
        if (!slaveTask.isEmpty()) {
            return new ParsedLine.Skipped(job.job + " " + slaveTask, SkipReason.PARTIAL_EXECUTION);
        }
        job.submitted = time(AccountingField.SUBMISSION_TIME);
        job.started = time(AccountingField.START_TIME);
        job.ended = time(AccountingField.END_TIME);
        long failed = whole(AccountingField.FAILED);
        if (RAN.contains(failed) && (job.started == JobRecord.NEVER || job.ended == JobRecord.NEVER)) {
            return new ParsedLine.Skipped(job.job, SkipReason.RAN_WITHOUT_TIMES);
        }
        job.state = job.started == JobRecord.NEVER
                ? State.CANCELLED
                : REQUEUED.contains(failed) ? State.REQUEUED : State.ENDED;
        job.exitStatus = failed == 0 ? values.text(AccountingField.EXIT_STATUS) : "failed " + failed;
        job.user = values.text(AccountingField.OWNER);
        job.group = values.text(AccountingField.GROUP);
        job.project = values.text(AccountingField.PROJECT);
        job.account = account(options, job);
        job.queue = values.text(AccountingField.QNAME);
        job.name = values.text(AccountingField.JOB_NAME);
        job.cpuSeconds = cpuSeconds();
        job.timeLimit = timeLimit(values.text(AccountingField.CATEGORY));
        double slots = whole(AccountingField.SLOTS);
        if (slots > 0) {
            job.requested.put("cpu", slots);
        }
        job.allocated.putAll(job.requested);
        return job.line(options, names);
    }

    private String account(TraceOptions options, JobRecord job) {
        if (options.accountBy() == AccountBy.DEPARTMENT) {
            String department = values.text(AccountingField.DEPARTMENT);
            if (department.isEmpty() && options.defaultAccount() == null) {
                throw new BadValueException("account", "", "must not be empty: the record names no department");
            }
            return department;
        }
        return job.project == null || job.project.isEmpty() ? String.valueOf(job.group) : job.project;
    }

    /** The category has hard requests first, then soft ones after -soft, which end no job. */
    private static long timeLimit(String category) {
        int soft = (" " + category).indexOf(" -soft ");
        Matcher limit = HARD_LIMIT.matcher(soft < 0 ? category : category.substring(0, soft));
        return limit.find() ? Long.parseLong(limit.group(1)) : 0;
    }

    private long time(AccountingField field) {
        long number = whole(field);
        if (number == 0) {
            return JobRecord.NEVER;
        }
        return number >= MICROSECONDS ? number / 1000 : number >= MILLISECONDS ? number : number * 1000;
    }

    private long whole(AccountingField field) {
        String text = values.text(field);
        if (!isNumber(text)) {
            throw new BadValueException(field.key(), text, "must be a whole number, 0 or more");
        }
        return Long.parseLong(text);
    }

    private double cpuSeconds() {
        String text = values.text(AccountingField.CPU);
        try {
            double number = Double.parseDouble(text);
            if (number >= 0 && number <= 1e15) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Refused below.
        }
        throw new BadValueException(AccountingField.CPU.key(), text, "must be seconds, 0 or more");
    }
}
