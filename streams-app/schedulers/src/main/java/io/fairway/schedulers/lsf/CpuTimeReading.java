package io.fairway.schedulers.lsf;

/**
 * Which CPU time counts as cpu_time; the documentation says both.
 *
 * <p>Source: IBM Spectrum LSF 10.1, Dynamic user priority and bhpart (actual); bqueues (normalised).
 */
public enum CpuTimeReading {
    /** The time as the hosts measured it. */
    ACTUAL,
    /** Multiplied by the CPU factor of the host where the job ran. */
    NORMALISED;

    /**
     * The CPU time that counts, in the unit in which it is given.
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
