package io.fairway.dispatcher.slurm;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The parameter of a job by which slurmctld is told its place. The numbers of Fairway are {@link #LEAST} to {@link #MOST};
 * a greater one is served first. A job without a number keeps what Slurm itself gives it, and comes after all others.
 */
public enum SlurmParameter {
    /** Added to the priority that Slurm computes. Users cannot set it. */
    SITE_FACTOR("SiteFactor"),
    /** The priority itself; Slurm no longer computes one. A hold by the user is undone by it. */
    PRIORITY("Priority"),
    /** Subtracted from the priority that Slurm computes; replaces the nice value of the user. */
    NICE("Nice");

    /** The least number: above what small weights give to jobs without a number. */
    static final long LEAST = 1_000_000;

    /** The greatest number: the limit of SiteFactor and Nice by scontrol's manual page, and half of the priority's. */
    static final long MOST = 2_147_483_645;

    private final String parameter;

    SlurmParameter(String parameter) {
        this.parameter = parameter;
    }

    /** The lever of Slurm's name of the parameter; null for another parameter. */
    static @Nullable SlurmParameter of(String parameter) {
        for (SlurmParameter slurmParameter : values()) {
            if (slurmParameter.parameter.equals(parameter)) {
                return slurmParameter;
            }
        }
        return null;
    }

    /** Slurm's name of the parameter. */
    public String parameter() {
        return parameter;
    }

    /** Slurm's value for a number. */
    public long value(long number) {
        return this == NICE ? -number : number;
    }

    /** The number of Slurm's value; the inverse of {@link #value}. */
    long number(long value) {
        return value(value);
    }

    /** Whether a job with this parameter still has the other factors of Slurm in its priority. */
    boolean isAddedToOthers() {
        return this != PRIORITY;
    }

    @Override
    public String toString() {
        return parameter.toLowerCase(Locale.ROOT);
    }
}
