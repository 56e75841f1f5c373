package io.fairway.records;

import io.fairway.avro.AdjustmentKind;
import io.fairway.avro.Policy;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.RemoteUsage;
import io.fairway.avro.SourceHeartbeat;
import io.fairway.core.hosts.Host;
import io.fairway.core.ledger.Adjustment;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareNode;
import io.fairway.schemas.ReleasedSchemas;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.BinaryMessageEncoder;

/** The stored form of table records: a byte of flags, then Avro's single-object form, which names its schema. */
public final class StoredRecords {
    private static final byte ALIVE = 0;
    private static final byte DELETED = 1;
    private static final byte IN_EFFECT = 2;

    private static final BinaryMessageDecoder<io.fairway.avro.ShareNode> SHARES =
            ReleasedSchemas.teach(io.fairway.avro.ShareNode.getDecoder(), io.fairway.avro.ShareNode.class);
    private static final BinaryMessageDecoder<io.fairway.avro.Host> HOSTS =
            ReleasedSchemas.teach(io.fairway.avro.Host.getDecoder(), io.fairway.avro.Host.class);
    private static final BinaryMessageDecoder<Policy> POLICIES =
            ReleasedSchemas.teach(Policy.getDecoder(), Policy.class);
    private static final BinaryMessageDecoder<RemoteUsage> REMOTE_USAGE =
            ReleasedSchemas.teach(RemoteUsage.getDecoder(), RemoteUsage.class);
    private static final BinaryMessageDecoder<io.fairway.avro.Adjustment> ADJUSTMENTS =
            ReleasedSchemas.teach(io.fairway.avro.Adjustment.getDecoder(), io.fairway.avro.Adjustment.class);

    private static final BinaryMessageDecoder<SourceHeartbeat> SOURCES =
            ReleasedSchemas.teach(SourceHeartbeat.getDecoder(), SourceHeartbeat.class);

    private static final BinaryMessageDecoder<PriorityRecord> PRIORITIES =
            ReleasedSchemas.teach(PriorityRecord.getDecoder(), PriorityRecord.class);

    private StoredRecords() {}

    /** A priority record from its content: Avro's single-object form. */
    public static PriorityRecord priority(byte[] content) {
        try {
            return PRIORITIES.decode(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The stored form of a share node. */
    public static byte[] bytes(String domain, ShareNode node) {
        io.fairway.avro.ShareNode record = SharesAndAdjustments.record(domain, node);
        return encode(node.deleted() ? DELETED : ALIVE, io.fairway.avro.ShareNode.getEncoder(), record);
    }

    /** The share node of its stored form. */
    public static ShareNode share(byte[] bytes) {
        ShareNode node = SharesAndAdjustments.node(decode(SHARES, bytes));
        return bytes[0] == DELETED ? node.asDeleted() : node;
    }

    /** The stored form of a host. */
    public static byte[] bytes(String domain, Host host) {
        return encode(ALIVE, io.fairway.avro.Host.getEncoder(), HostRecords.record(domain, host));
    }

    /** The host of its stored form. */
    public static Host host(byte[] bytes) {
        return HostRecords.stored(decode(HOSTS, bytes));
    }

    /** The stored form of a version of a policy. */
    public static byte[] bytes(Policy policy) {
        return encode(ALIVE, Policy.getEncoder(), policy);
    }

    /** The version of a policy of its stored form. */
    public static Policy policy(byte[] bytes) {
        return decode(POLICIES, bytes);
    }

    /** The stored form of usage on other clusters. */
    public static byte[] bytes(RemoteUsage usage) {
        return encode(ALIVE, RemoteUsage.getEncoder(), usage);
    }

    /** The usage on other clusters of its stored form. */
    public static RemoteUsage remoteUsage(byte[] bytes) {
        return decode(REMOTE_USAGE, bytes);
    }

    /** The stored form of a source's heartbeat. */
    public static byte[] bytes(SourceHeartbeat heartbeat) {
        return encode(ALIVE, SourceHeartbeat.getEncoder(), heartbeat);
    }

    /** The heartbeat of its stored form. */
    public static SourceHeartbeat source(byte[] bytes) {
        return decode(SOURCES, bytes);
    }

    /** The stored form of when a lease ended, epoch milliseconds. */
    public static byte[] lapse(long at) {
        return ByteBuffer.allocate(Long.BYTES).putLong(at).array();
    }

    /** The instant of a stored form. */
    public static long lapse(byte[] bytes) {
        return ByteBuffer.wrap(bytes).getLong();
    }

    /**
     * The stored form of an adjustment.
     *
     * @param inEffect whether its amounts are charged, or its reset is done
     */
    public static byte[] bytes(Adjustment adjustment, boolean inEffect) {
        NodeId association = adjustment.association();
        NodeId to = adjustment.to();
        io.fairway.avro.Adjustment record = io.fairway.avro.Adjustment.newBuilder()
                .setDomain("")
                .setTree(association.tree())
                .setAccount(association.account())
                .setUser(association.user())
                .setPartition(association.partition())
                .setId(adjustment.id())
                .setRevision(adjustment.revision())
                .setKind(AdjustmentKind.valueOf(adjustment.kind().name()))
                .setAmount(adjustment.amount().doubleValue())
                .setToAccount(to == null ? null : to.account())
                .setToUser(to == null ? null : to.user())
                .setEffectiveAt(Instant.ofEpochMilli(adjustment.at()))
                .setMeasure(adjustment.measure().isEmpty() ? null : adjustment.measure())
                .setActor(adjustment.actor())
                .setReason(adjustment.reason())
                .build();
        return encode(inEffect ? IN_EFFECT : ALIVE, io.fairway.avro.Adjustment.getEncoder(), record);
    }

    /** The adjustment of its stored form. */
    public static Adjustment adjustment(byte[] bytes) {
        return SharesAndAdjustments.adjustment(decode(ADJUSTMENTS, bytes));
    }

    /** Whether the adjustment of a stored form is in effect. */
    public static boolean isInEffect(byte[] bytes) {
        return bytes[0] == IN_EFFECT;
    }

    private static <T> byte[] encode(byte flag, BinaryMessageEncoder<T> encoder, T record) {
        try {
            ByteBuffer encoded = encoder.encode(record);
            return ByteBuffer.allocate(1 + encoded.remaining())
                    .put(flag)
                    .put(encoded)
                    .array();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static <T> T decode(BinaryMessageDecoder<T> decoder, byte[] bytes) {
        try {
            return decoder.decode(ByteBuffer.wrap(bytes, 1, bytes.length - 1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
