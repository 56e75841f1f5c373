package io.fairway.schedulers.moab.fairshare;

import io.fairway.schedulers.moab.credential.Credential;
import java.util.Map;

/**
 * Decayed usage at one instant: {@code sum of FSDECAY^k * usage of window k} over FSDEPTH windows.
 *
 * @param decayed by credential, processor-seconds; a credential without an entry used nothing
 * @param total of all jobs, processor-seconds
 * @param seconds the same sum over the lengths of the windows; times the processors of the system, it is the available
 *     capacity
 */
public record FairshareUsage(Map<Credential, Double> decayed, double total, double seconds) {
    /** No usage at all. */
    public static final FairshareUsage NONE = new FairshareUsage(Map.of(), 0, 0);

    public FairshareUsage {
        decayed = Map.copyOf(decayed);
    }

    /** Decayed usage of a credential, processor-seconds. */
    public double of(Credential credential) {
        return decayed.getOrDefault(credential, 0.0);
    }

    /** Usage of a credential as a percentage of delivered usage, 0..100; 0 without any. */
    public double percentOfDelivered(Credential credential) {
        return total > 0 ? 100 * of(credential) / total : 0;
    }

    /** Usage of a credential as a percentage of the capacity of {@code procs} processors; 0 without any. */
    public double percentOfAvailable(Credential credential, double procs) {
        double available = procs * seconds;
        return available > 0 ? 100 * of(credential) / available : 0;
    }
}
