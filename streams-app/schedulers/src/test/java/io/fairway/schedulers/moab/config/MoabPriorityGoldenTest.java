package io.fairway.schedulers.moab.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.priority.PriorityTerm;
import io.fairway.schedulers.moab.MoabGolden;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import io.fairway.schedulers.moab.priority.MoabJobPriority;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every golden priority case: each subfactor, each component, the sum, the bound and the stored integer. */
class MoabPriorityGoldenTest {
    private static int cases;
    private static int stored;
    private static int oracles;

    static List<Arguments> cases() {
        return MoabGolden.cases("priority");
    }

    static List<Arguments> oracles() {
        return cases().stream()
                .filter(arguments -> ((JsonNode) arguments.get()[1]).has("mauiOracle"))
                .toList();
    }

    @Test
    void theFileHasEveryCase() {
        assertThat(cases()).hasSize(53);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void hasTheExpectedNumbers(String id, JsonNode golden) {
        MoabJobPriority priority = new GoldenCase(golden, MoabDialect.MOAB).evaluate();
        JsonNode expected = golden.get("expected");

        for (Subfactor subfactor : Subfactor.values()) {
            MoabGolden.assertSixDigits(priority.value(subfactor), expected(expected, subfactor), subfactor.label());
        }
        for (PriorityComponent component : PriorityComponent.values()) {
            double value = priority.value(component);
            MoabGolden.assertSixDigits(
                    value, expected.get("components").path(component.label()).asDouble(), component.label());
            MoabGolden.assertSixDigits(
                    priority.weight(component) * value,
                    expected.get("weightedComponents").path(component.label()).asDouble(),
                    "weighted " + component.label());
        }
        MoabGolden.assertSixDigits(
                priority.unbounded(), expected.get("unclipped").asDouble(), "unclipped");
        MoabGolden.assertSixDigits(priority.bounded(), expected.get("priority").asDouble(), "priority");
        if (!golden.path("storedPriorityFragile").asBoolean()
                && !expected.path("storedPriorityFragile").asBoolean()) {
            assertThat(priority.priority())
                    .isEqualTo(expected.get("storedPriority").asDouble());
            stored++;
        }
        cases++;
    }

    /** The published record gives the same numbers, and its terms are those of the job. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void thePublishedRecordHasThem(String id, JsonNode golden) {
        MoabJobPriority priority = new GoldenCase(golden, MoabDialect.MOAB).evaluate();
        JobPriorityRecord record = priority.record();

        assertThat(record.sum(GoldenCase.NOW, Double.NaN)).isEqualTo(priority.unbounded());
        assertThat(record.validUntil()).isEqualTo(JobPriorityRecord.FOREVER);
        Map<String, Double> published = record.terms(GoldenCase.NOW, Double.NaN).stream()
                .collect(Collectors.toMap(PriorityTerm::name, PriorityTerm::weighted));
        for (PriorityComponent component : PriorityComponent.values()) {
            assertThat(published.getOrDefault(component.label(), 0.0))
                    .as(component.label())
                    .isEqualTo(priority.weight(component) * priority.value(component));
        }
    }

    /**
     * Dialect maui computes Maui's own values, even where the documents differ. The components and sums were read from
     * Maui's priorities, which are at most 1000000000.
     */
    @ParameterizedTest(name = "{0}")
    @MethodSource("oracles")
    void dialectMauiAgreesWithMaui(String id, JsonNode golden) {
        MoabJobPriority priority = new GoldenCase(golden, MoabDialect.MAUI).evaluate();
        JsonNode oracle = golden.get("mauiOracle");

        for (PriorityComponent component : PriorityComponent.values()) {
            MoabGolden.assertSixDigits(
                    Math.min(priority.value(component), MoabJobPriority.MAX),
                    oracle.get("components").path(component.label()).asDouble(),
                    component.label());
        }
        MoabGolden.assertSixDigits(
                Math.min(priority.unbounded(), MoabJobPriority.MAX),
                oracle.get("unclipped").asDouble(),
                "unclipped");
        MoabGolden.assertSixDigits(priority.bounded(), oracle.get("priority").asDouble(), "priority");
        oracles++;
    }

    @AfterAll
    static void count() {
        System.out.println("golden Moab priorities: " + cases + " cases, " + stored + " stored integers, " + oracles
                + " of Maui itself");
    }

    private static double expected(JsonNode expected, Subfactor subfactor) {
        JsonNode all = expected.get("subfactors");
        String bare = subfactor.label().replaceFirst("^usage", "");
        String key = subfactor.component() == PriorityComponent.USAGE ? bare : subfactor.label();
        // Without history the accuracy of a user is 1; the cases omit it.
        double absent = subfactor == Subfactor.WCACCURACY ? 1 : 0;
        return all.path(key).asDouble(absent);
    }
}
