package io.fairway.schedulers.slurm.fairshare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.Term;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The worked example of the Slurm 2.0 multifactor priority page. */
class LinearFairshareTest {
    private static final ShareTree TREE = ShareTree.build(
            "t",
            List.of(
                    ShareNode.account("t", "A", null, 40, 0),
                    ShareNode.account("t", "B", "A", 30, 0),
                    ShareNode.user("t", "B", "u1", 1, 0),
                    ShareNode.account("t", "C", "A", 10, 1),
                    ShareNode.user("t", "C", "u2", 1, 0),
                    ShareNode.user("t", "C", "u3", 1, 1),
                    ShareNode.account("t", "D", null, 60, 1),
                    ShareNode.account("t", "E", "D", 25, 0),
                    ShareNode.user("t", "E", "u4", 1, 0),
                    ShareNode.account("t", "F", "D", 35, 1),
                    ShareNode.user("t", "F", "u5", 1, 0)));
    private static final Map<String, Double> USAGE = Map.of("/A/B/u1", .2, "/A/C/u2", .25, "/D/E/u4", .25);
    private static final Offset<Double> EXACT = Offset.offset(1e-15);

    @Test
    void workedExample() {
        Fairshare fairshare = new LinearFairshare(1000).evaluate(TREE, usage(1000));

        row(fairshare, "/A", .4, .45, .45);
        row(fairshare, "/D", .6, .25, .25);
        row(fairshare, "/A/B", .3, .2, .3875);
        row(fairshare, "/A/C", .1, .25, .3);
        row(fairshare, "/D/E", .25, .25, .25);
        row(fairshare, "/D/F", .35, 0, .35 / 2.4);
        row(fairshare, "/A/B/u1", .3, .2, .3875);
        row(fairshare, "/A/C/u2", .05, .25, .275);
        row(fairshare, "/A/C/u3", .05, 0, .15);
        row(fairshare, "/D/E/u4", .25, .25, .25);
        row(fairshare, "/D/F/u5", .35, 0, .35 / 2.4);
        assertThat(fairshare.factor(find("/A/B/u1"))).isCloseTo(0.45625, EXACT);
        assertThat(fairshare.factor(find("/A/C/u2"))).isCloseTo(0.3875, EXACT);
        assertThat(fairshare.factor(find("/A/C/u3"))).isCloseTo(0.45, EXACT);
        assertThat(fairshare.factor(find("/D/E/u4"))).isCloseTo(0.5, EXACT);
        // Printed as .6021.
        assertThat(fairshare.factor(find("/D/F/u5"))).isCloseTo(0.6021, Offset.offset(5e-5));
        assertThat(fairshare.factor(find("/D/F/u5"))).isCloseTo(0.602083333333333, Offset.offset(1e-14));
    }

    private static void row(Fairshare fairshare, String path, double shares, double usage, double effective) {
        int node = find(path);
        assertThat(fairshare.normShares(node)).as(path).isCloseTo(shares, EXACT);
        assertThat(fairshare.normUsage(node)).as(path).isCloseTo(usage, EXACT);
        assertThat(fairshare.effectiveUsage(node)).as(path).isCloseTo(effective, EXACT);
    }

    @Test
    void explainsItself() {
        Fairshare fairshare = new LinearFairshare(1000).evaluate(TREE, usage(1000));

        List<Term> terms = fairshare.explain(find("/A/C/u3"));

        assertThat(terms)
                .extracting(Term::name)
                .containsExactly("fairshare", "effectiveUsage", "normalisedShares", "normalisedUsage");
        assertThat(terms.get(0).value()).isCloseTo(.45, EXACT);
        assertThat(terms.get(1).inputs())
                .containsExactly(
                        Term.in("normalisedUsage", 0.0),
                        Term.in("effectiveUsageAbove", fairshare.effectiveUsage(find("/A/C"))),
                        Term.in("shares", 1),
                        Term.in("levelShares", 2));
        assertThat(terms.get(3).inputs()).contains(Term.in("resources", 1000.0));
    }

    @Test
    void usageIsAtMostTheResources() {
        Fairshare fairshare = new LinearFairshare(0.1).evaluate(TREE, usage(1000));

        assertThat(fairshare.normUsage(find("/A"))).isEqualTo(1);
        assertThat(fairshare.normUsage(find("/D/F"))).isZero();
    }

    @Test
    void anyUsageFillsAMachineWithoutResources() {
        Fairshare fairshare = new LinearFairshare(0).evaluate(TREE, usage(1));

        assertThat(fairshare.normUsage(find("/A"))).isEqualTo(1);
        assertThat(fairshare.normUsage(find("/D/F"))).isZero();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LinearFairshare(Double.NaN))
                .withMessageContaining("resources NaN");
    }

    @Test
    void resourcesHaveTwoReadings() {
        // 100 processors, half-life 7 days: the page's simpler formula, and the limit of its sum.
        assertThat(AvailableResources.SIMPLE.of(100, 604_800, 0)).isEqualTo(120_960_000);
        assertThat(AvailableResources.AGGREGATED.of(100, 604_800, 0)).isCloseTo(87_254_196.0, Offset.offset(1.0));
        // A full machine has used 1/(2 ln 2) of the simple resources for ever.
        assertThat(AvailableResources.AGGREGATED.of(100, 604_800, 0) / AvailableResources.SIMPLE.of(100, 604_800, 0))
                .isCloseTo(0.7213, Offset.offset(5e-5));
    }

    @Test
    void withoutDecayTheResourcesCoverOneResetPeriod() {
        // The page's second sample configuration: half-life 0, reset 28-0.
        for (AvailableResources resources : AvailableResources.values()) {
            assertThat(resources.of(10, 0, 28 * 86_400)).isEqualTo(24_192_000);
        }
        Fairshare fairshare =
                new LinearFairshare(AvailableResources.SIMPLE.of(10, 0, 28 * 86_400)).evaluate(TREE, usage(24_192_000));
        assertThat(fairshare.factor(find("/A/B/u1"))).isCloseTo(0.45625, EXACT);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AvailableResources.SIMPLE.of(10, 0, 0))
                .withMessageContaining("reset period 0.0 s");
        assertThatIllegalArgumentException().isThrownBy(() -> AvailableResources.SIMPLE.of(10, -1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> AvailableResources.SIMPLE.of(-10, 1, 0));
    }

    private static UsageSnapshot usage(double all) {
        double[] own = new double[TREE.size()];
        USAGE.forEach((path, share) -> own[find(path)] = share * all);
        return UsageSnapshot.ofOwn(TREE, own);
    }

    private static int find(String path) {
        for (int i = 0; i < TREE.size(); i++) {
            if (TREE.path(i).equals(path)) {
                return i;
            }
        }
        throw new IllegalArgumentException(path);
    }
}
