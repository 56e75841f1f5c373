package io.fairway.schedulers.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.policy.FairshareAlgorithm;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import io.fairway.schedulers.ClosedLoop;
import io.fairway.schedulers.slurm.fairshare.AvailableResources;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The shares that Slurm's policies deliver in a {@link ClosedLoop}: the account with the best factor takes each free
 * processor.
 */
class SlurmClosedLoopSimulationTest {
    private static final int PROCESSORS = 50;
    private static final double HALF_LIFE = 10_000;
    private static final double JOB = HALF_LIFE / 25;
    private static final int HALF_LIVES = 50;

    static List<Arguments> fair() {
        return List.of(
                Arguments.of("classic", SlurmAlgorithm.CLASSIC),
                Arguments.of("depth-oblivious", SlurmAlgorithm.DEPTH_OBLIVIOUS),
                Arguments.of("fair tree, documented", SlurmAlgorithm.FAIR_TREE_DOCUMENTED),
                Arguments.of("fair tree, slurm", SlurmAlgorithm.FAIR_TREE_SLURM),
                Arguments.of("linear, aggregated", SlurmAlgorithm.LINEAR_2_0));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("fair")
    void everyAccountGetsItsShare(String name, SlurmAlgorithm algorithm) {
        double resources = AvailableResources.AGGREGATED.of(PROCESSORS, HALF_LIFE, 0);

        double[] delivered = run(algorithm.create(1, resources), flat(), 0);

        print(name, delivered);
        assertShares(delivered, 60, 30, 10);
    }

    /**
     * The shares of users with 3:1 shares below the three accounts, once the factors of all six are equal.
     *
     * <p>Fair Tree and depth-oblivious give every user its share. Classic does so for accounts only: with UE = U +
     * (U_account - U) * s the ratio UE/S is equal where U_3/U_1 = 9, the square of the shares. Linear equates S - UE:
     * for an account of share S that is (10 S - 16 k)/13 with k = -1/16, and 4(0.75 S - 0.75 A - k) for its bigger
     * user.
     */
    static List<Arguments> deeper() {
        double[] shares = {45, 15, 22.5, 7.5, 7.5, 2.5};
        return List.of(
                Arguments.of("depth-oblivious", SlurmAlgorithm.DEPTH_OBLIVIOUS, shares),
                Arguments.of("fair tree, documented", SlurmAlgorithm.FAIR_TREE_DOCUMENTED, shares),
                Arguments.of("fair tree, slurm", SlurmAlgorithm.FAIR_TREE_SLURM, shares),
                Arguments.of("classic", SlurmAlgorithm.CLASSIC, new double[] {54, 6, 27, 3, 9, 1}),
                Arguments.of("linear, aggregated", SlurmAlgorithm.LINEAR_2_0, new double[] {
                    43.46, 10.38, 22.69, 8.08, 8.85, 6.54
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("deeper")
    void settlesAtTheBalanceOfTheFormulaInADeeperTree(String name, SlurmAlgorithm algorithm, double[] balance) {
        double resources = AvailableResources.AGGREGATED.of(PROCESSORS, HALF_LIFE, 0);

        double[] delivered = run(algorithm.create(1, resources), deep(), 10);

        print(name + ", users 3:1", delivered);
        assertShares(delivered, balance);
    }

    static List<Arguments> linear() {
        // Equal factors mean equal S - UE: each gets its share minus a third of the machine's apparent free capacity, 1
        // - 1/(2 ln 2) under the simple reading of the resources.
        return List.of(
                Arguments.of(AvailableResources.SIMPLE, 70.3, 28.7, 1.0),
                Arguments.of(AvailableResources.AGGREGATED, 60, 30, 10));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("linear")
    void linearSettlesByItsReadingOfTheResources(AvailableResources reading, double a, double b, double c) {
        FairshareAlgorithm linear = SlurmAlgorithm.LINEAR_2_0.create(1, reading.of(PROCESSORS, HALF_LIFE, 0));

        double[] delivered = run(linear, flat(), 10);

        print("linear, " + reading + ", once settled", delivered);
        assertShares(delivered, a, b, c);
    }

    private static ShareTree flat() {
        return ShareTree.build(
                "t",
                List.of(
                        ShareNode.account("t", "a", null, 60, 0),
                        ShareNode.user("t", "a", "u", 1, 0),
                        ShareNode.account("t", "b", null, 30, 1),
                        ShareNode.user("t", "b", "v", 1, 0),
                        ShareNode.account("t", "c", null, 10, 2),
                        ShareNode.user("t", "c", "w", 1, 0)));
    }

    private static ShareTree deep() {
        return ShareTree.build(
                "t",
                List.of(
                        ShareNode.account("t", "a", null, 60, 0),
                        ShareNode.user("t", "a", "u3", 3, 0),
                        ShareNode.user("t", "a", "u1", 1, 1),
                        ShareNode.account("t", "b", null, 30, 1),
                        ShareNode.user("t", "b", "v3", 3, 0),
                        ShareNode.user("t", "b", "v1", 1, 1),
                        ShareNode.account("t", "c", null, 10, 2),
                        ShareNode.user("t", "c", "w3", 3, 0),
                        ShareNode.user("t", "c", "w1", 1, 1)));
    }

    /** Each user's percentage of the processor time, from {@code settle} half-lives on, in the order of the tree. */
    private static double[] run(FairshareAlgorithm algorithm, ShareTree tree, double settle) {
        double[] delivered = ClosedLoop.run(
                cluster -> best(algorithm, tree, cluster.usage()),
                tree.size(),
                PROCESSORS,
                JOB,
                HALF_LIFE,
                settle * HALF_LIFE,
                HALF_LIVES * HALF_LIFE);
        return IntStream.range(0, tree.size())
                .filter(tree::isUser)
                .mapToDouble(node -> delivered[node])
                .toArray();
    }

    private static int best(FairshareAlgorithm algorithm, ShareTree tree, double[] own) {
        var fairshare = algorithm.evaluate(tree, UsageSnapshot.ofOwn(tree, own));
        int best = 0;
        for (int node = 0; node < tree.size(); node++) {
            boolean first = best == 0 && tree.isUser(node);
            if (first || (tree.isUser(node) && fairshare.factor(node) > fairshare.factor(best))) {
                best = node;
            }
        }
        return best;
    }

    private static void assertShares(double[] delivered, double... shares) {
        for (int i = 0; i < shares.length; i++) {
            assertThat(delivered[i])
                    .as("part %s of %s", i, Arrays.toString(delivered))
                    .isCloseTo(shares[i], Offset.offset(1.0));
        }
    }

    private static void print(String name, double[] delivered) {
        System.out.println("closed loop: " + name + ": " + Arrays.toString(delivered));
    }
}
