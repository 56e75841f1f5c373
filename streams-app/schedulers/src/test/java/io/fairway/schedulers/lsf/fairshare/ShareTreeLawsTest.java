package io.fairway.schedulers.lsf.fairshare;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.schedulers.Seeds;
import io.fairway.schedulers.lsf.config.LsfProblem;
import io.fairway.schedulers.lsf.queue.Election;
import io.fairway.schedulers.lsf.shares.LsfShareTree;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Laws of every share tree of LSF, for any use of its accounts; on seeded random trees. */
class ShareTreeLawsTest {
    private static final int TREES = 400;

    /** A tree with the events of each leaf. */
    private record Scene(
            long seed, LsfShareTree tree, DynamicPriorityParameters parameters, List<List<RandomUse.Fact>> facts) {
        static Scene of(SplittableRandom random) {
            long seed = random.nextLong();
            LsfShareTree tree = RandomUse.tree(seed, "", 0);
            assertThat(tree.problems().stream().filter(problem -> problem.severity() == LsfProblem.Severity.ERROR))
                    .isEmpty();
            List<List<RandomUse.Fact>> facts = new ArrayList<>();
            for (int i = 0; i < tree.size(); i++) {
                facts.add(tree.isLeaf(i) && i > 0 ? RandomUse.facts(random, 6) : List.of());
            }
            return new Scene(seed, tree, RandomUse.parameters(random), facts);
        }

        List<Consumption> own() {
            return facts.stream().map(each -> RandomUse.use(each, parameters)).toList();
        }

        DynamicPriorities priorities() {
            return DynamicPriorities.evaluate(tree, own(), parameters, DynamicPriorities.Adjustment.NONE);
        }
    }

    @Test
    void theOrderOfTheFactsDoesNotMatter() {
        Seeds.each(TREES, random -> {
            Scene scene = Scene.of(random);
            DynamicPriorities first = scene.priorities();
            List<List<RandomUse.Fact>> shuffled = scene.facts().stream()
                    .map(facts -> RandomUse.shuffled(facts, random))
                    .toList();
            DynamicPriorities then = new Scene(scene.seed(), scene.tree(), scene.parameters(), shuffled).priorities();
            for (int i = 1; i < first.size(); i++) {
                assertThat(then.priority(i))
                        .as(scene.tree().path(i))
                        .isCloseTo(first.priority(i), Offset.offset(1e-12 * first.priority(i)));
            }
        });
    }

    /** Neither its own nor that of any group around it; and no other priority changes. */
    @Test
    void moreUsageNeverRaisesAPriority() {
        Seeds.each(TREES, random -> {
            Scene scene = Scene.of(random);
            DynamicPriorities first = scene.priorities();
            int leaf = leaf(scene.tree(), random);
            List<Consumption> own = new ArrayList<>(scene.own());
            own.set(leaf, own.get(leaf).plus(RandomUse.use(List.of(RandomUse.fact(random)), scene.parameters())));
            DynamicPriorities then = DynamicPriorities.evaluate(
                    scene.tree(), own, scene.parameters(), DynamicPriorities.Adjustment.NONE);
            for (int i = 1; i < first.size(); i++) {
                if (i <= leaf && leaf < scene.tree().subtreeEnd(i)) {
                    assertThat(then.priority(i)).as(scene.tree().path(i)).isLessThanOrEqualTo(first.priority(i));
                } else {
                    assertThat(then.priority(i)).as(scene.tree().path(i)).isEqualTo(first.priority(i));
                }
            }
        });
    }

    /** In proportion, unless the floor of the denominator applies; and no other priority changes. */
    @Test
    void moreSharesRaiseThePriorityInProportion() {
        Seeds.each(TREES, random -> {
            Scene scene = Scene.of(random);
            DynamicPriorities first = scene.priorities();
            String name = scene.tree().name(leaf(scene.tree(), random));
            LsfShareTree tree = RandomUse.tree(scene.seed(), name, random.nextInt(1, 30));
            DynamicPriorities then = DynamicPriorities.evaluate(
                    tree, scene.own(), scene.parameters(), DynamicPriorities.Adjustment.NONE);
            for (int i = 1; i < first.size(); i++) {
                double ratio = (double) tree.shares(i) / scene.tree().shares(i);
                assertThat(ratio).isGreaterThanOrEqualTo(1);
                assertThat(then.priority(i))
                        .as(tree.path(i))
                        .isCloseTo(ratio * first.priority(i), Offset.offset(1e-12 * then.priority(i)));
            }
        });
    }

    @Test
    void membersAddUpToTheirGroupAndToTheWhole() {
        Seeds.each(TREES, random -> {
            Scene scene = Scene.of(random);
            LsfShareTree tree = scene.tree();
            DynamicPriorities priorities = scene.priorities();
            for (int i = 0; i < tree.size(); i++) {
                if (tree.isLeaf(i) && i > 0) {
                    continue;
                }
                Consumption sum = Consumption.NONE;
                double importance = 0;
                for (int child : tree.children(i)) {
                    sum = sum.plus(priorities.use(child));
                    importance += tree.importance(child);
                }
                Consumption whole = priorities.use(i);
                assertThat(whole.jobSlots()).as(tree.path(i)).isEqualTo(sum.jobSlots());
                assertThat(whole.forwardedSlots()).isEqualTo(sum.forwardedSlots());
                assertThat(whole.cpuTime()).isCloseTo(sum.cpuTime(), Offset.offset(1e-9));
                assertThat(whole.runTime() + whole.historicalRunTime())
                        .isCloseTo(sum.runTime() + sum.historicalRunTime(), Offset.offset(1e-9));
                assertThat(importance)
                        .as(tree.path(i))
                        .isCloseTo(tree.children(i).isEmpty() ? 0 : tree.importance(i), Offset.offset(1e-12));
            }
        });
    }

    @Test
    void prioritiesAreAboveZeroAndAtMostAHundredTimesTheShares() {
        Seeds.each(TREES, random -> {
            Scene scene = Scene.of(random);
            DynamicPriorities priorities = scene.priorities();
            for (int i = 1; i < priorities.size(); i++) {
                assertThat(priorities.denominator(i)).isGreaterThanOrEqualTo(DynamicPriority.FLOOR);
                assertThat(priorities.priority(i))
                        .as(scene.tree().path(i))
                        .isPositive()
                        .isLessThanOrEqualTo(100.0 * scene.tree().shares(i));
            }
        });
    }

    /**
     * Every slot goes to the greatest priority of the level, so a party that was skipped was not ahead of the elected
     * one.
     */
    @Test
    void theElectedPartyIsTheBestWaitingOneOfEachLevel() {
        Seeds.each(TREES, random -> {
            Scene scene = Scene.of(random);
            LsfShareTree tree = scene.tree();
            DynamicPriorities priorities = scene.priorities();
            boolean[] waits = new boolean[tree.size()];
            List<Election.WaitingJob> jobs = new ArrayList<>();
            for (int i = tree.size() - 1; i > 0; i--) {
                if (tree.isLeaf(i) && random.nextBoolean()) {
                    jobs.add(new Election.WaitingJob("job" + i, List.of(i), i));
                    waits[i] = true;
                }
                waits[tree.parent(i)] |= waits[i];
            }
            Election election = Election.next(tree, priorities, jobs);
            if (election == null) {
                assertThat(jobs).isEmpty();
                return;
            }
            for (int i = election.account(); i > 0; i = tree.parent(i)) {
                for (int sibling : tree.children(tree.parent(i))) {
                    if (waits[sibling]) {
                        assertThat(priorities.priority(sibling)).isLessThanOrEqualTo(priorities.priority(i));
                    }
                }
            }
        });
    }

    private static int leaf(LsfShareTree tree, SplittableRandom random) {
        int leaf = random.nextInt(1, tree.size());
        while (!tree.isLeaf(leaf)) {
            leaf = random.nextInt(1, tree.size());
        }
        return leaf;
    }
}
