package io.fairway.core.usage;

/**
 * Charges as a running slurmctld makes them, in the terms of a {@link Line} (Slurm 22.05, priority/multifactor: the decay
 * thread).
 *
 * <p>A pass charges every running job {@code d * lambda^d} for the d seconds since the pass before it or since its start;
 * a job that ends is charged likewise for the time since the last pass, and the next pass decays that by its whole
 * period. So each piece counts as one lump at a pass, and a run of whole periods is a geometric series, which is again a
 * straight line in z at the instants of the passes. Usage between two passes is that of the earlier one, plus what ended
 * since.
 */
public final class SlurmTicks {
    private SlurmTicks() {}

    /** The last pass at or before {@code time}. */
    public static long lastPass(DecayLaw law, long time) {
        return time - Math.floorMod(time - law.phase(), law.period());
    }

    /** The first pass after {@code time}: the first one that charges what starts at {@code time}. */
    public static long firstPassAfter(DecayLaw law, long time) {
        return lastPass(law, time) + law.period();
    }

    /** The mantissa, at {@code pass}, of what {@code millis} of running are charged there. */
    static long weight(DecayLaw law, long pass, long millis) {
        double seconds = millis / 1000.0;
        double share = seconds * StrictMath.pow(law.lambda(), seconds) / law.meanLifeSeconds();
        return Math.round(share * law.mantissa(pass));
    }
}
