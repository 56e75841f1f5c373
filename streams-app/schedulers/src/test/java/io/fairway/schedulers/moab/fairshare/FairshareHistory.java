package io.fairway.schedulers.moab.fairshare;

import io.fairway.core.usage.Use;
import io.fairway.core.usage.Window;
import io.fairway.core.usage.WindowRing;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.credential.JobCredentials;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Historical usage of all credentials and of the total, in windows.
 *
 * <p>A job counts once for each of its credentials and once in the total, even if it lacks a credential. Not safe for
 * use by several threads.
 *
 * <p>Source: Maui admin guide 6.3.2.
 */
public final class FairshareHistory {
    private final FairshareSettings settings;
    private final WindowRing total;
    private final Map<Credential, WindowRing> rings = new HashMap<>();

    public FairshareHistory(FairshareSettings settings) {
        this.settings = settings;
        total = new WindowRing(settings.windowing());
    }

    /** Charges the use of a job with these credentials; its negation removes it. */
    public void charge(JobCredentials job, Use use) {
        total.add(use);
        for (Credential credential : job.all()) {
            ring(credential).add(use);
        }
    }

    /** Adds an amount to one credential alone: a line of a stored window file, a credit or a refund. */
    public void adjust(Credential credential, BigDecimal procSeconds, long at) {
        ring(credential).add(procSeconds, at);
    }

    /** The ring of the total. */
    public WindowRing total() {
        return total;
    }

    /** The windows of a credential at {@code now}, the current one first. */
    public List<Window> windows(Credential credential, long now) {
        WindowRing ring = rings.get(credential);
        return (ring == null ? new WindowRing(settings.windowing()) : ring).windows(now);
    }

    /** The usage that priorities read at {@code now}. */
    public FairshareUsage usage(long now) {
        Map<Credential, Double> decayed = new HashMap<>();
        rings.forEach((credential, ring) -> decayed.put(credential, ring.decayed(settings.decay(), now)));
        return new FairshareUsage(decayed, total.decayed(settings.decay(), now), availableSeconds(now));
    }

    /** The decayed length of the windows at {@code now}, in seconds. */
    private double availableSeconds(long now) {
        double seconds = 0;
        List<Window> windows = total.windows(now);
        for (int k = 0; k < windows.size(); k++) {
            Window window = windows.get(k);
            seconds += settings.weight(k) * ((window.end() - window.start()) / 1000.0);
        }
        return seconds;
    }

    private WindowRing ring(Credential credential) {
        return rings.computeIfAbsent(credential, added -> new WindowRing(settings.windowing()));
    }
}
