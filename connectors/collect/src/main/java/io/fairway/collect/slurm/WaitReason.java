package io.fairway.collect.slurm;

import io.fairway.avro.Ineligibility;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads Slurm's reasons for a job that waits. */
final class WaitReason {
    private static final Set<String> HOLDS =
            Set.of("jobhelduser", "jobheldadmin", "jobholdmaxrequeue", "reservationdeleted");
    private static final Set<String> DEPENDENCIES = Set.of("dependency", "dependencyneversatisfied");
    private static final Set<String> REFUSALS =
            Set.of("accountnotallowed", "qosnotallowed", "invalidaccount", "invalidqos", "badconstraints", "deadline");
    private static final List<String> LIMIT_PREFIXES = List.of("assoc", "qos", "maxjobs", "maxsubmit", "grp");
    private static final String LIMIT = "limit";

    private WaitReason() {}

    /** Whether the reason is a hold. */
    static boolean isHold(String reason) {
        return HOLDS.contains(reason.toLowerCase(Locale.ROOT));
    }

    /**
     * What keeps a job from starting that is its own: another job, a limit, a rule. Null if the job waits for its turn,
     * for resources, for its begin time or for nodes that are down.
     */
    static @Nullable Ineligibility obstacle(String reason) {
        String word = reason.toLowerCase(Locale.ROOT);
        if (DEPENDENCIES.contains(word)) {
            return Ineligibility.DEPENDENCY;
        }
        if (REFUSALS.contains(word)) {
            return Ineligibility.POLICY_VIOLATION;
        }
        return word.contains(LIMIT) || LIMIT_PREFIXES.stream().anyMatch(word::startsWith) ? Ineligibility.LIMITS : null;
    }
}
