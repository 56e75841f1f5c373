package io.fairway.api.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expected values: PrivateData of slurm.conf (usage, jobs), and the sums that Fairway adds to it. */
class SightTest {
    /*
     * root ─ physics ─ cms (anna, ben)
     *                └ atlas (carl, zoe)
     *      └ biology (ben, dora)
     */
    private static final ShareTree TREE = ShareTree.build(
            "alps",
            List.of(
                    account("physics", null),
                    account("cms", "physics"),
                    account("atlas", "physics"),
                    account("biology", null),
                    user("cms", "anna"),
                    user("cms", "ben"),
                    user("atlas", "carl"),
                    user("atlas", "zoe"),
                    user("biology", "ben"),
                    user("biology", "dora")));

    private static final Map<String, Caller> CALLERS = Map.of(
            "anna", Caller.user("anna"),
            "ben", Caller.user("ben"),
            "nobody", Caller.user("nobody"),
            "of-cms", new Caller("carl", Role.COORDINATOR, Set.of("cms")),
            "of-physics", new Caller("hans", Role.COORDINATOR, Set.of("physics")),
            "of-root", new Caller("rita", Role.COORDINATOR, Set.of("root")),
            "of-gone", new Caller("emil", Role.COORDINATOR, Set.of("gone")),
            "operator", new Caller("ops", Role.OPERATOR, Set.of()),
            "anybody", Caller.ANYBODY);

    private static ShareNode account(String name, @Nullable String parent) {
        return ShareNode.account("alps", name, parent, 1, 0);
    }

    private static ShareNode user(String account, String name) {
        return ShareNode.user("alps", account, name, 1, 0);
    }

    private static Sight sight(String caller, boolean open) {
        return Sight.of(java.util.Objects.requireNonNull(CALLERS.get(caller)), open, TREE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "anna       | root physics cms                       | cms/anna",
                "ben        | root physics cms biology               | cms/ben biology/ben",
                "nobody     | -                                      | -",
                "of-cms     | root physics cms atlas                 | cms/anna cms/ben atlas/carl",
                "of-physics | root physics cms atlas                 | cms/anna cms/ben atlas/carl atlas/zoe",
                "of-root    | root physics cms atlas biology         | cms/anna cms/ben atlas/carl atlas/zoe biology/ben biology/dora",
                "of-gone    | -                                      | -",
                "operator   | root physics cms atlas biology         | cms/anna cms/ben atlas/carl atlas/zoe biology/ben biology/dora",
                "anybody    | root physics cms atlas biology         | cms/anna cms/ben atlas/carl atlas/zoe biology/ben biology/dora",
            })
    void everyCallerSeesExactlyThis(String caller, @Nullable String accounts, @Nullable String users) {
        Set<String> expected = new HashSet<>();
        expected.addAll(words(accounts));
        expected.addAll(words(users));
        Set<String> seen = new HashSet<>();
        for (int node = 0; node < TREE.size(); node++) {
            NodeId id = TREE.id(node);
            if (sight(caller, false).sees(id)) {
                seen.add(id.isUser() ? id.account() + "/" + id.user() : id.account());
            }
            assertThat(sight(caller, true).sees(id)).as("open").isTrue();
        }
        assertThat(seen).isEqualTo(expected);
    }

    private static List<String> words(@Nullable String text) {
        return text == null ? List.of() : List.of(text.trim().split(" +"));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "anna,cms,anna,true",
                "anna,cms,ben,false",
                "anna,-,anna,true",
                "anna,-,-,false",
                "anna,atlas,anna,true",
                "of-cms,cms,ben,true",
                "of-cms,physics,ben,false",
                "of-cms,atlas,zoe,false",
                "of-cms,biology,carl,true",
                "of-physics,cms,ben,true",
                "of-physics,biology,ben,false",
                "of-physics,-,ben,false",
                "of-gone,gone,ben,true",
                "operator,-,-,true"
            })
    void jobsOfOthersAreSeenByTheirCoordinators(
            String caller, @Nullable String account, @Nullable String user, boolean seen) {
        assertThat(sight(caller, false).seesJob(account, user)).isEqualTo(seen);
        assertThat(sight(caller, true).seesJob(account, user)).isTrue();
    }

    @Test
    void aRefusalSaysWhoAskedForWhoseAndWhoMay() {
        Sight anna = sight("anna", false);
        assertThatThrownBy(() -> anna.require(NodeId.ofUser("alps", "cms", "ben")))
                .isInstanceOf(Forbidden.class)
                .hasMessage(
                        "anna (user) asked for what belongs to user ben in account cms; only ben, the coordinators of cms"
                                + " or of an account above it, and operators may see that");
        assertThatThrownBy(() -> anna.require(NodeId.ofAccount("alps", "atlas")))
                .isInstanceOf(Forbidden.class)
                .hasMessage(
                        "anna (user) asked for what belongs to account atlas; only its members, the coordinators of atlas or"
                                + " of an account above it, and operators may see that");
        assertThatThrownBy(() -> anna.requireJob("4711", "cms", "ben"))
                .isInstanceOf(Forbidden.class)
                .hasMessageContainingAll("anna (user)", "job 4711", "operators")
                .hasMessageNotContaining("ben");
        assertThatThrownBy(() -> sight("of-cms", false).requireAll("all queues"))
                .isInstanceOf(Forbidden.class)
                .hasMessage("carl (coordinator) asked for all queues; only operators may see that");
        sight("operator", false).requireAll("all queues");
        anna.require(NodeId.ofUser("alps", "cms", "anna"));
    }

    @Test
    void aUserWhoIsNotThereIsRefusedAsOneWhoIs() {
        Sight anna = sight("anna", false);
        assertThatThrownBy(() -> anna.requireUser("ben", Sight.accountsOf("ben", TREE)))
                .isInstanceOf(Forbidden.class)
                .extracting(refused -> String.valueOf(refused.getMessage()).replace("ben", "X"))
                .isEqualTo(
                        "anna (user) asked for what belongs to user X; only X, the coordinators of that user's accounts or of"
                                + " one above them, and operators may see that");
        assertThatThrownBy(() -> anna.requireUser("ghost", Sight.accountsOf("ghost", TREE)))
                .isInstanceOf(Forbidden.class)
                .extracting(refused -> String.valueOf(refused.getMessage()).replace("ghost", "X"))
                .isEqualTo(
                        "anna (user) asked for what belongs to user X; only X, the coordinators of that user's accounts or of"
                                + " one above them, and operators may see that");
        sight("of-cms", false).requireUser("ben", Sight.accountsOf("ben", TREE));
        anna.requireUser("anna", List.of());
    }

    /**
     * The plain definition: a coordinator looks after a node if one of its accounts is on the node's path to the root.
     */
    @Test
    void inAnyTreeACoordinatorSeesWhatHasItsAccountOnThePath() {
        Random random = new Random(20261121);
        for (int round = 0; round < 200; round++) {
            List<ShareNode> nodes = new ArrayList<>();
            List<String> parents = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                String parent = i == 0 || random.nextInt(3) == 0 ? "root" : "a" + random.nextInt(i);
                parents.add(parent);
                nodes.add(account("a" + i, parent.equals("root") ? null : parent));
                nodes.add(user("a" + i, "u" + random.nextInt(5)));
            }
            ShareTree tree = ShareTree.build("alps", nodes);
            String own = "a" + random.nextInt(12);
            Sight sight = Sight.of(new Caller("u0", Role.COORDINATOR, Set.of(own)), false, tree);
            for (int i = 0; i < tree.size(); i++) {
                NodeId id = tree.id(i);
                boolean below = path(id.account(), parents).contains(own);
                boolean expected = below
                        || (id.isUser()
                                ? id.user().equals("u0")
                                : above(id.account(), own, parents)
                                        || Sight.accountsOf("u0", tree).stream()
                                                .anyMatch(member -> above(id.account(), member, parents)));
                assertThat(sight.sees(id))
                        .as("%s, own %s, parents %s", id, own, parents)
                        .isEqualTo(expected);
            }
        }
    }

    private static boolean above(String account, String of, List<String> parents) {
        return path(of, parents).contains(account);
    }

    private static List<String> path(String account, List<String> parents) {
        List<String> path = new ArrayList<>(List.of(account));
        String at = account;
        while (!at.equals("root")) {
            at = parents.get(Integer.parseInt(at.substring(1)));
            path.add(at);
        }
        return path;
    }
}
