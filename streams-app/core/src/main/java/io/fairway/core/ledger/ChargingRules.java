package io.fairway.core.ledger;

import io.fairway.core.model.FactRules;

/**
 * The charging rules of a policy, in force from an instant on.
 *
 * @param rate billing of a run's TRES
 * @param chargeSuspended whether suspended time counts (Slurm charges it, specs of 22.05)
 * @param chargeOverLimit whether time beyond the job's limit counts (Slurm charges it)
 * @param chargeRequeued whether a requeued, rerun or migrated run counts (Slurm charges it)
 * @param leaseMillis how long a run without an end is charged after its last sign of life; 0 = until its end is
 *     reported
 * @param scope the association to charge
 * @param limit the time limit of a run
 */
public record ChargingRules(
        RateFunction rate,
        boolean chargeSuspended,
        boolean chargeOverLimit,
        boolean chargeRequeued,
        long leaseMillis,
        ChargeScope scope,
        RunLimit limit) {
    public ChargingRules {
        if (leaseMillis < 0 || (leaseMillis > 0 && leaseMillis < 4) || leaseMillis > FactRules.MAX_TIME) {
            throw new IllegalArgumentException(
                    "lease " + leaseMillis + " ms: must be 0 (none) or 4 to " + FactRules.MAX_TIME + " ms");
        }
    }

    /** Rules under which a run has the limit that its job names. */
    public ChargingRules(
            RateFunction rate,
            boolean chargeSuspended,
            boolean chargeOverLimit,
            boolean chargeRequeued,
            long leaseMillis,
            ChargeScope scope) {
        this(rate, chargeSuspended, chargeOverLimit, chargeRequeued, leaseMillis, scope, RunLimit.OF_THE_JOB);
    }

    /** The same rules for another scope. */
    public ChargingRules charging(ChargeScope other) {
        return new ChargingRules(rate, chargeSuspended, chargeOverLimit, chargeRequeued, leaseMillis, other, limit);
    }

    /** Rules that charge the associations that jobs name. */
    public ChargingRules(
            RateFunction rate,
            boolean chargeSuspended,
            boolean chargeOverLimit,
            boolean chargeRequeued,
            long leaseMillis) {
        this(rate, chargeSuspended, chargeOverLimit, chargeRequeued, leaseMillis, ChargeScope.ASSOCIATION);
    }

    /**
     * The end of the lease of a run last seen at {@code lastSeen}: 1 to 1.25 leases later. A grid of a quarter of the
     * lease rounds signs of life, so most of them change no stored state.
     */
    long leaseEnd(long lastSeen) {
        long grid = leaseMillis / 4;
        return (Math.floorDiv(lastSeen, grid) + 1) * grid + leaseMillis;
    }
}
