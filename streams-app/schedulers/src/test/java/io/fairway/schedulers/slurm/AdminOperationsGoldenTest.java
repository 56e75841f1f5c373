package io.fairway.schedulers.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import io.fairway.schedulers.slurm.fairshare.ClassicFairshare;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A sequence of administrative changes on a running controller with the classic algorithm and no decay. */
class AdminOperationsGoldenTest {
    private static final String TREE = "golden";

    private final JsonNode golden = SlurmGolden.read("admin_operations.json");
    private final Map<NodeId, ShareNode> nodes = new LinkedHashMap<>();
    private final Map<NodeId, Double> usage = new HashMap<>();
    private int values;

    @Test
    void givesTheValuesThatSlurmShows() {
        String last = "";
        for (JsonNode step : golden.get("steps")) {
            String name = step.get("step").asText();
            if (!name.equals(last)) {
                apply(name, step);
            }
            last = name;
            compare(step, evaluate());
        }
        golden.get("stateFileAfterShutdown").properties().forEach(row -> {
            // The file has leaves, and lists an account only for the usage of its deleted users.
            assertThat(ownUsage(row.getKey()))
                    .isEqualTo(Double.parseDouble(row.getValue().asText()));
            values++;
        });
        System.out.println(
                "golden admin operations: " + golden.get("steps").size() + " listings, " + values + " values");
    }

    private void apply(String step, JsonNode golden) {
        switch (step) {
            case "start" -> start(golden.get("rows"));
            case "shares of b 30 -> 60" -> put(ShareNode.account(TREE, "b", "a", 60, 2));
            case "RawUsage=0 for user2" -> usage.put(NodeId.ofUser(TREE, "c", "user2"), 0.0);
            case "user4 deleted" -> put(node(NodeId.ofUser(TREE, "e", "user4")).asDeleted());
            case "user6 added to e with 3 shares" -> put(ShareNode.user(TREE, "e", "user6", 3, 20));
            case "account f moved from d to a" -> put(ShareNode.account(TREE, "f", "a", 35, 0));
            case "RawUsage=0 for account a" -> resetSubtree("a");
            default -> throw new IllegalStateException("step " + step);
        }
    }

    private void start(JsonNode rows) {
        SlurmGolden.nodes(rows, TREE).forEach(this::put);
        for (JsonNode row : rows) {
            if (!row.get("user").isNull()) {
                usage.put(
                        NodeId.ofUser(
                                TREE,
                                row.get("account").asText(),
                                row.get("user").asText()),
                        row.get("rawUsage").asDouble());
            }
        }
    }

    private void resetSubtree(String account) {
        ShareTree tree = tree();
        int top = tree.findAccount(account);
        for (int i = top; i < tree.subtreeEnd(top); i++) {
            usage.put(tree.id(i), 0.0);
        }
    }

    private Fairshare evaluate() {
        ShareTree tree = tree();
        return new ClassicFairshare(
                        golden.get("settings").get("FairShareDampeningFactor").asInt())
                .evaluate(tree, UsageSnapshot.ofOwn(tree, own(tree)));
    }

    /** Own usage by node, deleted users' usage included. */
    private double[] own(ShareTree tree) {
        double[] own = new double[tree.size()];
        usage.forEach((id, used) -> {
            int node = tree.find(id);
            own[node < 0 ? keeper(tree, id) : node] += used;
        });
        return own;
    }

    private static int keeper(ShareTree tree, NodeId deleted) {
        return tree.deleted().stream()
                .filter(each -> each.id().equals(deleted))
                .findFirst()
                .orElseThrow()
                .account();
    }

    private double ownUsage(String id) {
        JsonNode rows = golden.get("steps").get(golden.get("steps").size() - 1).get("rows");
        for (JsonNode row : rows) {
            if (row.get("id").asText().equals(id)) {
                ShareTree tree = tree();
                return own(tree)[SlurmGolden.node(tree, row)];
            }
        }
        throw new IllegalStateException("no row has the id " + id);
    }

    private void compare(JsonNode step, Fairshare fairshare) {
        assertThat(fairshare.tree().size()).isEqualTo(step.get("rows").size());
        for (JsonNode row : step.get("rows")) {
            int node = SlurmGolden.node(fairshare.tree(), row);
            compare(row, "rawUsage", fairshare.raw(node));
            compare(row, "normShares", fairshare.normShares(node));
            if (step.get("afterNextPass").asBoolean()) {
                compare(row, "normUsage", fairshare.normUsage(node));
                compare(row, "effectiveUsage", fairshare.effectiveUsage(node));
                compare(row, "fairshare", fairshare.factor(node));
            }
        }
    }

    private void compare(JsonNode row, String name, double actual) {
        if (!row.get(name).isNull()) {
            SlurmGolden.assertClose(actual, row.get(name).asDouble(), name + " of " + row);
            values++;
        }
    }

    private ShareTree tree() {
        ShareTree tree = ShareTree.build(TREE, nodes.values());
        assertThat(tree.problems()).isEmpty();
        return tree;
    }

    private void put(ShareNode node) {
        nodes.put(node.id(), node);
    }

    private ShareNode node(NodeId id) {
        ShareNode node = nodes.get(id);
        assertThat(node).isNotNull();
        return node;
    }
}
