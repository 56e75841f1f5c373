package io.fairway.core.policy;

import io.fairway.core.model.NodeId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ranks of the users of one tree under one policy, from the last packed record of each key. A record replaces what the
 * one before it of the same key said, and nothing else.
 *
 * <p>Records come one by one, and a user may move from one part of an account to another. So a record that leaves a user out
 * takes away only the rank that it gave.
 */
public final class RankTable {
    private final Map<String, Read> records = new HashMap<>();
    private final Map<NodeId, Place> places = new HashMap<>();
    private @Nullable Long ranked;

    /** The record of a key. */
    private record Read(PackedRanks ranks, @Nullable Long ranked) {}

    /** How many users are served before a user, and the record that says so. */
    private record Place(Read from, long before) {}

    /**
     * Takes a record.
     *
     * @param key of the account, or of a part of it
     * @param ranked number of users of the tree, in the record of root; else null
     */
    public void put(String key, PackedRanks ranks, @Nullable Long ranked) {
        Read now = new Read(ranks, ranked);
        Read before = records.put(key, now);
        long[] ahead = ranks.before();
        for (int i = 0; i < ahead.length; i++) {
            places.put(ranks.users().get(i), new Place(now, ahead[i]));
        }
        if (before != null) {
            leave(before);
        }
        if (ranked != null) {
            this.ranked = ranked;
        }
    }

    /** Takes back the record of a key, if there is one. */
    public void remove(String key) {
        Read gone = records.remove(key);
        if (gone != null) {
            leave(gone);
            if (gone.ranked() != null) {
                ranked = null;
            }
        }
    }

    /** Whether no key has a record. */
    public boolean isEmpty() {
        return records.isEmpty();
    }

    /** The rank of a user: the number of users is served first, 1 last. Not a number without one. */
    public double rank(NodeId user) {
        Place place = places.get(user);
        return place == null || ranked == null ? Double.NaN : ranked - place.before();
    }

    /** The fairshare factor of a user, rank / number of users. Not a number without one. */
    public double factor(NodeId user) {
        return ranked == null ? Double.NaN : rank(user) / ranked;
    }

    @SuppressWarnings("ReferenceEquality") // another record may say the same of a user, and goes on saying so
    private void leave(Read gone) {
        for (NodeId user : gone.ranks().users()) {
            places.computeIfPresent(user, (id, place) -> place.from() == gone ? null : place);
        }
    }
}
