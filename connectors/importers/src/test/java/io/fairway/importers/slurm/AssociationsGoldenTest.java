package io.fairway.importers.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.importers.Imported;
import io.fairway.importers.Read;
import io.fairway.importers.registry.Scheduler;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tree equals Slurm's own. */
class AssociationsGoldenTest {
    @ParameterizedTest
    @CsvSource({"import_seed003.json, 11, 5", "import_rnd40.json, 40, 30"})
    void aDumpGivesTheAssociationsOfSlurm(String file, int nodes, int users) throws Exception {
        JsonNode golden = new ObjectMapper().readTree(Read.resource("/golden/" + file));

        Imported imported =
                Scheduler.SLURM.read(Read.files("dump.cfg", lines(golden.get("sacctmgrDump"))), Read.TARGET);

        // The golden trees have siblings, and a dump does not tell which of them comes first where they tie.
        assertThat(Read.findings(imported))
                .singleElement()
                .asString()
                .startsWith("dump.cfg: warning: a dump lacks the order of Slurm's database");
        assertThat(imported.shares()).hasSize(nodes);
        assertThat(imported.shares().stream().filter(node -> node.id().isUser()))
                .hasSize(users);
        assertThat(said(imported.shares())).isEqualTo(expected(golden));
        assertThat(tree(imported).problems()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"import_seed003.json", "import_rnd40.json"})
    void aListOfAssociationsGivesThemInTheOrderOfSlurm(String file) throws Exception {
        JsonNode golden = new ObjectMapper().readTree(Read.resource("/golden/" + file));

        Imported imported =
                Scheduler.SLURM.read(Read.files("assoc.txt", lines(golden.get("sacctmgr_P_show_assoc"))), Read.TARGET);

        assertThat(imported.report().findings()).isEmpty();
        assertThat(said(imported.shares())).isEqualTo(expected(golden));
        List<JsonNode> inOrder = new ArrayList<>();
        golden.get("associations").forEach(inOrder::add);
        inOrder.sort(Comparator.comparingLong(row -> row.get("lft").asLong()));
        List<String> order = inOrder.stream().map(AssociationsGoldenTest::name).toList();
        // The list is in depth-first order of the nested sets, like our trees.
        ShareTree tree = tree(imported);
        List<String> ours = new ArrayList<>();
        for (int i = 0; i < tree.size(); i++) {
            ours.add(tree.id(i).account() + "/" + tree.id(i).user());
        }
        assertThat(ours).isEqualTo(order);
    }

    /** Shares of a level under FairShare=parent: the children of a transparent account compete one level up. */
    @ParameterizedTest
    @CsvSource({"import_rnd40.json"})
    void levelsAreThoseOfTheDefinition(String file) throws Exception {
        JsonNode golden = new ObjectMapper().readTree(Read.resource("/golden/" + file));
        Map<Long, JsonNode> byId = new HashMap<>();
        golden.get("associations").forEach(row -> byId.put(row.get("id").asLong(), row));

        ShareTree tree =
                tree(Scheduler.SLURM.read(Read.files("dump.cfg", lines(golden.get("sacctmgrDump"))), Read.TARGET));

        int compared = 0;
        for (JsonNode row : byId.values()) {
            if (row.get("parentId").isNull()) {
                continue;
            }
            long level = 0;
            for (JsonNode other : byId.values()) {
                if (!other.get("parentId").isNull()
                        && other.get("shares").isInt()
                        && fsParent(other, byId) == fsParent(row, byId)) {
                    level += other.get("shares").asLong();
                }
            }
            int node = tree.find(id(row));
            assertThat(tree.levelShares(node)).as(name(row)).isEqualTo(level);
            compared++;
        }
        assertThat(compared).isEqualTo(40);
    }

    private static long fsParent(JsonNode row, Map<Long, JsonNode> byId) {
        JsonNode above =
                java.util.Objects.requireNonNull(byId.get(row.get("parentId").asLong()));
        while (!above.get("shares").isInt()) {
            above = java.util.Objects.requireNonNull(
                    byId.get(above.get("parentId").asLong()));
        }
        return above.get("id").asLong();
    }

    private static ShareTree tree(Imported imported) {
        return ShareTree.build(imported.shares().get(0).id().tree(), imported.shares());
    }

    private static Map<NodeId, List<Object>> said(List<ShareNode> nodes) {
        Map<NodeId, List<Object>> said = new HashMap<>();
        nodes.forEach(node -> said.put(
                NodeId.ofUser("", node.id().account(), node.id().user()),
                List.of(node.shares(), node.id().isUser() || node.parent() == null ? "" : node.parent())));
        return said;
    }

    private static Map<NodeId, List<Object>> expected(JsonNode golden) {
        Map<NodeId, List<Object>> said = new HashMap<>();
        for (JsonNode row : golden.get("associations")) {
            if (row.get("parentId").isNull()) {
                continue;
            }
            String parent = row.get("parentAccount").isNull()
                    ? "root"
                    : row.get("parentAccount").asText();
            long shares = row.get("shares").isInt() ? row.get("shares").asLong() : ShareNode.PARENT;
            said.put(
                    NodeId.ofUser(
                            "",
                            row.get("account").asText(),
                            row.get("user").asText("").replace("null", "")),
                    List.of(shares, parent.equals("root") ? "" : parent));
        }
        return said;
    }

    private static NodeId id(JsonNode row) {
        String user = row.get("user").isNull() ? "" : row.get("user").asText();
        return new NodeId("rnd40", row.get("account").asText(), user);
    }

    private static String name(JsonNode row) {
        return row.get("account").asText() + "/"
                + (row.get("user").isNull() ? "" : row.get("user").asText());
    }

    private static String lines(JsonNode lines) {
        List<String> all = new ArrayList<>();
        lines.forEach(line -> all.add(line.asText()));
        return String.join("\n", all) + "\n";
    }
}
