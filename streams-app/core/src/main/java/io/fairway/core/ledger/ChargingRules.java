package io.fairway.core.ledger;

/**
 * What a policy charges for, in force from an instant on.
 *
 * @param rate billing of a run's TRES
 * @param chargeSuspended whether the time that a run is suspended counts (Slurm charges it, specs of 22.05)
 * @param chargeOverLimit whether time beyond the job's limit counts (Slurm charges it)
 * @param chargeRequeued whether a run that was requeued, rerun or migrated counts (Slurm charges it)
 * @param leaseMillis how long after its last sign of life a run without an end is charged; 0 = until its end is told
 * @param scope who is charged
 */
public record ChargingRules(
        RateFunction rate,
        boolean chargeSuspended,
        boolean chargeOverLimit,
        boolean chargeRequeued,
        long leaseMillis,
        ChargeScope scope) {
    public ChargingRules {
        if (leaseMillis < 0 || (leaseMillis > 0 && leaseMillis < 4)) {
            throw new IllegalArgumentException("lease " + leaseMillis + " ms: 0 (none), or at least 4 ms");
        }
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
     * The end of the lease of a run last seen at {@code lastSeen}: between 1 and 1.25 leases later. Signs of life are put
     * on a grid of a quarter of the lease, so that most of them change nothing that has to be stored.
     */
    long leaseEnd(long lastSeen) {
        long grid = leaseMillis / 4;
        return (Math.floorDiv(lastSeen, grid) + 1) * grid + leaseMillis;
    }
}
