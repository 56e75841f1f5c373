package io.fairway.access;

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
import org.junit.jupiter.params.provider.ValueSource;

/** Expected values: PrivateData of slurm.conf (usage, jobs), and the sums that Fairway adds to it. */
class VisibilityTest {
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
            "of-cms", coordinator("carl", "cms"),
            "of-physics", coordinator("hans", "physics"),
            "of-root", coordinator("rita", "alps/root"),
            "of-gone", coordinator("emil", "*/gone"),
            "operator", new Caller("ops", Role.OPERATOR, Set.of()),
            "anybody", Caller.ANYBODY);

    private static ShareNode account(String name, @Nullable String parent) {
        return ShareNode.account("alps", name, parent, 1, 0);
    }

    private static ShareNode user(String account, String name) {
        return ShareNode.user("alps", account, name, 1, 0);
    }

    private static Caller coordinator(String name, String account) {
        return new Caller(name, Role.COORDINATOR, Set.of(Coordinated.parse(account)));
    }

    private static Visibility visibility(String caller, boolean open) {
        return new Visibility(java.util.Objects.requireNonNull(CALLERS.get(caller)), open, forest(TREE));
    }

    /** Share trees as a forest; the domain is alps. */
    private static Forest forest(ShareTree... trees) {
        return new Forest() {
            @Override
            public String ownTree() {
                return "alps";
            }

            @Override
            public List<String> accountsOf(String name, String user) {
                List<String> accounts = new ArrayList<>();
                for (ShareTree tree : trees) {
                    for (int node = 0; node < tree.size(); node++) {
                        if (tree.tree().equals(name)
                                && tree.isUser(node)
                                && tree.id(node).user().equals(user)) {
                            accounts.add(tree.id(node).account());
                        }
                    }
                }
                return accounts;
            }

            @Override
            public @Nullable String parent(String name, String account) {
                for (ShareTree tree : trees) {
                    int node = tree.findAccount(account);
                    if (tree.tree().equals(name) && node > 0) {
                        return tree.id(tree.parent(node)).account();
                    }
                }
                return null;
            }
        };
    }

    /** In the second tree the same names mean other accounts: cms is at the top, and physics is below it. */
    @Test
    void aNameInOneTreeSaysNothingAboutTheNameInAnother() {
        ShareTree other = ShareTree.build(
                "jura",
                List.of(
                        ShareNode.account("jura", "cms", null, 1, 0),
                        ShareNode.account("jura", "physics", "cms", 1, 0),
                        ShareNode.user("jura", "physics", "ben", 1, 0)));
        NodeId cms = NodeId.ofAccount("jura", "cms");
        NodeId below = NodeId.ofUser("jura", "physics", "ben");
        Forest both = forest(TREE, other);
        Visibility plain = new Visibility(coordinator("hans", "physics"), false, both);
        assertThat(plain.sees(NodeId.ofAccount("alps", "cms"))).isTrue();
        assertThat(plain.sees(cms)).isFalse();
        assertThat(plain.sees(below)).isFalse();
        assertThat(plain.seesJob("ben", () -> List.of(below))).isFalse();
        Visibility named = new Visibility(coordinator("hans", "jura/physics"), false, both);
        assertThat(named.sees(below)).isTrue();
        assertThat(named.sees(cms)).as("a sum above").isTrue();
        assertThat(named.sees(NodeId.ofUser("alps", "cms", "ben"))).isFalse();
        assertThat(new Visibility(coordinator("hans", "*/physics"), false, both).sees(below))
                .isTrue();
        Visibility anna = new Visibility(Caller.user("anna"), false, both);
        assertThat(anna.sees(NodeId.ofAccount("alps", "cms"))).isTrue();
        assertThat(anna.sees(cms)).as("she is in cms of alps only").isFalse();
        assertThat(anna.sees(NodeId.ofRoot("jura"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "cms,OWN,'',cms",
        "alps/cms,NAMED,alps,cms",
        "*/cms,EVERY,'',cms",
        "bio%2Fmedical,OWN,'',bio/medical",
        "a%20b/c%2Cd,NAMED,a b,'c,d'",
        "%2A/cms,NAMED,*,cms",
        "a+b,OWN,'',a+b",
        "50%25,OWN,'',50%"
    })
    void anAccountIsOfOneTreeUnlessItSaysEvery(String text, Coordinated.Where where, String tree, String account) {
        Coordinated read = Coordinated.parse(text);
        assertThat(read).isEqualTo(new Coordinated(where, tree, account));
        assertThat(read.text()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "a/", "/a", "a/b/c", "%", "%2", "%zz"})
    void anAccountThatCannotBeReadIsRefusedWithTheRule(String text) {
        assertThatThrownBy(() -> Coordinated.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("must");
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
            if (visibility(caller, false).sees(id)) {
                seen.add(id.isUser() ? id.account() + "/" + id.user() : id.account());
            }
            assertThat(visibility(caller, true).sees(id)).as("open").isTrue();
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
        List<NodeId> counted = account == null ? List.of() : List.of(NodeId.ofAccount("alps", account));
        assertThat(visibility(caller, false).seesJob(user, () -> counted)).isEqualTo(seen);
        assertThat(visibility(caller, true).seesJob(user, () -> counted)).isTrue();
    }

    @Test
    void aRefusalSaysWhoAskedForWhoseAndWhoMay() {
        Visibility anna = visibility("anna", false);
        assertThatThrownBy(() -> anna.require(NodeId.ofUser("alps", "cms", "ben")))
                .isInstanceOf(Forbidden.class)
                .hasMessage(
                        "anna (user) asked for what belongs to user ben in account cms of tree alps; only ben, the coordinators of cms"
                                + " or of an account above it, and operators may see that");
        assertThatThrownBy(() -> anna.require(NodeId.ofAccount("alps", "atlas")))
                .isInstanceOf(Forbidden.class)
                .hasMessage(
                        "anna (user) asked for what belongs to account atlas of tree alps; only its members, the coordinators of atlas or"
                                + " of an account above it, and operators may see that");
        assertThat(anna.refusal("ben").detail())
                .isEqualTo("anna (user) asked for what belongs to user ben; only ben, the coordinators of that user's"
                        + " accounts or of one above them, and operators may see that");
        Caller carl = coordinator("carl", "cms");
        assertThatThrownBy(() -> Visibility.requireAll(carl, false, "all queues"))
                .isInstanceOf(Forbidden.class)
                .hasMessage("carl (coordinator) asked for all queues; only operators may see that");
        Visibility.requireAll(carl, true, "all queues");
        Visibility.requireAll(Caller.ANYBODY, false, "all queues");
        anna.require(NodeId.ofUser("alps", "cms", "anna"));
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
            Forest forest = forest(tree);
            Visibility visibility = new Visibility(coordinator("u0", own), false, forest);
            for (int i = 0; i < tree.size(); i++) {
                NodeId id = tree.id(i);
                boolean below = path(id.account(), parents).contains(own);
                boolean expected = below
                        || (id.isUser()
                                ? id.user().equals("u0")
                                : above(id.account(), own, parents)
                                        || forest.accountsOf("alps", "u0").stream()
                                                .anyMatch(member -> above(id.account(), member, parents)));
                assertThat(visibility.sees(id))
                        .as("%s, own %s, parents %s", id, own, parents)
                        .isEqualTo(expected);
            }
        }
    }

    /** Another instance tells the accounts; a stream that was told decides by the same rules. */
    @ParameterizedTest
    @ValueSource(strings = {"anna", "ben", "nobody", "of-cms", "of-physics", "of-root", "of-gone", "operator"})
    void whoeverWasToldTheAccountsSeesTheSame(String name) {
        Caller caller = java.util.Objects.requireNonNull(CALLERS.get(name));
        Visibility domain = visibility(name, false);
        Set<String> coordinated = new HashSet<>();
        List.of("root", "physics", "cms", "atlas", "biology", "gone").stream()
                .filter(account -> domain.coordinates("alps", account))
                .forEach(coordinated::add);

        Visibility told =
                Visibility.told(caller, false, Map.of("alps", domain.sums("alps")), Map.of("alps", coordinated));

        for (String account : List.of("root", "physics", "cms", "atlas", "biology", "gone", "unknown")) {
            for (String user : List.of("", "anna", "ben", "carl", "zoe", "dora")) {
                NodeId node = new NodeId("alps", account, user);
                assertThat(told.sees(node)).as("%s", node).isEqualTo(domain.sees(node));
                assertThat(told.seesJob(user, () -> List.of(node)))
                        .isEqualTo(domain.seesJob(user, () -> List.of(node)));
            }
        }
        NodeId elsewhere = NodeId.ofUser("jura", "cms", "x");
        assertThat(told.sees(elsewhere)).isEqualTo(name.equals("operator"));
        assertThat(told.sees(NodeId.ofUser("jura", "cms", caller.name()))).isTrue();
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
