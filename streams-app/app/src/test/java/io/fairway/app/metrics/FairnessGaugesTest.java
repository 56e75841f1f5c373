package io.fairway.app.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.app.metrics.FairnessGauges.TreeFairness;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A scrape never measures fairness itself. What it shows is a minute old, or older where measuring takes long. */
class FairnessGaugesTest {
    private final FairwayMetrics metrics =
            new FairwayMetrics(Set.of(), new MetricsSettings(0, 0, KafkaMeters.ESSENTIAL), () -> 0);
    private final Queue<Runnable> background = new ArrayDeque<>();
    private long now = 1_700_000_000_000L;
    private double jain = 0.5;

    @AfterEach
    void close() {
        metrics.close();
    }

    private void watch(Supplier<List<TreeFairness>> measure) {
        metrics.watchFairness(new FairnessGauges(measure, background::add, () -> now));
    }

    private Map<String, Double> scrape() {
        return PrometheusText.samples(metrics.scrape()).entrySet().stream()
                .filter(sample -> sample.getKey().startsWith("fairway_fairness"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    @Test
    void showsWhatWasMeasuredBeforeAndNamesNobody() {
        watch(() -> List.of(
                new TreeFairness("alps", "alps", 0.75, 7_200),
                new TreeFairness("jura", "new", Double.NaN, Double.NaN)));

        assertThat(scrape()).isEmpty();
        background.remove().run();

        assertThat(scrape())
                .isEqualTo(Map.of(
                        "fairway_fairness_jain{domain=\"alps\",tree=\"alps\"}", 0.75,
                        "fairway_fairness_largest_lag{domain=\"alps\",tree=\"alps\"}", 7_200.0));
    }

    @Test
    void measuresOnceAMinuteAtMost() {
        watch(() -> List.of(new TreeFairness("alps", "alps", jain, 0)));
        scrape();
        scrape();
        assertThat(background).hasSize(1);
        background.remove().run();
        jain = 1;
        now += 59_999;
        scrape();
        assertThat(background).isEmpty();

        now += 1;
        assertThat(scrape()).containsValue(0.5);
        background.remove().run();

        assertThat(scrape()).containsValue(1.0);
    }

    @Test
    void triesAgainSoonAfterAStartAndEverLessOften() {
        jain = Double.NaN;
        watch(() -> List.of(new TreeFairness("alps", "alps", jain, 0)));
        scrape();
        for (long pause : List.of(5_000L, 10_000L, 20_000L, 40_000L, 60_000L, 60_000L)) {
            background.remove().run();
            now += pause - 1;
            scrape();
            assertThat(background).as("before %d ms", pause).isEmpty();
            now += 1;
            scrape();
        }
        jain = 0.5;
        background.remove().run();

        assertThat(scrape()).containsValue(0.5);
    }

    @Test
    void takesATwentiethOfTheTime() {
        watch(() -> {
            now += 10_000;
            return List.of();
        });
        scrape();
        background.remove().run();

        now += 189_999;
        scrape();
        assertThat(background).isEmpty();
        now += 1;
        scrape();

        assertThat(background).hasSize(1);
    }

    @Test
    void triesAgainAfterAFailure() {
        watch(() -> {
            throw new IllegalStateException("the stores move");
        });
        scrape();
        background.remove().run();
        assertThat(scrape()).isEmpty();

        now += 60_000;
        scrape();

        assertThat(background).hasSize(1);
    }
}
