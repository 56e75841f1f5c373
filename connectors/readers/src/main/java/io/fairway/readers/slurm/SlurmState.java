package io.fairway.readers.slurm;

import io.fairway.readers.line.BadValueException;
import io.fairway.readers.line.JobRecord.State;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** States of jobs as Slurm names them. */
final class SlurmState {
    private SlurmState() {}

    /**
     * The meaning of a state; {@code CANCELLED by 1000} names who did it.
     *
     * @throws BadValueException for a state that Slurm's documents do not have: whether such a job ended is unknown
     */
    static State of(String field, String text) {
        State state = find(text);
        if (state == null) {
            throw new BadValueException(
                    field, text, "must be a state of Slurm's jobs, such as COMPLETED or CANCELLED by 1000");
        }
        return state;
    }

    /** Whether a text is a state that Slurm's documents have. */
    static boolean isOne(String text) {
        return find(text) != null;
    }

    private static @Nullable State find(String text) {
        int blank = text.indexOf(' ');
        String word = (blank < 0 ? text : text.substring(0, blank)).toUpperCase(Locale.ROOT);
        return switch (word) {
            case "PENDING", "RESV_DEL_HOLD", "REQUEUE_HOLD", "SPECIAL_EXIT" -> State.WAITING;
            case "RUNNING",
                    "SUSPENDED",
                    "COMPLETING",
                    "CONFIGURING",
                    "SIGNALING",
                    "STAGE_OUT",
                    "STOPPED",
                    "POWER_UP_NODE" -> State.RUNNING;
            case "COMPLETED",
                    "FAILED",
                    "TIMEOUT",
                    "NODE_FAIL",
                    "PREEMPTED",
                    "OUT_OF_MEMORY",
                    "BOOT_FAIL",
                    "DEADLINE",
                    "LAUNCH_FAILED",
                    "RECONFIG_FAIL" -> State.ENDED;
            // A run of another size follows one that was resized.
            case "REQUEUED", "REQUEUE_FED", "RESIZING" -> State.REQUEUED;
            case "CANCELLED", "REVOKED" -> State.CANCELLED;
            default -> null;
        };
    }
}
