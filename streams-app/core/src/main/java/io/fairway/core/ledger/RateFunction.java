package io.fairway.core.ledger;

import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.Tres;
import java.math.BigDecimal;

/** The cost of a run per second: billing TRES times usage factor, in the policy's terms. A pure function. */
@FunctionalInterface
public interface RateFunction {
    /**
     * The rate in TRES, not negative.
     *
     * @param allocated the TRES that the run holds
     * @param job the job's attributes (partition, QOS ...)
     */
    BigDecimal rate(Tres allocated, JobAttributes job);
}
