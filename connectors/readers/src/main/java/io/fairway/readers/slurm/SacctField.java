package io.fairway.readers.slurm;

import java.util.Locale;
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
    SUBMIT,
    ELIGIBLE,
    START,
    END,
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
    JOBNAME,
    COMMENT,
    ADMINCOMMENT,
    SYSTEMCOMMENT,
    SUBMITLINE,
    WORKDIR;

    /** Whether any text may stand in it. */
    boolean isFree() {
        return switch (this) {
            case JOBNAME, COMMENT, ADMINCOMMENT, SYSTEMCOMMENT, SUBMITLINE, WORKDIR -> true;
            default -> false;
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
