package io.fairway.readers.slurm;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The fields of {@code sacct} that Fairway reads, and those with any text in them, in which a | may stand. */
enum SacctField {
    JOBID,
    JOBIDRAW,
    CLUSTER,
    PARTITION,
    QOS,
    ACCOUNT,
    GROUP,
    USER,
    UID,
    SUBMIT,
    ELIGIBLE,
    START,
    END,
    ELAPSED,
    ELAPSEDRAW,
    SUSPENDED,
    EXITCODE,
    STATE,
    NNODES,
    NCPUS,
    ALLOCCPUS,
    REQCPUS,
    REQMEM,
    REQTRES,
    ALLOCTRES,
    TIMELIMIT,
    TIMELIMITRAW,
    TOTALCPU,
    // From here on, any text may stand in a field.
    JOBNAME,
    COMMENT,
    ADMINCOMMENT,
    SYSTEMCOMMENT,
    CONSTRAINTS,
    CONTAINER,
    EXTRA,
    LICENSES,
    STDERR,
    STDIN,
    STDOUT,
    SUBMITLINE,
    WCKEY,
    WORKDIR;

    private static final Set<SacctField> OPTIONAL = EnumSet.of(
            PARTITION,
            QOS,
            GROUP,
            SUBMIT,
            ELIGIBLE,
            ELAPSED,
            ELAPSEDRAW,
            SUSPENDED,
            EXITCODE,
            TIMELIMIT,
            TIMELIMITRAW,
            TOTALCPU,
            REQTRES);

    private static final Pattern NUMBER = Pattern.compile("(\\d+(\\.\\d+)?[KMGT]?|[A-Za-z_]+)?");
    private static final Pattern DURATION = Pattern.compile("([0-9.-]*:[0-9:.]*|[A-Za-z_]+)?");
    /** Possessive: otherwise the matcher calls itself for each of them, and a long list ends the thread. */
    private static final Pattern TRES = Pattern.compile("(?:[^=,]+=[^=,]+(?:,[^=,]+=[^=,]+)*+)?");

    /** Whether any text may stand in it. */
    boolean isFree() {
        return compareTo(JOBNAME) >= 0;
    }

    /** Whether a run can be charged without it. */
    boolean isOptional() {
        return isFree() || OPTIONAL.contains(this);
    }

    /** Whether a value looks like one of this field. */
    boolean fits(String value) {
        return switch (this) {
            case SUBMIT, START, END -> SlurmTimes.isNone(value) || SlurmTimes.hasForm(value);
            case STATE -> SlurmState.isOne(value);
            case UID, ELAPSEDRAW, NNODES, NCPUS, ALLOCCPUS, REQCPUS, TIMELIMITRAW ->
                NUMBER.matcher(value).matches();
            case ELAPSED, SUSPENDED, TIMELIMIT, TOTALCPU ->
                DURATION.matcher(value).matches();
            case REQTRES, ALLOCTRES -> TRES.matcher(value).matches();
            default -> true;
        };
    }

    /** The field of a column, whatever its case and width ({@code JobName%30}); null for one that Fairway does not read. */
    static @Nullable SacctField of(String column) {
        int width = column.indexOf('%');
        String name = (width < 0 ? column : column.substring(0, width)).toUpperCase(Locale.ROOT);
        for (SacctField field : values()) {
            if (field.name().equals(name)) {
                return field;
            }
        }
        return null;
    }
}
