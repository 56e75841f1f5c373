package io.fairway.schedulers.moab.job;

import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.Tres;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last decision of a policy's limits about a waiting job, with its effective queue time until then. A job keeps one for each
 * policy, however often its limits let it go and stop it again. So what is told later of the time before does not change
 * that queue time any more.
 *
 * @param at epoch milliseconds
 * @param sequence orders two decisions of one instant
 * @param accruedMillis effective queue time at that instant
 * @param verdict what holds from then on
 */
public record LimitMark(long at, long sequence, long accruedMillis, LimitVerdict verdict) {
    /** The last one in a job's facts; {@code null} = none. */
    public static @Nullable LimitMark of(List<JobFact> facts, String policy) {
        LimitMark last = null;
        for (JobFact fact : facts) {
            JobAttributes attributes = fact.attributes();
            if (fact.type() == JobEventType.LIMITED
                    && attributes.text(Attribute.LIMIT_POLICY, "").equals(policy)) {
                last = new LimitMark(
                        fact.time(),
                        fact.sequence(),
                        attributes.number(Attribute.ACCRUED, 0),
                        LimitVerdict.parse(attributes.text(Attribute.LIMITS, "")));
            }
        }
        return last;
    }

    /** As a fact of the job. */
    public JobFact fact(String policy) {
        EnumMap<Attribute, String> attributes = new EnumMap<>(Map.of(
                Attribute.LIMIT_POLICY,
                policy,
                Attribute.LIMITS,
                verdict.text(),
                Attribute.ACCRUED,
                Long.toString(accruedMillis)));
        return JobFact.of(JobEventType.LIMITED, at, JobFact.NO_RUN)
                .withAttributes(JobAttributes.of(attributes, Tres.NONE))
                .withSequence(sequence);
    }
}
