package io.fairway.core.priority;

/** How a scheduler rounds the sum. */
public enum Rounding {
    /** Truncated once to an unsigned 32 bit integer, 0..4294967295 (Slurm). */
    SLURM_U32,
    /** Truncated toward zero to an integer (Moab, Maui). */
    MOAB,
    /** Not rounded (LSF keeps fractions and prints two digits of them). */
    LSF;

    /** The largest priority of Slurm. */
    public static final double U32_MAX = 4294967295.0;

    double apply(double value) {
        return switch (this) {
            case SLURM_U32 -> truncate(Form.clamp(value, 0, U32_MAX));
            case MOAB -> truncate(value);
            case LSF -> value;
        };
    }

    private static double truncate(double value) {
        double whole = value < 0 ? Math.ceil(value) : Math.floor(value);
        return whole + 0.0; // no negative zero
    }
}
