package io.fairway.api.why;

import io.fairway.core.ledger.JobView;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobFact;
import io.fairway.policies.explain.Wording;
import io.fairway.policies.family.StartVerdict;
import io.fairway.policies.slurm.OperatorDecision;
import io.fairway.policies.slurm.PendingJobs;
import java.util.List;

/**
 * Whether a waiting job's own conditions let it start, and if not, why.
 *
 * @param sentence why it must not start; empty if it may
 * @param since since when it must not start, epoch milliseconds; -1 = not known, or it may start
 * @param until when the obstacle ends by itself, epoch milliseconds; -1 = it does not
 */
public record Eligibility(State state, String sentence, long since, long until) {
    /** Whether a job may start. */
    public enum State {
        READY,
        HELD,
        INELIGIBLE
    }

    private static final Eligibility READY = new Eligibility(State.READY, "", -1, -1);

    /**
     * Reads a job.
     *
     * @param facts the facts of its latest life, in order
     * @param held whether its priority record says that it is held
     * @param now epoch milliseconds
     */
    public static Eligibility of(JobView view, List<JobFact> facts, boolean held, long now) {
        if (held) {
            return held(facts);
        }
        JobFact obstacle = PendingJobs.obstacle(facts);
        if (obstacle != null) {
            String reason = obstacle.attributes().text(Attribute.REASON, "UNKNOWN");
            return new Eligibility(
                    State.INELIGIBLE,
                    "It must not start: " + reason(reason) + ", since " + Wording.instant(obstacle.time()) + ".",
                    obstacle.time(),
                    -1);
        }
        long begin = view.attributes().number(Attribute.BEGIN_TIME, 0);
        if (begin > now) {
            return new Eligibility(
                    State.INELIGIBLE,
                    "It must not start before its begin time, " + Wording.instant(begin) + ".",
                    view.submitted(),
                    begin);
        }
        return READY;
    }

    /** The same under limits of the policy: if nothing else is in the way of the job, they may be. */
    public Eligibility within(StartVerdict limits) {
        return state == State.READY && !limits.mayStart()
                ? new Eligibility(State.INELIGIBLE, "It must not start yet: " + limits.reason() + ".", -1, -1)
                : this;
    }

    private static Eligibility held(List<JobFact> facts) {
        OperatorDecision decided = OperatorDecision.of(facts);
        JobFact hold = decided.hold();
        if (decided.isZero()) {
            return new Eligibility(State.HELD, "It is held: an operator set its priority to 0.", -1, -1);
        }
        return new Eligibility(
                State.HELD,
                (hold == null ? "It is held" : "It has been held" + since(hold))
                        + " and does not start until it is released.",
                hold == null ? -1 : hold.time(),
                -1);
    }

    private static String since(JobFact hold) {
        String reason = hold.attributes().text(Attribute.REASON, "");
        return " since " + Wording.instant(hold.time())
                + switch (reason) {
                    case "", "HOLD" -> "";
                    case "USER_HOLD" -> " by its user";
                    case "BATCH_HOLD" -> " by the scheduler, because it cannot run as it is";
                    case "SYSTEM_HOLD" -> " by an operator";
                    default -> " (" + reason + ")";
                };
    }

    private static String reason(String reason) {
        return switch (reason) {
            case "DEPENDENCY" -> "it waits for another job (dependency)";
            case "BEGIN_TIME" -> "it waits for its begin time";
            case "LIMITS" -> "it exceeds a limit of its user, account or QOS";
            case "POLICY_VIOLATION" -> "it violates a limit of the site's policy";
            case "DEFERRED" -> "a start failed, and the scheduler tries again later";
            case "SOFT_LIMIT" -> "it exceeds a soft limit of its user, account or QOS";
            case "HARD_LIMIT" -> "it exceeds a hard limit of its user, account or QOS";
            case "IDLE_LIMIT" -> "its user has too many waiting jobs";
            case "UNKNOWN" -> "the scheduler gives no reason";
            default -> "the scheduler says " + reason;
        };
    }
}
