package io.fairway.core.policy.moab;

/**
 * What the user of a job is doing and did.
 *
 * @param jobs number of active jobs (FSJPU)
 * @param procs processors that they hold (FSPPU)
 * @param procSeconds processor-seconds that they may still use: processors times what is left of the limit (FSPSPU; Moab
 *     5.1.2 does not say whether it means that or the whole limit)
 * @param dedicated processor-seconds that the user's finished jobs held
 * @param requested processor-seconds that they had asked for; 0 = no history
 */
public record UserActivity(long jobs, double procs, double procSeconds, double dedicated, double requested) {
    /** Nothing, and no history. */
    public static final UserActivity NONE = new UserActivity(0, 0, 0, 0, 0);

    public UserActivity {
        Resources.notNegative("active jobs of a user", (double) jobs);
        Resources.notNegative("processors of a user", procs);
        Resources.notNegative("processor-seconds of a user", procSeconds);
        Resources.notNegative("dedicated processor-seconds of a user", dedicated);
        Resources.notNegative("requested processor-seconds of a user", requested);
    }

    /** WCACCURACY: dedicated / requested, 0..1; 1 without history. */
    public double accuracy() {
        return requested > 0 ? Math.min(1, dedicated / requested) : 1;
    }
}
