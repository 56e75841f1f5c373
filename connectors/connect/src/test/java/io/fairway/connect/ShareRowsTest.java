package io.fairway.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ShareRowsTest {
    private static final Schema ROW = SchemaBuilder.struct()
            .optional()
            .field("domain", Schema.STRING_SCHEMA)
            .field("tree", Schema.STRING_SCHEMA)
            .field("account", Schema.STRING_SCHEMA)
            .field("user", Schema.STRING_SCHEMA)
            .field("parent", Schema.OPTIONAL_STRING_SCHEMA)
            .field("shares", Schema.OPTIONAL_INT32_SCHEMA)
            .field("parent_shares", Schema.OPTIONAL_BOOLEAN_SCHEMA)
            .field("partition", Schema.OPTIONAL_STRING_SCHEMA)
            .build();
    private static final Schema CHANGE = SchemaBuilder.struct()
            .field("before", ROW)
            .field("after", ROW)
            .field("op", Schema.STRING_SCHEMA)
            .build();

    private final ShareRows rows = new ShareRows();

    ShareRowsTest() {
        rows.configure(Map.of("topic.partitions", "4", "domain.pins", "alps=3"));
    }

    private static Struct row(String account, String user) {
        return new Struct(ROW)
                .put("domain", "alps")
                .put("tree", "t")
                .put("account", account)
                .put("user", user);
    }

    private static SourceRecord change(String op, @Nullable Struct before, @Nullable Struct after) {
        return new SourceRecord(
                Map.of(),
                Map.of(),
                "db.fairway.share_node",
                CHANGE,
                new Struct(CHANGE).put("op", op).put("before", before).put("after", after));
    }

    private SourceRecord sent(SourceRecord change) {
        return Objects.requireNonNull(rows.apply(change));
    }

    @Test
    void aRowIsAShareNodeWithItsKeyOnThePartitionOfItsDomain() {
        Struct after =
                row("a|b", "anna").put("parent", "phys").put("shares", 30).put("parent_shares", true);

        SourceRecord sent = sent(change("u", null, after));

        assertThat(sent.topic()).isEqualTo("fairway.shares");
        assertThat(sent.kafkaPartition()).isEqualTo(3);
        assertThat(sent.key()).isEqualTo("alps|t|a%7Cb|anna");
        Struct node = (Struct) sent.value();
        assertThat(node.schema().name()).isEqualTo("io.fairway.avro.ShareNode");
        assertThat(node.getString("account")).isEqualTo("a|b");
        assertThat(node.getString("parent")).isEqualTo("phys");
        assertThat(node.getInt64("shares")).isEqualTo(30);
        assertThat(node.getBoolean("parentShares")).isTrue();
    }

    @Test
    void aColumnThatIsMissingHasTheContractsDefault() {
        Struct node = (Struct) sent(change("r", null, row("cms", ""))).value();

        assertThat(node.getInt64("shares")).isEqualTo(1);
        assertThat(node.getInt64("order")).isZero();
        assertThat(node.get("parent")).isNull();
    }

    @Test
    void aDeletedRowIsARemovedNodeAndDebeziumsTombstoneIsLeftOut() {
        SourceRecord sent = sent(change("d", row("cms", "anna"), null));

        assertThat(sent.key()).isEqualTo("alps|t|cms|anna");
        assertThat(((Struct) sent.value()).getBoolean("removed")).isTrue();
        SourceRecord account =
                sent(change("d", row("cms", "").put("parent", "phys").put("shares", 30), null));
        assertThat(((Struct) account.value()).getBoolean("removed")).isTrue();
        assertThat(((Struct) account.value()).getString("parent")).isEqualTo("phys");
        assertThat(rows.apply(new SourceRecord(Map.of(), Map.of(), "t", null, null)))
                .isNull();
    }

    /** Without REPLICA IDENTITY FULL, PostgreSQL gives the key of a deleted row alone. */
    @Test
    void aDeletedAccountWhoseParentIsNotToldIsATombstone() {
        SourceRecord sent = sent(change("d", row("cms", ""), null));

        assertThat(sent.key()).isEqualTo("alps|t|cms|");
        assertThat(sent.value()).isNull();
        assertThat(sent.valueSchema()).isNull();
    }

    @Test
    void theAssociationOfAPartitionHasAKeyOfItsOwn() {
        Struct gpu = row("cms", "anna").put("partition", "gpu");

        SourceRecord sent = sent(change("c", null, gpu));
        assertThat(sent.key()).isEqualTo("alps|t|cms|anna|gpu");
        assertThat(((Struct) sent.value()).getString("partition")).isEqualTo("gpu");
        assertThat(sent(change("d", gpu, null)).key()).isEqualTo("alps|t|cms|anna|gpu");
    }

    @Test
    void aRowThatBreaksTheContractIsNamedWithColumnAndRule() {
        assertThatThrownBy(() -> rows.apply(change("c", null, row("", "anna"))))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("account")
                .hasMessageContaining("anna");
        assertThatThrownBy(() -> rows.apply(change("c", null, row("cms", "").put("shares", -4))))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("shares")
                .hasMessageContaining("-4");
    }

    @Test
    void anUnknownKeyIsRefused() {
        assertThatThrownBy(() -> new ShareRows().configure(Map.of("topic.partition", "4")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("topic.partition ");
    }
}
