package io.fairway.readers.gridengine;

import io.fairway.readers.line.BadValueException;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * A record as values between colons, in a fixed order. {@code qsub} refuses colons in names, but not in the value of a string
 * resource, and the category has requests as they are: {@code -l arch=lx-amd64|a:b}. So the place of the values after the
 * category is found by what stands there:
 *
 * <pre>category : iow, a decimal : pe_taskid, NONE or NUMBER.HOST : maxvmem, a decimal : arid, whole : its time, whole</pre>
 *
 * <ol>
 *   <li>The first such place counts. Older versions end earlier.
 *   <li>Without a parallel environment, a line is never that of a slave task.
 *   <li>A line with no such place, or with one of a slave task and one of none, is unreadable: to skip it could lose a job.
 * </ol>
 */
final class ColonLine implements AccountingValues {
    private static final String NONE = "NONE";
    private static final int CATEGORY = AccountingField.CATEGORY.place();
    private static final int PE_TASKID = AccountingField.PE_TASKID.place();
    private static final int LEAST = PE_TASKID + 1;

    /** 1.n2, but not the decimal 1.2. */
    private static final Pattern SLAVE_TASK = Pattern.compile("\\d{1,9}\\.(?!\\d+$)[^\\s:]+");

    private static final Pattern DECIMAL = Pattern.compile("\\d+(?:\\.\\d*)?(?:[eE][-+]?\\d+)?");
    private static final Pattern WHOLE = Pattern.compile("\\d+");

    private final String[] values;
    private final int task;

    private ColonLine(String[] values) {
        this.values = values;
        task = placeOfTask();
    }

    /** @throws BadValueException if it is no record */
    static ColonLine of(String line) {
        String[] values = line.split(":", -1);
        if (values.length < LEAST) {
            throw new BadValueException(
                    "line", line, "must have " + LEAST + " values between colons or more, but has " + values.length);
        }
        return new ColonLine(values);
    }

    /** Whether a line is such a record; it may be cut off in its category. */
    static boolean recognizes(String line) {
        String[] values = line.split(":", -1);
        return values.length >= LEAST
                && GridEngineRecord.isNumber(values[AccountingField.JOB_NUMBER.place()])
                && GridEngineRecord.isNumber(values[AccountingField.SUBMISSION_TIME.place()])
                && GridEngineRecord.isNumber(values[AccountingField.START_TIME.place()])
                && GridEngineRecord.isNumber(values[AccountingField.END_TIME.place()])
                && GridEngineRecord.isNumber(values[AccountingField.SLOTS.place()]);
    }

    @Override
    public String text(AccountingField field) {
        return switch (field) {
            case PROJECT, DEPARTMENT, GRANTED_PE -> orEmpty(values[field.place()]);
            case PE_TASKID -> orEmpty(values[task]);
            case CATEGORY -> String.join(":", Arrays.copyOfRange(values, CATEGORY, task - 1));
            default -> values[field.place()];
        };
    }

    private static String orEmpty(String value) {
        return value.equals(NONE) ? "" : value;
    }

    private int placeOfTask() {
        boolean parallel = !text(AccountingField.GRANTED_PE).isEmpty();
        int found = -1;
        for (int i = PE_TASKID; i < values.length; i++) {
            if (!isPlaceOfTask(i, parallel)) {
                continue;
            }
            if (found >= 0 && isNone(i) != isNone(found)) {
                throw new BadValueException(
                        "category",
                        String.join(":", Arrays.copyOfRange(values, CATEGORY, i - 1)),
                        "must not look like the values after it, or nobody can tell whether this is a job or its slave task");
            }
            found = found < 0 ? i : found;
        }
        if (found < 0) {
            throw new BadValueException(
                    "pe_taskid",
                    values[PE_TASKID],
                    "must be NONE" + (parallel ? " or NUMBER.HOST" : " without a parallel environment")
                            + ", between two decimal numbers");
        }
        return found;
    }

    private boolean isPlaceOfTask(int i, boolean parallel) {
        return (isNone(i) || (parallel && SLAVE_TASK.matcher(values[i]).matches()))
                && DECIMAL.matcher(values[i - 1]).matches()
                && isMissingOr(DECIMAL, i + 1)
                && isMissingOr(WHOLE, i + 2)
                && isMissingOr(WHOLE, i + 3);
    }

    private boolean isNone(int i) {
        return orEmpty(values[i]).isEmpty();
    }

    private boolean isMissingOr(Pattern pattern, int i) {
        return i >= values.length || pattern.matcher(values[i]).matches();
    }
}
