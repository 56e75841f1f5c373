package io.fairway.app.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.engine.EvaluatedDomain;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Of how many accounts and users there are gauges, and of which. */
class FairshareGaugesTest {
    private final FairshareGauges gauges = new FairshareGauges(8, 4);

    private List<MetricSnapshot> collect(int partitions, EvaluatedDomain... domains) {
        Gauges collected = new Gauges();
        gauges.collect(List.of(domains), partitions, collected);
        return collected.snapshots();
    }

    private static long series(List<MetricSnapshot> metrics) {
        return metrics.stream().mapToLong(each -> each.getDataPoints().size()).sum();
    }

    /** The values of some labels, of all that have usage: {@code a/b}. */
    private static List<String> of(List<MetricSnapshot> metrics, String kind, String... labels) {
        return metrics.stream()
                .filter(each -> each.getMetadata().getName().equals("fairway_" + kind + "_usage"))
                .flatMap(each -> each.getDataPoints().stream())
                .map(point -> {
                    Labels all = point.getLabels();
                    List<String> values = new ArrayList<>();
                    List.of(labels).forEach(label -> values.add(all.get(label)));
                    return String.join("/", values);
                })
                .toList();
    }

    /** A site of 30 levels, each of 12 accounts with a user. */
    @Test
    void aDeepTreeHasAsManyAsAFlatOneAndTheParentOfEach() {
        SampleDomain deep = new SampleDomain("deep");
        String parent = "root";
        for (int level = 1; level <= 30; level++) {
            for (int i = 0; i < 12; i++) {
                deep.account(level + "-" + i, parent, 100 - i).user(level + "-" + i, "u" + i, level * 100 + i);
            }
            parent = level + "-0";
        }

        List<MetricSnapshot> one = collect(1, deep.under("main"));
        List<MetricSnapshot> four = collect(4, deep.under("main"));

        assertThat(series(one)).isEqualTo(4 * (8 + 4));
        assertThat(of(one, "account", "account"))
                .containsExactlyInAnyOrder("root", "1-0", "1-1", "1-2", "1-3", "1-4", "1-5", "1-6");
        assertThat(of(one, "user", "account", "user"))
                .containsExactlyInAnyOrder("30-11/u11", "30-10/u10", "30-9/u9", "30-8/u8");
        assertThat(series(four)).isEqualTo(4 * (32 + 16));
        Set<String> shown = Set.copyOf(of(four, "account", "account"));
        assertThat(of(four, "account", "parent").stream().filter(each -> !each.isEmpty()))
                .hasSize(31)
                .allSatisfy(each -> assertThat(shown).contains(each));
    }

    /** 40 domains on two partitions, each with 1 to 12 policies: more trees than there may be accounts. */
    @Test
    void manyPoliciesAndDomainsHaveNotMoreThanOne() {
        Random random = new Random(37);
        EvaluatedDomain[] domains = new EvaluatedDomain[40];
        for (int i = 0; i < domains.length; i++) {
            SampleDomain domain = new SampleDomain("d" + i);
            for (int j = 0; j < 50; j++) {
                domain.account("a" + j, "root", random.nextInt(100)).user("a" + j, "u", random.nextInt(100));
            }
            String[] policies = new String[1 + random.nextInt(12)];
            for (int j = 0; j < policies.length; j++) {
                policies[j] = "p" + j;
            }
            domains[i] = domain.under(policies);
        }

        List<MetricSnapshot> two = collect(2, domains);

        assertThat(series(two)).isEqualTo(2 * 4 * (8 + 4));
        // One each, as long as there are any.
        assertThat(of(two, "account", "domain", "policy")).hasSize(16).doesNotHaveDuplicates();
    }

    @Test
    void treesAndPoliciesHaveEqualPartsAndASmallOneLeavesItsRest() {
        SampleDomain large = new SampleDomain("large");
        for (int i = 0; i < 50; i++) {
            large.account("a" + i, "root", i).user("a" + i, "u", i);
        }
        SampleDomain small = new SampleDomain("small").account("a", "root", 5).user("a", "u", 5);

        List<MetricSnapshot> two = collect(2, large.under("main", "shadow"), small.under("main"));

        assertThat(of(two, "account", "domain", "policy").stream()
                        .collect(Collectors.groupingBy(each -> each, Collectors.counting())))
                .containsOnlyKeys("large/main", "large/shadow", "small/main")
                .containsEntry("large/main", 7L)
                .containsEntry("large/shadow", 7L)
                .containsEntry("small/main", 2L);
        assertThat(of(two, "user", "domain", "policy")).hasSize(8);
    }

    /** A series that comes and goes with each job would fill Prometheus's index. */
    @Test
    void whoHasGaugesKeepsThemUntilAnotherIsFarAhead() {
        FairshareGauges one = new FairshareGauges(0, 1);
        assertThat(shown(one, 100, 99)).containsExactly("anna");
        assertThat(shown(one, 100, 124)).containsExactly("anna");
        assertThat(shown(one, 100, 126)).containsExactly("ben");
        assertThat(shown(one, 157, 126)).containsExactly("ben");
        assertThat(shown(one, 0, 0)).containsExactly("ben");
        assertThat(shown(one, 1, 0)).containsExactly("anna");
        // Another instance knows nothing of it.
        assertThat(shown(new FairshareGauges(0, 1), 100, 101)).containsExactly("ben");
    }

    private static List<String> shown(FairshareGauges gauges, double anna, double ben) {
        Gauges collected = new Gauges();
        EvaluatedDomain domain = new SampleDomain("alps")
                .account("physics", "root", anna + ben)
                .user("physics", "anna", anna)
                .user("physics", "ben", ben)
                .under("main");
        gauges.collect(List.of(domain), 1, collected);
        return of(collected.snapshots(), "user", "user");
    }

    @Test
    void allOrNone() {
        SampleDomain domain = new SampleDomain("alps");
        for (int i = 0; i < 100; i++) {
            domain.account("a" + i, "root", i).user("a" + i, "u", i);
        }
        Gauges none = new Gauges();
        new FairshareGauges(0, 0).collect(List.of(domain.under("main")), 8, none);
        assertThat(none.snapshots()).isEmpty();

        Gauges all = new Gauges();
        new FairshareGauges(-1, -1).collect(List.of(domain.under("main", "shadow")), 1, all);
        assertThat(of(all.snapshots(), "account", "account")).hasSize(2 * 101);
        assertThat(of(all.snapshots(), "user", "account")).hasSize(2 * 100);
    }

    /** Slurm's associations of partitions have the user and the account of another one. */
    @Test
    void associationsOfPartitionsAreToldApart() {
        EvaluatedDomain domain = new SampleDomain("alps")
                .account("physics", "root", 6)
                .user("physics", "anna", 1)
                .user("physics", "anna", "gpu", 2)
                .user("physics", "anna", "long", 3)
                .under("main");

        List<String> partitions = of(collect(1, domain), "user", "user", "partition");

        assertThat(partitions).containsExactlyInAnyOrder("anna/null", "anna/gpu", "anna/long");
    }
}
