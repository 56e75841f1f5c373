package io.fairway.core.ledger;

import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.Tres;
import java.math.BigDecimal;

/** What a run costs per second: billing TRES times usage factor, in the policy's terms. A pure function. */
@FunctionalInterface
public interface RateFunction {
    /**
     * The rate in TRES, not negative.
     *
     * @param allocated the TRES that the run holds
     * @param job what is known of the job (partition, QOS ...)
     */
    BigDecimal rate(Tres allocated, JobAttributes job);
}
