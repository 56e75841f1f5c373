package io.fairway.api.query;

import io.fairway.api.answer.FreshnessJson;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.Holdings;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.jspecify.annotations.Nullable;

/** Decides which instance answers a question: this one if it has a copy that may answer, else one of the others. */
public final class Questions {
    private final Holdings holdings;
    private final Snapshots snapshots;
    private final long mostStandbyLag;

    /** @param mostStandbyLag how many records a standby may be behind and still give a stale answer */
    public Questions(Holdings holdings, Snapshots snapshots, long mostStandbyLag) {
        this.holdings = holdings;
        this.snapshots = snapshots;
        this.mostStandbyLag = mostStandbyLag;
    }

    public Holdings holdings() {
        return holdings;
    }

    /** The present, epoch milliseconds. */
    public long now() {
        return snapshots.now();
    }

    /** Whether this instance processes a domain and has a complete copy. */
    public boolean isCurrentHere(String domain) {
        Holdings.Copy copy = holdings.copy(holdings.partition(domain));
        return copy != null && copy.active() && copy.lag() == 0;
    }

    /** The other instances that have a copy of a domain, the active one first. */
    public List<String> others(String domain) {
        List<String> others = new ArrayList<>(holdings.holders(holdings.partition(domain)));
        others.remove(holdings.self());
        return others;
    }

    /**
     * A domain from this instance's copy.
     *
     * @throws Problem if there is no copy, if the copy is still being restored, or if the domain is unknown
     */
    public DomainView view(String domain) {
        int partition = holdings.partition(domain);
        Holdings.Copy copy = holdings.copy(partition);
        if (copy == null) {
            throw Problem.unavailable("domain " + domain + ": no instance that can be reached has partition "
                    + partition + "; this one is " + holdings.state());
        }
        if (copy.isRestoring(mostStandbyLag)) {
            throw Problem.unavailable("domain " + domain + ": the stores of partition " + partition
                    + " are being restored, " + copy.lag() + " records are left");
        }
        DomainView view = view(domain, copy);
        if (!view.snapshot().isKnown()) {
            throw Problem.notFound("domain " + domain + ": nothing is known of it");
        }
        return view;
    }

    private DomainView view(String domain, Holdings.Copy copy) {
        try {
            DomainSnapshot snapshot = snapshots.get(domain, copy).snapshot();
            return new DomainView(
                    snapshot,
                    FreshnessJson.of(
                            snapshot.asOf(), copy.active(), holdings.self(), copy.lag(), snapshot.silentSources()));
        } catch (InvalidStateStoreException moved) {
            throw Problem.unavailable(
                    "domain " + domain + ": its stores are moving, this instance is " + holdings.state());
        }
    }

    /** Every domain of which this instance has a copy that may answer. */
    public List<DomainView> here() {
        List<DomainView> views = new ArrayList<>();
        for (int partition : holdings.partitions()) {
            Holdings.@Nullable Copy copy = holdings.copy(partition);
            if (copy != null && !copy.isRestoring(mostStandbyLag)) {
                try {
                    for (String domain : DomainSnapshot.domains(copy.stores())) {
                        DomainView view = view(domain, copy);
                        if (view.snapshot().isKnown()) {
                            views.add(view);
                        }
                    }
                } catch (InvalidStateStoreException | Problem moved) {
                    // The instance that holds them now reports them.
                }
            }
        }
        return views;
    }
}
