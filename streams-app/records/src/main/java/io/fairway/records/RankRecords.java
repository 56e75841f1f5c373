package io.fairway.records;

import io.fairway.avro.RankRecord;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.PackedRanks;
import io.fairway.schemas.KeptTexts;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Packed ranks as Avro records, and back. */
public final class RankRecords {
    private RankRecords() {}

    /**
     * The record of an account, or of a part of it.
     *
     * @param account the account's node
     * @param users names of the users of these ranks, see {@link #names}
     * @param ranked users in the tree, if the account is root; else null
     * @param asOf instant of the evaluation, epoch milliseconds
     */
    public static RankRecord write(
            String domain,
            String policy,
            NodeId account,
            int part,
            PackedRanks ranks,
            KeptTexts users,
            @Nullable Long ranked,
            long asOf,
            String cause) {
        boolean partitions =
                ranks.users().stream().anyMatch(user -> !user.partition().isEmpty());
        return RankRecord.newBuilder()
                .setDomain(domain)
                .setPolicy(policy)
                .setTree(account.tree())
                .setAccount(account.account())
                .setPart(part)
                .setUsers(users)
                .setPartitions(
                        partitions
                                ? ranks.users().stream().map(NodeId::partition).toList()
                                : List.of())
                .setAhead(ranks.ahead())
                .setSteps(ranks.steps())
                .setRanked(ranked)
                .setAsOf(Instant.ofEpochMilli(asOf))
                .setCause(cause)
                .build();
    }

    /** The names of users. They may be used again for ranks with the same list of users. */
    public static KeptTexts names(List<NodeId> users) {
        return KeptTexts.of(users, NodeId::user);
    }

    /** The packed ranks in a record. */
    public static PackedRanks read(RankRecord record) {
        return PackedRanks.read(
                record.getTree(),
                record.getAccount(),
                record.getUsers(),
                record.getPartitions(),
                record.getAhead(),
                record.getSteps());
    }
}
