package io.fairway.trial.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class DeliveryTest {
    private static final SimulatedJob.Owner ANNA = new SimulatedJob.Owner("physics", "anna");
    private static final SimulatedJob.Owner CARLA = new SimulatedJob.Owner("biology", "carla");

    private final Delivery delivery = new Delivery(1_000, 300);

    private void read(long time, long anna, long carla) {
        delivery.read(new Delivery.Reading(time, Map.of(ANNA, anna, CARLA, carla)));
    }

    @Test
    void countsFromTheEndOfTheWarmUp() {
        read(1_100, 50, 10);
        read(1_200, 90, 20);
        delivery.judgeFromHere();
        assertThat(delivery.judgedMillis()).isZero();
        read(1_300, 120, 60);
        read(1_500, 200, 100);

        assertThat(delivery.judged()).isEqualTo(Map.of(ANNA, 110L, CARLA, 80L));
        assertThat(delivery.judgedMillis()).isEqualTo(300);
    }

    @Test
    void whoCameLaterBeganWithNothing() {
        delivery.read(new Delivery.Reading(1_100, Map.of(ANNA, 50L)));
        delivery.judgeFromHere();
        read(1_200, 60, 7);

        assertThat(delivery.judged()).isEqualTo(Map.of(ANNA, 10L, CARLA, 7L));
    }

    @Test
    void theLastSecondsAreCoveredAndNoMore() {
        read(1_100, 10, 0);
        read(1_200, 20, 0);
        read(1_400, 40, 0);
        read(1_550, 70, 0);

        // The newest reading of at least 300 ms of age is the one at 1,200.
        assertThat(delivery.recent()).containsEntry(ANNA, 50L);
    }

    @Test
    void percentilesAreByTheNearestRank() {
        long[] millis = new long[200];
        for (int i = 0; i < millis.length; i++) {
            millis[i] = 200L - i;
        }

        assertThat(Latency.of(millis)).isEqualTo(new Latency(200, 100, 198));
        assertThat(Latency.of(new long[] {7})).isEqualTo(new Latency(1, 7, 7));
        assertThat(Latency.of(new long[0])).isEqualTo(Latency.NONE);
    }
}
