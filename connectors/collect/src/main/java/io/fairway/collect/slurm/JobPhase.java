package io.fairway.collect.slurm;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a job does, from the states that Slurm gives it. */
enum JobPhase {
    /** It waits, held or not. */
    WAITING,
    RUNNING,
    SUSPENDED,
    /** Its nodes are being cleaned up. Slurm 22.05 does not say meanwhile how it ended, or whether it waits again. */
    ENDING,
    FINISHED,
    CANCELLED,
    /** It runs on another cluster of the federation. */
    REVOKED,
    /** No state that this version knows. */
    UNKNOWN;

    /** In the order in which they count: of a job's states, the first that is listed here decides. */
    private static final Map<JobPhase, Set<String>> STATES = new EnumMap<>(JobPhase.class);

    private static final List<JobPhase> ORDER =
            List.of(WAITING, REVOKED, CANCELLED, FINISHED, SUSPENDED, ENDING, RUNNING);

    static {
        STATES.put(
                WAITING,
                Set.of(
                        "PENDING",
                        "REQUEUED",
                        "REQUEUE_FED",
                        "REQUEUE_HOLD",
                        "RESV_DEL_HOLD",
                        "SPECIAL_EXIT",
                        // Its nodes are booting. Slurm charges it from when they are up, and only then sets its start.
                        "CONFIGURING",
                        "POWER_UP_NODE"));
        STATES.put(REVOKED, Set.of("REVOKED"));
        STATES.put(CANCELLED, Set.of("CANCELLED"));
        STATES.put(
                FINISHED,
                Set.of(
                        "COMPLETED",
                        "FAILED",
                        "TIMEOUT",
                        "NODE_FAIL",
                        "PREEMPTED",
                        "BOOT_FAIL",
                        "DEADLINE",
                        "OUT_OF_MEMORY",
                        "LAUNCH_FAILED",
                        "RECONFIG_FAIL"));
        STATES.put(SUSPENDED, Set.of("SUSPENDED"));
        STATES.put(ENDING, Set.of("COMPLETING", "STAGE_OUT"));
        STATES.put(RUNNING, Set.of("RUNNING", "RESIZING", "SIGNALING", "STOPPED"));
    }

    /** The phase of a job in these states, such as {@code PENDING} and {@code REQUEUED} at once. */
    static JobPhase of(Set<String> states) {
        for (JobPhase phase : ORDER) {
            if (STATES.getOrDefault(phase, Set.of()).stream().anyMatch(states::contains)) {
                return phase;
            }
        }
        return UNKNOWN;
    }

    boolean holdsResources() {
        return this == RUNNING || this == SUSPENDED || this == ENDING;
    }

    boolean isOver() {
        return this == FINISHED || this == CANCELLED || this == REVOKED;
    }
}
