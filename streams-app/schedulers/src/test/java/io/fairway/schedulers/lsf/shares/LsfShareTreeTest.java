package io.fairway.schedulers.lsf.shares;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.schedulers.lsf.config.LsfProblem;
import io.fairway.schedulers.lsf.config.LsfProblem.Code;
import io.fairway.schedulers.lsf.config.LsfSettings;
import io.fairway.schedulers.lsf.fairshare.Consumption;
import io.fairway.schedulers.lsf.fairshare.ConsumptionSum;
import io.fairway.schedulers.lsf.fairshare.DynamicPriorities;
import io.fairway.schedulers.lsf.fairshare.DynamicPriorityParameters;
import io.fairway.schedulers.lsf.fairshare.MemoryAdjustment;
import io.fairway.schedulers.lsf.queue.Election;
import io.fairway.schedulers.lsf.queue.Election.WaitingJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Share assignments, accounts, and the walk; trees after the pages of lsb.users and hierarchical fair share. */
class LsfShareTreeTest {
    private static final List<UserGroup> GROUPS = List.of(
            new UserGroup("GroupB", List.of("User1", "User2"), List.of()),
            new UserGroup("GroupC", List.of("User3", "User4"), ShareAssignment.parse("[User3, 3] [User4, 4]")),
            new UserGroup(
                    "GroupA", List.of("GroupB", "GroupC", "User5"), ShareAssignment.parse("[User5, 1] [default, 10]")));
    private static final List<String> USERS = List.of("User1", "User2", "User3", "User4", "User5", "User6", "User7");

    private static LsfShareTree tree(String shares) {
        return LsfShareTree.build("normal", ShareAssignment.parse(shares), GROUPS, USERS);
    }

    private static List<String> lines(LsfShareTree tree) {
        List<String> lines = new ArrayList<>();
        for (int i = 1; i < tree.size(); i++) {
            lines.add(tree.path(i) + " " + tree.shares(i)
                    + (tree.isLeaf(i) && tree.users(i).size() != 1
                            ? " " + tree.users(i).stream().sorted().toList()
                            : ""));
        }
        return lines;
    }

    @Test
    void aGroupIsOnePartyWithItsSharesBelowIt() {
        LsfShareTree tree = tree("[GroupA, 7] [User6, 2] [others, 1]");

        assertThat(tree.problems()).isEmpty();
        assertThat(lines(tree))
                .containsExactly(
                        "GroupA 7",
                        "GroupA/User5 1",
                        "GroupA/GroupB 10 [User1, User2]",
                        "GroupA/GroupC 10",
                        "GroupA/GroupC/User3 3",
                        "GroupA/GroupC/User4 4",
                        "User6 2",
                        "others 1");
        // 7/10 * 10/21 * 3/7
        assertThat(tree.importance(tree.find("GroupA/GroupC/User3"))).isEqualTo(1 / 7.0, within());
    }

    private static org.assertj.core.data.Offset<Double> within() {
        return org.assertj.core.data.Offset.offset(1e-12);
    }

    @Test
    void eachMemberOfAGroupCompetesAlone() {
        LsfShareTree tree = tree("[GroupA@, 3] [User3, 20] [default, 1]");

        assertThat(tree.problems()).isEmpty();
        assertThat(lines(tree))
                .containsExactly("User1 3", "User2 3", "User4 3", "User5 3", "User3 20", "User6 1", "User7 1");
    }

    @Test
    void othersAreEveryoneElseTogether() {
        assertThat(lines(tree("[User1, 10] [GroupC, 5] [others, 8]")))
                .containsExactly(
                        "User1 10",
                        "GroupC 5",
                        "GroupC/User3 3",
                        "GroupC/User4 4",
                        "others 8 [User2, User5, User6, User7]");
    }

    @Test
    void aUserWithoutAnAssignmentHasNoAccount() {
        LsfShareTree tree = tree("[User1, 10]");

        assertThat(tree.find("User1")).isEqualTo(1);
        assertThat(tree.find("User2")).isEqualTo(-1);
        assertThat(tree("").size()).isEqualTo(1);
    }

    private static DynamicPriorities priorities(LsfShareTree tree, String... slots) {
        List<Consumption> own = new ArrayList<>();
        for (int i = 0; i < tree.size(); i++) {
            own.add(Consumption.NONE);
        }
        for (int i = 0; i < slots.length; i += 2) {
            own.set(tree.find(slots[i]), Consumption.ofSlots(Long.parseLong(slots[i + 1])));
        }
        return DynamicPriorities.evaluate(
                tree, own, DynamicPriorityParameters.DEFAULTS, DynamicPriorities.Adjustment.NONE);
    }

    @Test
    void unusableEntriesAreReportedAndLeftOut() {
        List<UserGroup> groups = List.of(
                new UserGroup("early", List.of("late", "User1"), ShareAssignment.parse("[User1, 0] [User2, 5]")),
                new UserGroup("late", List.of("late", "User2"), List.of()),
                new UserGroup("late", List.of("User3"), List.of()));

        LsfShareTree tree = LsfShareTree.build(
                "normal",
                ShareAssignment.parse("[early, 1] [nobody, 2] [User3, -1] [User3, 4] [User3, 5] [who@, 1]"),
                groups,
                USERS);

        assertThat(tree.problems().stream().map(LsfProblem::code))
                .containsExactly(
                        Code.GROUP_BEFORE_DEFINITION,
                        Code.CYCLIC_GROUP,
                        Code.DUPLICATE,
                        Code.UNKNOWN_NAME,
                        Code.BAD_SHARES,
                        Code.UNKNOWN_NAME,
                        Code.BAD_SHARES,
                        Code.UNKNOWN_NAME,
                        Code.DUPLICATE);
        assertThat(tree.problems().get(3).message())
                .contains("USER_SHARES of normal")
                .contains("[nobody, 2]");
        assertThat(tree.problems().get(8).severity()).isEqualTo(LsfProblem.Severity.WARNING);
        assertThat(lines(tree)).containsExactly("early 1", "User3 4");
    }

    @Test
    void anAssignmentHasOneForm() {
        assertThat(ShareAssignment.parse(" [g1@,10][ chip , 20 ] [others,1] "))
                .extracting(ShareAssignment::toString)
                .containsExactly("[g1@, 10]", "[chip, 20]", "[others, 1]");
        for (String wrong : List.of("[a 1]", "[a,1] b", "[a,1.5]", "a,1", "[a,1", "[a@@,1]", "[a,1],[b,1]")) {
            assertThatIllegalArgumentException()
                    .as(wrong)
                    .isThrownBy(() -> ShareAssignment.parse(wrong))
                    .withMessageContaining("\"" + wrong + "\"");
        }
        assertThatIllegalArgumentException().isThrownBy(() -> ShareAssignment.parse("[default@,1]"));
    }

    /** A = 60/21 = 2.857, B = 40/12 = 3.333; without a job in B it is A, and in it u2 (3/9) before u1 (1/15). */
    @Test
    void theWalkSkipsAPartyWithoutAPendingJob() {
        LsfShareTree tree = LsfShareTree.build(
                "q",
                ShareAssignment.parse("[A, 60] [B, 40]"),
                List.of(
                        new UserGroup("A", List.of("u1", "u2"), ShareAssignment.parse("[u1,1] [u2,3]")),
                        new UserGroup("B", List.of("u3"), ShareAssignment.parse("[u3,1]"))),
                List.of("u1", "u2", "u3"));
        DynamicPriorities priorities = priorities(tree, "A/u1", "4", "A/u2", "2", "B/u3", "3");
        WaitingJob u1 = new WaitingJob("1", List.of(tree.find("A/u1")), 1);
        WaitingJob u2 = new WaitingJob("2", List.of(tree.find("A/u2")), 2);

        Election elected = Objects.requireNonNull(Election.next(tree, priorities, List.of(u1, u2)));

        assertThat(elected.job()).isEqualTo(u2);
        assertThat(elected.explain())
                .extracting(term -> term.name() + " "
                        + term.inputs().stream().map(input -> input.name()).toList())
                .containsExactly("A [A, B (no pending job)]", "u2 [u1, u2]");
        assertThat(Election.next(tree, priorities, List.of())).isNull();
    }

    @Test
    void theEarlierJobDecidesBetweenEqualPriorities() {
        LsfShareTree tree = tree("[GroupB, 5] [User6, 5] [User7, 5]");
        int group = tree.find("GroupB");
        WaitingJob six = new WaitingJob("six", List.of(tree.find("User6")), 9);
        WaitingJob seven = new WaitingJob("seven", List.of(tree.find("User7")), 7);
        WaitingJob late = new WaitingJob("late", List.of(group), 8);
        WaitingJob early = new WaitingJob("early", List.of(group, tree.find("User6")), 3);

        assertThat(elected(tree, six, seven, late)).isEqualTo("seven");
        assertThat(elected(tree, six, late, early)).isEqualTo("early");
        // Both accounts have the same first job: GroupB is the lesser name.
        Election both = Objects.requireNonNull(Election.next(tree, priorities(tree), List.of(six, late, early)));
        assertThat(both.account()).isEqualTo(group);
    }

    private static String elected(LsfShareTree tree, WaitingJob... jobs) {
        return Objects.requireNonNull(Election.next(tree, priorities(tree), List.of(jobs)))
                .job()
                .id();
    }

    @Test
    void theAdjustmentReadsTheAccount() {
        LsfShareTree tree = tree("[GroupA, 1] [User6, 1]");
        List<Consumption> own = new ArrayList<>();
        for (int i = 0; i < tree.size(); i++) {
            own.add(Consumption.NONE);
        }
        Consumption heavy = new ConsumptionSum(
                        DynamicPriorityParameters.DEFAULTS, DynamicPriorityParameters.DEFAULTS.decay())
                .slots(1, 0, 0)
                .memory(16, 1)
                .build();
        own.set(tree.find("GroupA/GroupC/User3"), heavy);
        own.set(tree.find("GroupA/GroupC/User4"), Consumption.ofSlots(1));
        DynamicPriorityParameters cluster = DynamicPriorityParameters.of(
                LsfSettings.ofCluster(java.util.Map.of("FAIRSHARE_ADJUSTMENT_FACTOR", "1")), LsfSettings.NONE);

        DynamicPriorities priorities = DynamicPriorities.evaluate(
                tree, own, cluster, new DynamicPriorities.Adjustment(new MemoryAdjustment(1), 4, 0, cluster));

        // (1 + 1) * 16/4 = 8 for the user; for the groups (1 + 2) * 4 = 12.
        assertThat(priorities.priority(tree.find("GroupA/GroupC/User3"))).isEqualTo(3 / 14.0);
        assertThat(priorities.priority(tree.find("GroupA"))).isEqualTo(1 / 21.0);
        assertThat(priorities.priority(tree.find("User6"))).isEqualTo(1 / 3.0);
        assertThat(priorities.explain(tree.find("GroupA")).get(0).value()).isEqualTo(1 / 21.0);
        assertThat(priorities.use(0).jobSlots()).isEqualTo(2);
        assertThat(tree.users(tree.find("GroupA/GroupB"))).isEqualTo(Set.of("User1", "User2"));
    }
}
