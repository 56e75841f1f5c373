package io.fairway.records;

import io.fairway.core.ledger.Adjustment;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareNode;
import java.math.BigDecimal;

/** Reads share nodes and adjustments. */
public final class SharesAndAdjustments {
    private SharesAndAdjustments() {}

    /**
     * The share node.
     *
     * @throws IllegalArgumentException if its shares or its priority are out of range; the message names the value and the rule
     */
    public static ShareNode node(io.fairway.avro.ShareNode node) {
        boolean user = !node.getUser().isEmpty();
        if (!node.getParentShares() && (node.getShares() < 0 || node.getShares() > ShareNode.MAX_SHARES)) {
            throw new IllegalArgumentException("shares " + node.getShares() + " of " + node.getAccount() + "/"
                    + node.getUser() + " in tree " + node.getTree() + ": must be 0 to " + ShareNode.MAX_SHARES
                    + "; set parentShares = true for the shares of the parent");
        }
        if (node.getPriority() < 0) {
            throw new IllegalArgumentException("priority " + node.getPriority() + " of " + node.getAccount() + "/"
                    + node.getUser() + " in tree " + node.getTree() + ": must not be negative");
        }
        return new ShareNode(
                new NodeId(node.getTree(), node.getAccount(), node.getUser(), node.getPartition()),
                user ? null : node.getParent(),
                node.getParentShares() ? ShareNode.PARENT : node.getShares(),
                node.getPriority(),
                node.getOrder(),
                node.getRemoved());
    }

    /** A share node as the contract's record. */
    public static io.fairway.avro.ShareNode record(String domain, ShareNode node) {
        NodeId id = node.id();
        boolean parentShares = node.shares() == ShareNode.PARENT;
        return io.fairway.avro.ShareNode.newBuilder()
                .setDomain(domain)
                .setTree(id.tree())
                .setAccount(id.account())
                .setUser(id.user())
                .setPartition(id.partition())
                .setParent(node.parent())
                .setShares(parentShares ? 0 : node.shares())
                .setParentShares(parentShares)
                .setPriority(node.priority())
                .setOrder(node.order())
                .setRemoved(node.deleted())
                .build();
    }

    /**
     * The adjustment.
     *
     * @throws IllegalArgumentException if it is not possible; the message names the value and the rule
     */
    public static Adjustment adjustment(io.fairway.avro.Adjustment record) {
        Adjustment.Kind kind = switch (record.getKind()) {
            case REFUND -> Adjustment.Kind.REFUND;
            case CHARGE -> Adjustment.Kind.CHARGE;
            case TRANSFER -> Adjustment.Kind.TRANSFER;
            case RESET -> Adjustment.Kind.RESET;
            case UNKNOWN ->
                throw new IllegalArgumentException(
                        "kind UNKNOWN of adjustment " + record.getId() + ": newer than this version, or not set");
        };
        if (!Double.isFinite(record.getAmount()) || record.getAmount() < 0) {
            throw new IllegalArgumentException("amount " + record.getAmount() + " of adjustment " + record.getId()
                    + ": must be finite and not negative");
        }
        if (record.getUser().isEmpty() && kind != Adjustment.Kind.RESET) {
            throw new IllegalArgumentException(
                    "user '' of adjustment " + record.getId() + ": only a RESET may name an account without a user");
        }
        NodeId to = null;
        if (kind == Adjustment.Kind.TRANSFER) {
            if (record.getToAccount() == null
                    || record.getToUser() == null
                    || record.getToUser().isEmpty()) {
                throw new IllegalArgumentException(
                        "adjustment " + record.getId() + ": a TRANSFER needs toAccount and toUser");
            }
            to = new NodeId(record.getTree(), record.getToAccount(), record.getToUser());
        }
        if (record.getActor().isBlank() || record.getReason().isBlank()) {
            throw new IllegalArgumentException("adjustment " + record.getId() + ": actor and reason must not be empty");
        }
        return new Adjustment(
                record.getId(),
                record.getRevision(),
                kind,
                new NodeId(record.getTree(), record.getAccount(), record.getUser(), record.getPartition()),
                new BigDecimal(Double.toString(record.getAmount())),
                to,
                record.getEffectiveAt().toEpochMilli(),
                record.getMeasure() == null ? "" : record.getMeasure(),
                record.getActor(),
                record.getReason());
    }
}
