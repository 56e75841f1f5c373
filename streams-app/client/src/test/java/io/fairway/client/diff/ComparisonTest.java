package io.fairway.client.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    @Test
    void equalSidesDifferInNothing() {
        List<ShareLine> lines = List.of(user("a", 10, 0.5, 0.5), user("b", 20, 0.25, 1), account("physics", 30));

        Comparison comparison = compare(lines, lines);

        assertThat(comparison.associations()).isEqualTo(2);
        assertThat(comparison.placesEqual()).isEqualTo(2);
        assertThat(comparison.isWithin(0)).isTrue();
        assertThat(comparison.beyond(0)).isEmpty();
    }

    @Test
    void sixDecimalsAreCompared() {
        Comparison comparison =
                compare(List.of(user("a", 10, 1.0 / 3, 0.333333)), List.of(user("a", 10, 1.0 / 3, 1.0 / 3)));

        assertThat(comparison.isWithin(0)).isTrue();
    }

    @Test
    void placesAreThoseAmongTheUsersOfBothSides() {
        Comparison comparison = compare(
                List.of(user("a", 1, 0, 1), user("b", 1, 0, 0.6), user("c", 1, 0, 0.2)),
                List.of(user("b", 1, 0, 0.5), user("c", 1, 0, 0.75), user("d", 1, 0, 1)));

        assertThat(comparison.associations()).isEqualTo(2);
        assertThat(comparison.placesEqual()).isZero();
        assertThat(comparison.missing()).isEqualTo(2);
        assertThat(comparison.isWithin(1)).isFalse();
        assertThat(comparison.all())
                .extracting(each -> each.slurmPlace() + " " + each.fairwayPlace())
                .containsExactly("1 2", "2 1", "0 0", "0 0");
        assertThat(why(comparison))
                .endsWith("missing in Slurm, or it does not show it", "missing in Fairway: it has no share record");
    }

    @Test
    void equalFactorsHaveOnePlace() {
        Comparison comparison = compare(
                List.of(user("a", 1, 0.5, 1), user("b", 1, 0.5, 1), user("c", 1, 0.5, 0.3)),
                List.of(user("a", 1, 0.5, 1), user("b", 1, 0.5, 0.6), user("c", 1, 0.5, 0.3)));

        assertThat(comparison.placesEqual()).isEqualTo(2);
        assertThat(why(comparison))
                .containsExactly("", "tie: equal level fairshare, or an account further above differs", "");
    }

    @Test
    void levelFairshareDiffersRelatively() {
        ShareLine infinite = new ShareLine("physics", "a", "1", 0, 0, 1, Double.POSITIVE_INFINITY, 0);
        ShareLine hundred = new ShareLine("physics", "a", "1", 0, 0, 1, 100, 0);
        ShareLine fifty = new ShareLine("physics", "a", "1", 0, 0, 1, 50, 0);

        assertThat(compare(List.of(infinite), List.of(infinite)).isWithin(0)).isTrue();
        assertThat(compare(List.of(infinite), List.of(fifty)).isWithin(0.99)).isFalse();
        Difference half = compare(List.of(hundred), List.of(fifty)).largest().orElseThrow();
        assertThat(half.largest()).isEqualTo(0.5);
        assertThat(half.largestOf()).isEqualTo("level fairshare");
    }

    @Test
    void usageSaysWhyAssociationsDiffer() {
        Comparison comparison = compare(
                List.of(
                        user("a", 990, 0.1, 0.9),
                        user("b", 1_980, 0.2, 0.8),
                        user("c", 500, 0.5, 0.7),
                        user("d", 7_920, 0.3, 0.6)),
                List.of(
                        user("a", 1_000, 0.11, 0.9),
                        user("b", 2_000, 0.21, 0.8),
                        user("c", 900, 0.6, 0.7),
                        new ShareLine("physics", "d", "1", 9_000, 0.4, 0.6, 1, 3)));

        assertThat(why(comparison))
                .containsExactly(
                        "decay: Slurm decays every PriorityCalcPeriod, Fairway always; Slurm has 10 TRES-seconds less",
                        "decay: Slurm decays every PriorityCalcPeriod, Fairway always; Slurm has 20 TRES-seconds less",
                        "ends that Slurm does not charge without limits in AccountingStorageEnforce, or runs that Slurm"
                                + " charges less or not at all, or that are older than slurmctld's state: Slurm has 400"
                                + " TRES-seconds less",
                        "running jobs: Slurm charges them every PriorityCalcPeriod, Fairway always; Slurm has 1080"
                                + " TRES-seconds less");
    }

    /** Slurm 22.05.8: of ten jobs of 5 s it charged nothing, of one of 150 s the 90 s up to its last pass. */
    @Test
    void aSlurmWithoutLimitsLeavesOutTheEndsOfRuns() {
        ChargeRules rules = ChargeRules.parse(List.of(
                "Configuration data as of 2026-11-23T00:00:00",
                "AccountingStorageEnforce = associations",
                "PriorityCalcPeriod      = 00:01:00"));
        Comparison comparison = Comparison.of(
                List.of(user("a", 0, 0, 1), user("b", 90, 1, 0.5), user("c", 60, 0.5, 0.3), user("d", 70, 0.5, 0.3)),
                List.of(
                        user("a", 50, 0.25, 0.5),
                        user("b", 150, 0.75, 1),
                        new ShareLine("physics", "c", "1", 80, 0.4, 0.3, 1, 1),
                        user("d", 65, 0.6, 0.3)),
                rules);

        assertThat(why(comparison))
                .containsExactly(
                        "ends: AccountingStorageEnforce is associations, and without limits Slurm charges no run from its"
                                + " last pass to its end; Slurm has 50 TRES-seconds less",
                        "ends: AccountingStorageEnforce is associations, and without limits Slurm charges no run from its"
                                + " last pass to its end; Slurm has 60 TRES-seconds less",
                        "running jobs: Slurm charges them every PriorityCalcPeriod (00:01:00), Fairway always; ends:"
                                + " AccountingStorageEnforce is associations, and without limits Slurm charges no run from"
                                + " its last pass to its end; Slurm has 20 TRES-seconds less",
                        "late or missing event: Slurm has 5 TRES-seconds more");
    }

    @Test
    void withLimitsEndsAreNoReason() {
        ChargeRules rules =
                ChargeRules.parse(List.of("AccountingStorageEnforce = associations,limits,safe", "no setting"));

        assertThat(why(Comparison.of(List.of(user("a", 0, 0, 1)), List.of(user("a", 50, 0.25, 0.5)), rules)))
                .containsExactly(
                        "runs that Slurm charges less or not at all, or that are older than slurmctld's state: Slurm has"
                                + " 50 TRES-seconds less");
    }

    /** A pass that is still to come leaves Slurm with less, never with more. */
    @Test
    void whatSlurmHasMoreOfNoRunningJobExplains() {
        ChargeRules rules = ChargeRules.parse(List.of("AccountingStorageEnforce = associations"));

        assertThat(why(Comparison.of(
                        List.of(user("a", 500, 1, 1)),
                        List.of(new ShareLine("physics", "a", "1", 50, 0.25, 0.5, 1, 2)),
                        rules)))
                .containsExactly("late or missing event: Slurm has 450 TRES-seconds more");
    }

    @Test
    void anAccountDiffersByWhatIsBelowIt() {
        ShareLine of50 = new ShareLine("physics", "", "1", 50, 0.5, Double.NaN, 1, 0);
        ShareLine of90 = new ShareLine("physics", "", "1", 90, 0.9, Double.NaN, 2, 0);

        assertThat(why(compare(List.of(of90, user("a", 90, 0.9, 1)), List.of(of50, user("a", 50, 0.5, 1)))))
                .containsExactly(
                        "the usage of associations below it differs; Slurm has 40 TRES-seconds more",
                        "late or missing event: Slurm has 40 TRES-seconds more");
        assertThat(why(compare(List.of(of90, user("a", 50, 0.5, 1)), List.of(of50, user("a", 50, 0.5, 1)))))
                .containsExactly(
                        "an association that is not in this list, such as a removed one; Slurm has 40 TRES-seconds more",
                        "");
    }

    @Test
    void otherSharesAreTheReason() {
        Comparison comparison = compare(
                List.of(new ShareLine("physics", "a", "parent", 5, 0.5, 0.5, 1, 0)),
                List.of(new ShareLine("physics", "a", "1", 5, 0.6, 0.5, 1, 0)));

        assertThat(why(comparison)).containsExactly("shares: parent in Slurm, 1 in Fairway");
    }

    private static Comparison compare(List<ShareLine> slurm, List<ShareLine> fairway) {
        return Comparison.of(slurm, fairway, ChargeRules.UNKNOWN);
    }

    private static List<String> why(Comparison comparison) {
        return comparison.all().stream().map(Difference::why).toList();
    }

    private static ShareLine user(String user, double usage, double effective, double factor) {
        return new ShareLine("physics", user, "1", usage, effective, factor, 1, 0);
    }

    private static ShareLine account(String account, double usage) {
        return new ShareLine(account, "", "1", usage, 1, Double.NaN, 1, 0);
    }
}
