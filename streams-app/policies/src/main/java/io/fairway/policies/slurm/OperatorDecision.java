package io.fairway.policies.slurm;

import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an operator decided about a waiting job: a hold, or a priority of its own. The order of the facts decides:
 *
 * <ol>
 *   <li>A hold takes the priority that was set before it, and the job has 0.
 *   <li>A priority of 0 is a hold. While a job is on hold, another priority is refused.
 *   <li>A release gives the job back to the policy, with or without a hold before it.
 *   <li>A priority of -1 takes back what was set, and no hold of another fact.
 * </ol>
 *
 * <p>Source: rules 1 to 3 as seen on a real Slurm 22.05 ({@code scontrol hold, release, update Priority=}), with
 * priority/multifactor and with priority/basic. Slurm has no -1.
 *
 * @param fixed the priority that counts instead of the policy's, 0 to 4294967294; 0 = held; {@code null} = the policy's
 * @param hold the fact that the job is on hold since; {@code null} = no fact holds it
 */
public record OperatorDecision(
        @Nullable Long fixed, @Nullable JobFact hold) {
    private static final OperatorDecision NONE = new OperatorDecision(null, null);

    /** @param facts those of the job's latest life, in order */
    public static OperatorDecision of(List<JobFact> facts) {
        OperatorDecision decided = NONE;
        for (JobFact fact : facts) {
            decided = decided.after(fact);
        }
        return decided;
    }

    /** Whether an operator holds the job by a priority of 0. */
    public boolean isZero() {
        return fixed != null && fixed == 0;
    }

    private OperatorDecision after(JobFact fact) {
        OperatorDecision decided = this;
        if (fact.holds()) {
            decided = new OperatorDecision(null, fact);
        } else if (fact.type() == JobEventType.RELEASED) {
            decided = NONE;
        }
        // The attributes of a limit are not the job's.
        return fact.type() != JobEventType.LIMITED && fact.attributes().has(Attribute.DIRECT_PRIORITY)
                ? decided.set(fact.attributes().number(Attribute.DIRECT_PRIORITY, -1))
                : decided;
    }

    private OperatorDecision set(long priority) {
        if (priority < 0) {
            return new OperatorDecision(null, hold);
        }
        return hold != null || isZero() ? this : new OperatorDecision(priority, null);
    }
}
