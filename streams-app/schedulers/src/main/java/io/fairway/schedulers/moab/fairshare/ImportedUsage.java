package io.fairway.schedulers.moab.fairshare;

import io.fairway.schedulers.moab.credential.Credential;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Usage on other clusters, imported from an identity manager, for FSGUSER, FSGGROUP and FSGACCOUNT.
 *
 * <p>Moab 5.1.2 calls it "imported global historical usage" and says no more. It is read as Moab's own usage is: in
 * windows of FSINTERVAL, which shift as time goes on. Window k of the import weighs {@code FSDECAY^(k + n)} once n window
 * boundaries have passed since its instant, and nothing once {@code k + n} is FSDEPTH or more. So an import that nobody
 * renews fades out as own usage does.
 *
 * @param source who counted it
 * @param credential whose usage it is; null = the total of the source
 * @param asOf the instant at which the windows were as they are here, epoch milliseconds
 * @param windows processor-seconds of each window, not decayed, the window of {@code asOf} first
 */
public record ImportedUsage(String source, @Nullable Credential credential, long asOf, List<Double> windows) {
    /**
     * @throws IllegalArgumentException if an amount is negative or not finite; the message names it
     */
    public ImportedUsage {
        windows = List.copyOf(windows);
        for (int k = 0; k < windows.size(); k++) {
            double amount = windows.get(k);
            if (!(amount >= 0 && Double.isFinite(amount))) {
                throw new IllegalArgumentException("window " + k + ", " + amount + " processor-seconds of "
                        + (credential == null ? "the total" : credential) + " of source " + source
                        + ": must be finite and not negative");
            }
        }
    }

    /** The decayed usage at an instant, processor-seconds. Before {@link #asOf} it is that of {@link #asOf}. */
    public double decayed(FairshareSettings settings, long at) {
        long passed = Math.max(
                0, settings.windowing().index(at) - settings.windowing().index(asOf));
        double sum = 0;
        for (int k = 0; k < windows.size() && k + passed < settings.windowing().depth(); k++) {
            sum += settings.weight((int) (k + passed)) * windows.get(k);
        }
        return sum;
    }

    /**
     * The usage that all sources together imported. A source without a total does not count: nobody could say what part
     * of the whole its numbers are.
     *
     * @param usages in an order of its own, which decides the last bit of the sums
     */
    public static FairshareUsage of(Collection<ImportedUsage> usages, FairshareSettings settings, long at) {
        Set<String> complete = new HashSet<>();
        for (ImportedUsage each : usages) {
            if (each.credential == null) {
                complete.add(each.source);
            }
        }
        Map<Credential, Double> decayed = new HashMap<>();
        double total = 0;
        for (ImportedUsage each : usages) {
            if (!complete.contains(each.source)) {
                continue;
            }
            double amount = each.decayed(settings, at);
            if (each.credential == null) {
                total += amount;
            } else {
                decayed.merge(each.credential, amount, Double::sum);
            }
        }
        return decayed.isEmpty() && total == 0 ? FairshareUsage.NONE : new FairshareUsage(decayed, total, 0);
    }
}
