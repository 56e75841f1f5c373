package io.fairway.schedulers.slurm.fairtree;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.FairshareAlgorithm;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.shares.UsageSnapshot;
import io.fairway.schedulers.slurm.SlurmAlgorithm;
import io.fairway.schedulers.slurm.SlurmGolden;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every association of every golden tree, against the output of sshare of the real Slurm. */
class SlurmFairshareGoldenTest {
    private static final Map<String, Fairshare> EVALUATED = new ConcurrentHashMap<>();
    private static int associations;
    private static int values;

    static Stream<Arguments> rows() {
        return SlurmGolden.names("fairshare_").stream().flatMap(name -> {
            List<Arguments> rows = new ArrayList<>();
            SlurmGolden.read(name).get("associations").forEach(row -> rows.add(Arguments.of(name, row)));
            return rows.stream();
        });
    }

    static Stream<String> fairTrees() {
        return SlurmGolden.names("fairshare_").stream().filter(name -> name.contains("_fairtree"));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("rows")
    void computesTheNumbersThatSlurmPrints(String file, JsonNode row) {
        Fairshare fairshare = evaluate(file);
        boolean fairTree = file.contains("_fairtree");
        int node = SlurmGolden.node(fairshare.tree(), row);
        JsonNode expected = row.get("expected");

        compare(expected, "rawUsage", fairshare.raw(node));
        if (!fairTree || node != 0) {
            compare(expected, "normShares", fairshare.normShares(node));
        }
        compare(expected, "normUsage", fairshare.normUsage(node));
        compare(expected, "effectiveUsage", fairshare.effectiveUsage(node));
        compare(expected, "fairshare", fairshare.factor(node));
        if (fairTree && node != 0) {
            compareLevel(fairshare, node, expected);
        }
        associations++;
    }

    private static void compareLevel(Fairshare fairshare, int node, JsonNode expected) {
        ShareTree tree = fairshare.tree();
        if (!tree.hasParentShares(node)) {
            compare(expected, "levelFS", fairshare.levelFs(node));
        } else {
            // The scheduler prints nothing there; these are its internal values (Slurm 22.05, fair_tree).
            assertThat(fairshare.levelFs(node)).isEqualTo(tree.isUser(node) ? Double.POSITIVE_INFINITY : 4294967294.0);
        }
        if (!tree.isUser(node)) {
            assertThat(expected.get("fairshare").isNull()).isTrue();
            assertThat(fairshare.factor(node)).isNaN();
        }
    }

    private static void compare(JsonNode expected, String name, double actual) {
        if (!expected.get(name).isNull()) {
            SlurmGolden.assertClose(actual, SlurmGolden.number(expected.get(name)), name);
            values++;
        }
    }

    /** The scheduler's own ranking log: order, ties, and level fairshare with 20 decimals of its 80 bit numbers. */
    @ParameterizedTest
    @MethodSource("fairTrees")
    void ranksInTheOrderOfTheLog(String file) {
        Fairshare fairshare = evaluate(file);
        ShareTree tree = fairshare.tree();
        Pattern line = Pattern.compile(" *(=?)(\\S+) \\((\\S+)\\):  (\\S+)");
        long left = tree.userCount();
        long rank = left;
        for (JsonNode text : SlurmGolden.read(file).get("rankedTree")) {
            Matcher match = line.matcher(text.asText());
            assertThat(match.matches()).as(text.asText()).isTrue();
            String account = match.group(3);
            int node = tree.find(new io.fairway.core.model.NodeId(
                    tree.tree(), account, match.group(2).equals(account) ? "" : match.group(2)));
            compareLogged(fairshare, node, match.group(4));
            if (tree.isUser(node)) {
                rank = match.group(1).isEmpty() ? left : rank;
                assertThat(fairshare.rank(node)).as(text.asText()).isEqualTo(rank);
                left--;
            }
        }
        assertThat(left).isZero();
    }

    private static void compareLogged(Fairshare fairshare, int node, String logged) {
        switch (logged) {
            case "parent" -> assertThat(fairshare.tree().hasParentShares(node)).isTrue();
            case "inf" -> assertThat(fairshare.levelFs(node)).isInfinite();
            case "0.00000000000000000000" -> assertThat(fairshare.levelFs(node)).isZero();
            default ->
                assertThat(SlurmTickDecayTest.decimal(LongDoubleLevels.of(
                                        fairshare.normShares(node),
                                        fairshare.raw(node),
                                        fairshare.raw(fairshare.tree().fsParent(node))))
                                .setScale(20, RoundingMode.HALF_EVEN))
                        .isEqualTo(new BigDecimal(logged));
        }
        values++;
    }

    @AfterAll
    static void count() {
        System.out.println("golden fairshare: " + EVALUATED.size() + " trees, " + associations + " associations, "
                + values + " values");
        assertThat(EVALUATED).hasSize(22);
    }

    private static Fairshare evaluate(String file) {
        return EVALUATED.computeIfAbsent(file, name -> {
            JsonNode golden = SlurmGolden.read(name);
            List<ShareNode> nodes = SlurmGolden.nodes(golden.get("associations"), "golden");
            ShareTree tree = ShareTree.build("golden", nodes);
            assertThat(tree.problems()).isEmpty();
            double[] own = new double[tree.size()];
            for (JsonNode row : golden.get("associations")) {
                own[SlurmGolden.node(tree, row)] = row.get("rawUsage").asDouble();
            }
            return algorithm(golden.get("settings")).evaluate(tree, UsageSnapshot.ofOwn(tree, own));
        });
    }

    private static FairshareAlgorithm algorithm(JsonNode settings) {
        int dampening = settings.get("FairShareDampeningFactor").asInt();
        return SlurmAlgorithm.valueOf(settings.get("algorithm").asText().replace("FAIR_TREE", "FAIR_TREE_SLURM"))
                .create(dampening, 0);
    }
}
