package io.fairway.policies.family;

import java.util.Map;

/** Prices jobs under a version of a policy, in one share tree and as of one reading of its usage. */
@FunctionalInterface
public interface JobPricer {
    /**
     * The priority records of a job by request, from an instant on.
     *
     * @param now epoch milliseconds
     * @return none if the job has no priority under the policy
     */
    Map<String, Ranked> priorities(WaitingJob job, long now);
}
