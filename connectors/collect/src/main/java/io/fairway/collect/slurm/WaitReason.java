package io.fairway.collect.slurm;

import io.fairway.avro.Ineligibility;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads Slurm's reasons for a job that waits. The source of the names is the page "Job Reason Codes" of Slurm's
 * documentation.
 */
final class WaitReason {
    private static final Set<String> HOLDS =
            Set.of("jobhelduser", "jobheldadmin", "jobholdmaxrequeue", "reservationdeleted");
    private static final Set<String> DEPENDENCIES = Set.of("dependency", "dependencyneversatisfied");
    private static final Set<String> REFUSALS =
            Set.of("accountnotallowed", "qosnotallowed", "invalidaccount", "invalidqos", "badconstraints", "deadline");

    /** Of an association, a QOS, an account within a QOS, a partition, an array. */
    private static final Pattern LIMITS =
            Pattern.compile("accountingpolicy|assoc.*|qos.*|grp.*|max.*per(account|limit|user)|"
                    + "max(jobs|submit).*|partition(config|nodelimit|timelimit)|jobarraytasklimit");

    /** What may be over at any moment, and what ended the run before. */
    private static final Set<String> TURNS = Set.of(
            "",
            "none",
            "priority",
            "resources",
            "begintime",
            "burstbufferoperation",
            "burstbufferresources",
            "burstbufferstagein",
            "cleaning",
            "constraints",
            "fedjoblock",
            "inactivelimit",
            "joblaunchfailure",
            "licenses",
            "nodedown",
            "nonzeroexitcode",
            "outofmemory",
            "partitiondown",
            "partitioninactive",
            "prolog",
            "reqnodenotavail",
            "reservation",
            "scheddefer",
            "systemfailure",
            "timelimit");

    private WaitReason() {}

    /** Whether the reason is a hold. */
    static boolean isHold(String reason) {
        return HOLDS.contains(word(reason));
    }

    /** Whether it is one of those that Slurm's documentation lists, or of a family of them. */
    static boolean isKnown(String reason) {
        return isHold(reason) || obstacle(reason) != null || TURNS.contains(word(reason));
    }

    /**
     * What keeps a job from starting that is its own: another job, a limit, a rule. Null if the job waits for its turn,
     * for resources, for its begin time or for nodes that are down, and if the reason is not known.
     */
    static @Nullable Ineligibility obstacle(String reason) {
        String word = word(reason);
        if (DEPENDENCIES.contains(word)) {
            return Ineligibility.DEPENDENCY;
        }
        if (REFUSALS.contains(word)) {
            return Ineligibility.POLICY_VIOLATION;
        }
        return LIMITS.matcher(word).matches() ? Ineligibility.LIMITS : null;
    }

    /** Some versions add what they know of it, such as {@code ReqNodeNotAvail, UnavailableNodes:n1}. */
    private static String word(String reason) {
        String[] words = reason.strip().split("[ ,(:]", 2);
        return words[0].toLowerCase(Locale.ROOT);
    }
}
