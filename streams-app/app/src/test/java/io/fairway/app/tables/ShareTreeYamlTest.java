package io.fairway.app.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.avro.ShareNode;
import io.fairway.policies.yaml.ShareTreeYaml;
import io.fairway.policies.yaml.YamlText;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.records.SharesAndAdjustments;
import io.fairway.schemas.Keys;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ShareTreeYamlTest {
    private static final String FILE = """
            domain: alps
            trees:
              alps:
                physics:
                  shares: 60
                  users: {anna: 3, ben: {shares: parent, priority: 2}}
                  accounts:
                    cms: {users: {zoe: 1}}
                biology: {shares: parent}
            """;

    @Test
    void readsNodesByTheirKeys() {
        Map<String, ShareNode> nodes = read(FILE);

        assertThat(nodes)
                .containsOnlyKeys(
                        "alps|alps|physics|",
                        "alps|alps|physics|anna",
                        "alps|alps|physics|ben",
                        "alps|alps|cms|",
                        "alps|alps|cms|zoe",
                        "alps|alps|biology|");
        ShareNode ben = Objects.requireNonNull(nodes.get("alps|alps|physics|ben"));
        assertThat(ben.getParentShares()).isTrue();
        assertThat(ben.getPriority()).isEqualTo(2);
        assertThat(Objects.requireNonNull(nodes.get("alps|alps|cms|")).getParent())
                .isEqualTo("physics");
        assertThat(Objects.requireNonNull(nodes.get("alps|alps|cms|")).getShares())
                .isEqualTo(1);
    }

    @Test
    void whatIsWrittenReadsAsTheSame() throws Exception {
        Map<String, ShareNode> nodes = read(FILE);
        Map<String, Object> written = Map.of(
                "trees",
                ShareTreeYaml.write(
                        nodes.values().stream().map(SharesAndAdjustments::node).toList()));

        assertThat(read(YamlText.text(written))).isEqualTo(nodes);
    }

    /** Dora has only associations of partitions: without shares of hers she has no other. */
    @Test
    void associationsOfAPartitionAreBelowTheirUser() throws Exception {
        Map<String, ShareNode> nodes = read("""
                domain: alps
                trees:
                  alps:
                    physics:
                      users:
                        anna: {shares: 3, priority: 1, partitions: {day: 5, night: {shares: parent, priority: 2}}}
                        dora: {partitions: {day: 1}}
                """);

        assertThat(nodes)
                .containsOnlyKeys(
                        "alps|alps|physics|",
                        "alps|alps|physics|anna",
                        "alps|alps|physics|anna|day",
                        "alps|alps|physics|anna|night",
                        "alps|alps|physics|dora|day");
        ShareNode day = Objects.requireNonNull(nodes.get("alps|alps|physics|anna|day"));
        assertThat(day.getPartition()).isEqualTo("day");
        assertThat(day.getShares()).isEqualTo(5);
        ShareNode night = Objects.requireNonNull(nodes.get("alps|alps|physics|anna|night"));
        assertThat(night.getParentShares()).isTrue();
        assertThat(night.getPriority()).isEqualTo(2);
        Map<String, Object> written = Map.of(
                "trees",
                ShareTreeYaml.write(
                        nodes.values().stream().map(SharesAndAdjustments::node).toList()));
        assertThat(read(YamlText.text(written))).isEqualTo(nodes);
    }

    @Test
    void refusesAnAccountThatIsThereTwice() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(FILE.replace("biology", "cms")))
                .withMessageContaining("account cms is twice in tree alps");
    }

    @Test
    void saysWhatChanges() {
        Map<String, ShareNode> before = read(FILE);
        Map<String, ShareNode> after = read(FILE.replace("anna: 3", "anna: 5").replace("zoe: 1", "max: 1"));

        TableChanges<ShareNode> keeping = TableChanges.between(before, after, false);
        TableChanges<ShareNode> removing = TableChanges.between(before, after, true);

        assertThat(keeping.lines())
                .containsExactly(
                        "+ alps|alps|cms|max  {domain=alps, tree=alps, account=cms, user=max, order=4}",
                        "~ alps|alps|physics|anna  shares: 3 -> 5");
        assertThat(keeping.same()).isEqualTo(4);
        assertThat(keeping.kept()).containsExactly("alps|alps|cms|zoe");
        assertThat(removing.lines()).hasSize(3).last().isEqualTo("- alps|alps|cms|zoe");
        assertThat(removing.changes()).containsEntry("alps|alps|cms|zoe", null);
        assertThat(TableChanges.between(after, after, true).changes()).isEmpty();
    }

    private static Map<String, ShareNode> read(String text) {
        Map<String, ShareNode> nodes = new TreeMap<>();
        YamlValue trees = YamlValue.parse("shares.yaml", text).get("trees");
        trees.entries()
                .forEach((tree, accounts) -> ShareTreeYaml.read(tree, accounts)
                        .forEach(node -> nodes.put(
                                Keys.node(
                                        "alps",
                                        tree,
                                        node.id().account(),
                                        node.id().user(),
                                        node.id().partition()),
                                SharesAndAdjustments.record("alps", node))));
        return nodes;
    }
}
