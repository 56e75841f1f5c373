package io.fairway.core.usage;

/**
 * Charges in the way of a running slurmctld, in the terms of a {@link Line} (Slurm 22.05, priority/multifactor: the
 * decay thread).
 *
 * <p>A pass charges every running job {@code d * lambda^d}, where d is the seconds since the previous pass or since the
 * job's start. A job that ends is charged likewise for the time since the last pass, and the next pass decays that by
 * its whole period. So each piece counts as one lump at a pass. A run of whole periods is a geometric series, which is
 * again a straight line in z at the instants of the passes. Usage between two passes is the usage at the earlier one,
 * plus the charges of jobs that ended since.
 */
public final class SlurmTicks {
    private SlurmTicks() {}

    /** The last pass at or before {@code time}. */
    public static long lastPass(DecayLaw law, long time) {
        return law.lastPass(time);
    }

    /** The first pass after {@code time}: the first one that charges a run that starts at {@code time}. */
    public static long firstPassAfter(DecayLaw law, long time) {
        return lastPass(law, time) + law.period();
    }

    /** The mantissa, at {@code pass}, of the charge that the pass makes for {@code millis} of running. */
    static long weight(DecayLaw law, long pass, long millis) {
        double seconds = millis / 1000.0;
        double share = seconds * StrictMath.pow(law.lambda(), seconds) / law.meanLifeSeconds();
        return Math.round(share * law.mantissa(pass));
    }
}
