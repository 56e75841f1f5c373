package io.fairway.dispatcher.order;

import io.fairway.avro.FairshareRecord;
import io.fairway.avro.RankRecord;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.PackedRanks;
import io.fairway.core.policy.RankTable;
import io.fairway.core.priority.FairshareTerm;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fairshare of the nodes under one policy, from fairshare records and from packed ranks. If a policy sends both, the ranks
 * count: they are fewer, and go out first.
 */
final class FairshareView {
    private final Map<NodeId, Fairshare> records = new HashMap<>();
    /** By tree. */
    private final Map<String, RankTable> ranks = new HashMap<>();

    /** The fairshare of a node; not a number where it has none. */
    record Fairshare(double factor, double rank) {
        double term(FairshareTerm term) {
            return switch (term) {
                case FACTOR -> factor;
                case RANK -> rank;
            };
        }
    }

    /** Applies the fairshare record of a node; null removes it. */
    void record(NodeId node, @Nullable FairshareRecord record) {
        if (record == null) {
            records.remove(node);
            return;
        }
        Double factor = record.getFactor();
        Long rank = record.getRank();
        records.put(node, new Fairshare(factor == null ? Double.NaN : factor, rank == null ? Double.NaN : rank));
    }

    /**
     * Applies the packed ranks of a key; null removes them.
     *
     * @throws IllegalArgumentException if the lists of the record do not fit each other
     */
    void ranks(String key, String tree, @Nullable RankRecord record) {
        if (record == null) {
            ranks.computeIfPresent(tree, (name, table) -> {
                table.remove(key);
                return table.isEmpty() ? null : table;
            });
            return;
        }
        PackedRanks packed = PackedRanks.read(
                tree,
                record.getAccount(),
                record.getUsers(),
                record.getPartitions(),
                record.getAhead(),
                record.getSteps());
        ranks.computeIfAbsent(tree, name -> new RankTable()).put(key, packed, record.getRanked());
    }

    /** What is known of a node; null = nothing. */
    @Nullable
    Fairshare of(NodeId node) {
        RankTable table = ranks.get(node.tree());
        double rank = table == null ? Double.NaN : table.rank(node);
        return table == null || Double.isNaN(rank) ? records.get(node) : new Fairshare(table.factor(node), rank);
    }
}
