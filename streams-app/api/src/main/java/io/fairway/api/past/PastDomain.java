package io.fairway.api.past;

import io.fairway.api.period.EndedJob;
import io.fairway.api.reading.DomainSnapshot;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * A domain as it was at an earlier instant, by what is known of it now: a fact that came late counts where it belongs. Jobs, usage and
 * policies are those of the instant, shares those of the beginning of its hour. Hosts and usage on other clusters are those of now.
 * Fairshare windows (Moab) are not kept.
 */
public final class PastDomain {
    private PastDomain() {}

    /** The first instant that can be read, as far as jobs are concerned: until then, all that ended since are kept. */
    public static long knownSince(DomainSnapshot now) {
        return Math.max(EndedJob.keptSince(now), PastShares.keptSince(now));
    }

    /**
     * Reads the domain.
     *
     * @param at epoch milliseconds, not later than the reading
     * @throws PastUnknownException if something of that instant is not known
     */
    public static DomainSnapshot at(DomainSnapshot now, long at) {
        if (at > now.asOf()) {
            throw new PastUnknownException("it is later than now; ask for a forecast");
        }
        long kept = EndedJob.keptSince(now);
        if (at < kept) {
            throw new PastUnknownException("jobs that ended before " + Instant.ofEpochMilli(kept)
                    + " are forgotten: they are kept for two horizons of the ledger");
        }
        // One reading for all questions about an instant, as long as this one answers.
        return now.once(DomainSnapshot.class, "at " + at, () -> read(now, at));
    }

    private static DomainSnapshot read(DomainSnapshot now, long at) {
        PastJobs jobs = PastJobs.of(now, at);
        Map<Stores.KeyValue, ReadOnlyKeyValueStore<String, byte[]>> then = Map.of(
                Stores.SHARES, new MapStore(PastShares.of(now, at)),
                Stores.ACTIVE_JOBS, new MapStore(jobs.active()),
                Stores.LINES, new MapStore(PastLines.of(now, jobs, at)),
                Stores.RINGS, new MapStore(new TreeMap<>()));
        return DomainSnapshot.read(
                now.domain(),
                new StateStores<>(
                        store -> Objects.requireNonNullElseGet(
                                then.get(store), () -> now.stores().get(store)),
                        store -> now.stores().get(store)),
                at,
                null);
    }
}
