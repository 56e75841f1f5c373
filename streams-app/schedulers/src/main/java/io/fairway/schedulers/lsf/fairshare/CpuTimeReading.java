package io.fairway.schedulers.lsf.fairshare;

/**
 * The CPU time that counts as cpu_time; the documentation gives both.
 *
 * <p>Source: IBM Spectrum LSF 10.1, Dynamic user priority and bhpart (actual); bqueues (normalised).
 */
public enum CpuTimeReading {
    /** The CPU time that the hosts measure. */
    ACTUAL,
    /** Multiplied by the CPU factor of the host where the job ran. */
    NORMALISED;

    /**
     * The CPU time that counts, in the unit of the argument.
     *
     * @param time user and system time
     * @param cpuFactor of the host, above 0
     */
    public double of(double time, double cpuFactor) {
        if (!(cpuFactor > 0)) {
            throw new IllegalArgumentException("CPU factor " + cpuFactor + ": must be above 0");
        }
        return switch (this) {
            case ACTUAL -> time;
            case NORMALISED -> time * cpuFactor;
        };
    }
}
