package io.fairway.schedulers.lsf.shares;

import static io.fairway.schedulers.lsf.LsfGolden.assertSixDigits;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.schedulers.lsf.LsfGolden;
import io.fairway.schedulers.lsf.fairshare.Consumption;
import io.fairway.schedulers.lsf.fairshare.DynamicPriorities;
import io.fairway.schedulers.lsf.fairshare.DynamicPriorityParameters;
import io.fairway.schedulers.lsf.queue.Election;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The golden cases of share assignments, of shares along a path, and of the walk down a tree. */
class ShareTreeGoldenTest {
    private static final Set<String> seen = new TreeSet<>();

    static Stream<Arguments> cases() {
        return LsfGolden.cases("share_totals", "path_importance", "tree_walk");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void holds(String id, JsonNode row) {
        JsonNode inputs = row.get("inputs");
        JsonNode expected = row.get("expected");
        switch (row.get("fn").asText()) {
            case "share_totals" -> totals(id, inputs, expected);
            case "path_importance" -> importance(id, inputs.get("fractions"), expected.asDouble());
            default -> walk(id, inputs.get("tree"), expected);
        }
        seen.add(id);
    }

    private static void totals(String id, JsonNode inputs, JsonNode expected) {
        List<ShareAssignment> assignments = new ArrayList<>();
        List<String> users = new ArrayList<>();
        for (Map.Entry<String, JsonNode> explicit : inputs.get("explicit").properties()) {
            assignments.add(new ShareAssignment(
                    explicit.getKey(), false, explicit.getValue().asLong()));
            users.add(explicit.getKey());
        }
        users.remove("others");
        for (int i = 0; i < inputs.get("default_users").asInt(); i++) {
            users.add("another" + i);
        }
        if (inputs.get("default_each").asLong() > 0) {
            assignments.add(new ShareAssignment(
                    "default", false, inputs.get("default_each").asLong()));
        }
        LsfShareTree tree = LsfShareTree.build("q", assignments, List.of(), users);
        int first = tree.find("User1");

        assertThat(tree.levelShares(first))
                .as(id)
                .isEqualTo(expected.get("total").asLong());
        assertSixDigits(tree.importance(first), expected.get("User1").asDouble(), id);
    }

    /** Each fraction as that many hundredths, beside a user with the rest. */
    private static void importance(String id, JsonNode fractions, double expected) {
        List<UserGroup> groups = new ArrayList<>();
        List<String> users = new ArrayList<>();
        String below = "user";
        users.add(below);
        for (int i = fractions.size() - 1; i >= 0; i--) {
            long hundredths = Math.round(100 * fractions.get(i).asDouble());
            users.add("rest" + i);
            groups.add(new UserGroup(
                    "level" + i,
                    List.of(below, "rest" + i),
                    List.of(
                            new ShareAssignment(below, false, hundredths),
                            new ShareAssignment("rest" + i, false, 100 - hundredths))));
            below = "level" + i;
        }
        LsfShareTree tree = LsfShareTree.build("q", ShareAssignment.parse("[level0, 1]"), groups, users);

        assertThat(tree.problems()).isEmpty();
        assertSixDigits(tree.importance(tree.find("level0/level1/level2/user")), expected, id);
    }

    private static void walk(String id, JsonNode root, JsonNode expected) {
        List<ShareAssignment> top = new ArrayList<>();
        List<UserGroup> groups = new ArrayList<>();
        List<String> users = new ArrayList<>();
        for (Map.Entry<String, JsonNode> group : root.properties()) {
            top.add(assignment(group));
            List<ShareAssignment> shares = new ArrayList<>();
            for (Map.Entry<String, JsonNode> user :
                    group.getValue().get("children").properties()) {
                shares.add(assignment(user));
                users.add(user.getKey());
            }
            groups.add(new UserGroup(
                    group.getKey(), shares.stream().map(ShareAssignment::name).toList(), shares));
        }
        LsfShareTree tree = LsfShareTree.build("q", top, groups, users);
        List<Consumption> own = new ArrayList<>();
        List<Election.WaitingJob> waiting = new ArrayList<>();
        for (int i = 0; i < tree.size(); i++) {
            JsonNode node = tree.isLeaf(i)
                    ? root.get(tree.name(tree.parent(i))).get("children").get(tree.name(i))
                    : null;
            own.add(
                    node == null
                            ? Consumption.NONE
                            : Consumption.ofSlots(node.get("slots").asLong()));
            if (node != null && node.get("pending").asBoolean()) {
                waiting.add(new Election.WaitingJob("job" + i, List.of(i), i));
            }
        }
        DynamicPriorities priorities = DynamicPriorities.evaluate(
                tree, own, DynamicPriorityParameters.DEFAULTS, DynamicPriorities.Adjustment.NONE);
        for (int i = 1; i < tree.size(); i++) {
            assertSixDigits(priorities.priority(i), expected.get(tree.name(i)).asDouble(), id + " " + tree.path(i));
        }
        Election elected = Objects.requireNonNull(Election.next(tree, priorities, waiting));
        assertThat(tree.path(elected.account()))
                .isEqualTo(expected.get("elected").asText());
    }

    private static ShareAssignment assignment(Map.Entry<String, JsonNode> field) {
        return new ShareAssignment(
                field.getKey(), false, field.getValue().get("shares").asLong());
    }

    @AfterAll
    static void count() {
        System.out.println("golden LSF share trees: " + seen.size() + " of " + LsfGolden.all() + " cases");
        assertThat(seen).hasSize(2 + 2 + 1);
    }
}
