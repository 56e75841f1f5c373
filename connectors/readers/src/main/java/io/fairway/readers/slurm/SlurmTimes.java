package io.fairway.readers.slurm;

import io.fairway.readers.line.BadValueException;
import io.fairway.readers.line.JobRecord;
import io.fairway.readers.line.LocalTimes;
import io.fairway.readers.line.TraceOptions;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Times as Slurm prints them: local ones ({@code 2026-01-31T12:00:00}), and, by SLURM_TIME_FORMAT, such with an offset
 * ({@code Z}, {@code +01:00}, {@code +0100}) or seconds since 1970.
 */
final class SlurmTimes {
    private static final int LOCAL_LENGTH = 19;
    private static final Pattern OFFSET = Pattern.compile("(\\.\\d{1,9})? ?(Z|[+-]\\d{2}(:?\\d{2})?)");
    private static final Pattern SECONDS = Pattern.compile("\\d{8,12}");
    private static final DateTimeFormatter WITH_OFFSET = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
            .appendPattern("[XXX][XX][X]")
            .toFormatter(java.util.Locale.ROOT);

    private final LocalTimes local;

    SlurmTimes(TraceOptions options) {
        local = new LocalTimes(options);
    }

    /** Whether it stands for a time that has not come. */
    static boolean isNone(String text) {
        return text.isEmpty() || text.equals("0") || text.equalsIgnoreCase("Unknown") || text.equalsIgnoreCase("None");
    }

    /** Whether a text has one of the forms; its numbers may still be wrong. */
    static boolean hasForm(String text) {
        return LocalTimes.hasForm(text) || isExact(text);
    }

    private static boolean isExact(String text) {
        return SECONDS.matcher(text).matches()
                || (text.length() > LOCAL_LENGTH
                        && LocalTimes.hasForm(text.substring(0, LOCAL_LENGTH))
                        && OFFSET.matcher(text.substring(LOCAL_LENGTH)).matches());
    }

    /**
     * Epoch milliseconds; {@link JobRecord#NEVER} for a time that has not come.
     *
     * @throws BadValueException for anything that is no time since 1970
     */
    long millis(String field, String text) {
        return isNone(text) ? JobRecord.NEVER : isExact(text) ? exact(field, text) : local.millis(field, text);
    }

    /**
     * Epoch milliseconds of a time with an offset, or of seconds since 1970.
     *
     * @throws BadValueException for anything else
     */
    static long exact(String field, String text) {
        if (SECONDS.matcher(text).matches()) {
            return Long.parseLong(text) * 1000;
        }
        try {
            String time = text.replaceFirst("^(.{10}) ", "$1T").replace(" ", "");
            long millis = OffsetDateTime.parse(time, WITH_OFFSET).toInstant().toEpochMilli();
            if (millis < 0) {
                throw new BadValueException(field, text, "must not lie before 1970");
            }
            return millis;
        } catch (DateTimeException e) {
            throw new BadValueException(field, text, "must be a time such as 2026-01-31T12:00:00+01:00");
        }
    }

    /**
     * Sets start and end of a run. In the hour that comes twice in autumn, a local time has two readings: those are meant
     * between which the run took as long as its record says. Without that, the first ones that do not end before they
     * start.
     *
     * @param elapsed seconds of the run without suspension; not a number = unknown
     * @param suspended seconds; not a number = unknown
     */
    void run(
            JobRecord job,
            String startField,
            String start,
            String endField,
            String end,
            double elapsed,
            double suspended) {
        job.started = millis(startField, start);
        job.ended = millis(endField, end);
        if (job.started == JobRecord.NEVER || job.ended == JobRecord.NEVER) {
            return;
        }
        long[] starts = {job.started, later(startField, start, job.started)};
        long[] ends = {job.ended, later(endField, end, job.ended)};
        if (!settle(job, starts, ends, elapsed, suspended)) {
            settle(job, starts, ends, Double.NaN, Double.NaN);
        }
    }

    private long later(String field, String text, long first) {
        return isExact(text) ? first : local.later(field, text);
    }

    private static boolean settle(JobRecord job, long[] starts, long[] ends, double elapsed, double suspended) {
        for (long start : starts) {
            for (long end : ends) {
                double took = (end - start) / 1000.0;
                if (Double.isNaN(elapsed) ? took >= 0 : took == elapsed || took == elapsed + suspended) {
                    job.started = start;
                    job.ended = end;
                    return true;
                }
            }
        }
        return false;
    }

    /** See {@link LocalTimes#warnings}. */
    List<String> warnings() {
        return local.warnings();
    }
}
