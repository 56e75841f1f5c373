package io.fairway.engine.state;

import io.fairway.core.hosts.Host;
import io.fairway.core.hosts.HostTable;
import io.fairway.engine.state.change.Change;
import io.fairway.engine.store.DecodeCache;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.records.StoredRecords;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The hosts of one domain. */
public final class HostBook {
    private final Map<Host.Id, Host> hosts = new HashMap<>();
    private @Nullable HostTable table;

    /** Replays the stored hosts. */
    void restore(StateStores<?, ?> stores, DecodeCache decodeCache, Consumer<Change> replay) {
        decodeCache.forEach(
                stores.get(Stores.HOSTS),
                Change.OfHost.class,
                (key, bytes) -> {
                    Host host = StoredRecords.host(bytes);
                    return new Change.OfHost(host.id(), host);
                },
                replay::accept);
    }

    /** Takes a change into memory. */
    void replay(Change.OfHost change) {
        if (change.host() == null) {
            hosts.remove(change.id());
        } else {
            hosts.put(change.id(), change.host());
        }
        table = null;
    }

    /** The change of a record; null if there is none. */
    public Change.@Nullable OfHost decide(Host.Id id, @Nullable Host host) {
        return Objects.equals(hosts.get(id), host) ? null : new Change.OfHost(id, host);
    }

    /** The hosts as they are now. */
    public HostTable table() {
        HostTable now = table;
        if (now == null) {
            now = HostTable.of(hosts.values());
            table = now;
        }
        return now;
    }
}
