package io.fairway.engine.state;

import io.fairway.engine.state.change.Change;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.schemas.Keys;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The policy versions of one domain whose newest record was refused. Their topic is compacted: an application that begins
 * anew has only the refused record, and may go by it.
 */
public final class RefusedVersions {
    /** More of them are not noted: whoever writes so many wants to fill the store. */
    private static final int MOST = 1_000;

    private static final String MARK = "refused";

    private record Version(String name, long from) implements Comparable<Version> {
        @Override
        public int compareTo(Version other) {
            int byName = name.compareTo(other.name);
            return byName != 0 ? byName : Long.compare(from, other.from);
        }

        @Override
        public String toString() {
            return name + " from " + Instant.ofEpochMilli(from);
        }
    }

    private final String domain;
    private final TreeSet<Version> versions = new TreeSet<>();

    RefusedVersions(String domain) {
        this.domain = domain;
    }

    void restore(StateStores<?, ?> stores, Consumer<Change> replay) {
        StateStores.forEach(stores.get(Stores.CLOCKS), Keys.domain(domain), (key, bytes) -> {
            List<String> parts = Keys.split(key);
            if (isMark(parts)) {
                replay.accept(new Change.RefusedVersion(parts.get(1), Long.parseLong(parts.get(2)), false));
            }
        });
    }

    /** Whether a key of the store of clocks is one of these. */
    static boolean isMark(List<String> key) {
        return key.size() == 4 && key.get(3).equals(MARK);
    }

    void replay(Change.RefusedVersion refused) {
        Version version = new Version(refused.name(), refused.from());
        if (refused.mended()) {
            versions.remove(version);
        } else {
            versions.add(version);
        }
    }

    /** Whether to note a version that was refused now. */
    public boolean isNews(String name, long from) {
        return versions.size() < MOST && !isNoted(name, from);
    }

    public boolean isNoted(String name, long from) {
        return versions.contains(new Version(name, from));
    }

    /** Each as "name from instant". */
    public List<String> names() {
        return versions.stream().map(Version::toString).toList();
    }
}
