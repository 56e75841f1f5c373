package io.fairway.connect;

import io.fairway.avro.ShareNode;
import io.fairway.connect.avro.RecordStructs;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.jspecify.annotations.Nullable;

/**
 * Turns Debezium's changes of a table of share nodes into the records of Fairway's topic of shares: with the topic's key, on
 * the partition of the domain, and with {@code removed} for a deleted row. Without the whole row (PostgreSQL's REPLICA
 * IDENTITY FULL) nobody knows what was above an account, so its deletion is a tombstone. The table's columns are the fields of
 * {@link ShareNode} in snake_case ({@code parent_shares}). All but domain, tree and account may be missing. Records that
 * are no changes of a row, such as heartbeats, pass unchanged.
 */
public final class ShareRows implements Transformation<SourceRecord>, Versioned {
    private static final ConfigDef DEFINITION = PartitionSettings.define(new ConfigDef());

    private final RecordStructs structs = new RecordStructs();
    private @Nullable PartitionSettings partitions;

    @Override
    public String version() {
        return Release.VERSION;
    }

    @Override
    public ConfigDef config() {
        return DEFINITION;
    }

    /** @throws ConfigException for an unknown key */
    @Override
    public void configure(Map<String, ?> settings) {
        settings.forEach((key, value) -> {
            // Connect adds type, predicate and negate to some versions of the map.
            if (!DEFINITION.names().contains(key) && !key.equals("type") && !key.equals("predicate")) {
                throw new ConfigException("unknown key " + key + " (with value " + value + "): must be one of "
                        + String.join(", ", DEFINITION.names()));
            }
        });
        partitions = PartitionSettings.of(new AbstractConfig(DEFINITION, settings, false));
    }

    @Override
    public @Nullable SourceRecord apply(SourceRecord record) {
        if (record.value() == null) {
            // Debezium's own tombstone after a deletion, which was sent already.
            return null;
        }
        if (!(record.value() instanceof Struct change) || change.schema().field("op") == null) {
            return record;
        }
        return switch (change.getString("op")) {
            case "d" -> {
                Struct row = change.getStruct("before");
                ShareNode node = node(row);
                yield sent(record, node, true, !node.getUser().isEmpty() || get(row, "shares") != null);
            }
            case "r", "c", "u" -> sent(record, node(change.getStruct("after")), false, true);
            // A truncation names no rows.
            default -> null;
        };
    }

    private SourceRecord sent(SourceRecord record, ShareNode node, boolean deleted, boolean isWhole) {
        PartitionSettings settings = Objects.requireNonNull(partitions, "configure was not called");
        node.setRemoved(deleted);
        Struct value = isWhole ? structs.struct(node) : null;
        return record.newRecord(
                settings.name(Topic.SHARES),
                settings.partition(node.getDomain()),
                Schema.STRING_SCHEMA,
                Keys.node(node.getDomain(), node.getTree(), node.getAccount(), node.getUser(), node.getPartition()),
                value == null ? null : value.schema(),
                value,
                null);
    }

    private static ShareNode node(Struct row) {
        ShareNode node = new ShareNode();
        node.setDomain(text(row, "domain"));
        node.setTree(text(row, "tree"));
        node.setAccount(text(row, "account"));
        node.setUser(Objects.toString(get(row, "user"), ""));
        node.setPartition(Objects.toString(get(row, "partition"), ""));
        Object parent = get(row, "parent");
        node.setParent(parent == null ? null : parent.toString());
        node.setShares(whole(row, "shares", 1));
        node.setParentShares(get(row, "parent_shares") instanceof Boolean yes && yes);
        node.setPriority(whole(row, "priority", 0));
        node.setOrder(whole(row, "order", 0));
        return node;
    }

    private static @Nullable Object get(Struct row, String column) {
        Field field = row.schema().field(column);
        return field == null ? null : row.get(field);
    }

    private static String text(Struct row, String column) {
        Object value = get(row, column);
        if (value == null || value.toString().isEmpty()) {
            throw new DataException("column " + column + ": must have a value in each row of share nodes; row " + row);
        }
        return value.toString();
    }

    private static long whole(Struct row, String column, long standard) {
        Object value = get(row, column);
        if (value == null) {
            return standard;
        }
        if (value instanceof Number number && !(value instanceof Double) && number.longValue() >= 0) {
            return number.longValue();
        }
        throw new DataException(
                "column " + column + " with value " + value + ": must be a whole number, 0 or more; row " + row);
    }

    @Override
    public void close() {}
}
