package io.fairway.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Expected values: a bucket of `burst` permits that gains `perSecond` a second. */
class RateLimitTest {
    private static final long START = Long.MAX_VALUE - 5;

    private static long at(double seconds) {
        return START + (long) (seconds * TimeUnit.SECONDS.toNanos(1));
    }

    @Test
    void permitsABurstAndThenTheRate() {
        RateLimit limit = new RateLimit(2, 3, 10);
        assertThat(limit.retryAfter("anna", at(0))).isZero();
        assertThat(limit.retryAfter("anna", at(0))).isZero();
        assertThat(limit.retryAfter("anna", at(0))).isZero();
        assertThat(limit.retryAfter("anna", at(0))).isEqualTo(1);
        assertThat(limit.retryAfter("ben", at(0))).as("another's bucket").isZero();
        assertThat(limit.retryAfter("anna", at(0.4))).isEqualTo(1);
        assertThat(limit.retryAfter("anna", at(0.5))).isZero();
        assertThat(limit.retryAfter("anna", at(0.6))).isEqualTo(1);
    }

    @Test
    void permitsTheRateInTheLongRun() {
        RateLimit limit = new RateLimit(5, 10, 10);
        int permitted = 0;
        for (int hundredth = 0; hundredth < 6_000; hundredth++) {
            permitted += limit.retryAfter("anna", at(hundredth / 100.0)) == 0 ? 1 : 0;
        }
        assertThat(permitted).isBetween(308, 310);
    }

    @Test
    void saysAfterWhichTimeARequestIsPermitted() {
        RateLimit limit = new RateLimit(0.1, 1, 10);
        assertThat(limit.retryAfter("anna", at(0))).isZero();
        assertThat(limit.retryAfter("anna", at(1))).isEqualTo(9);
        assertThat(limit.retryAfter("anna", at(1)))
                .as("a refused one costs nothing")
                .isEqualTo(9);
        assertThat(limit.retryAfter("anna", at(10.001))).isZero();
    }

    @Test
    void neverHoldsMoreThanTheBurst() {
        RateLimit limit = new RateLimit(100, 2, 10);
        assertThat(limit.retryAfter("anna", at(0))).isZero();
        assertThat(limit.retryAfter("anna", at(1_000))).isZero();
        assertThat(limit.retryAfter("anna", at(1_000))).isZero();
        assertThat(limit.retryAfter("anna", at(1_000))).isEqualTo(1);
    }

    @Test
    void remembersABoundedNumberOfCallersAndForgetsTheQuietest() {
        RateLimit limit = new RateLimit(1, 1, 100);
        for (int i = 0; i < 100; i++) {
            limit.retryAfter("caller" + i, at(0));
        }
        assertThat(limit.retryAfter("caller0", at(0.1))).isEqualTo(1);
        limit.retryAfter("one more", at(0.1));
        assertThat(limit.size()).isEqualTo(100);
        assertThat(limit.retryAfter("caller0", at(0.2))).as("asked lately").isEqualTo(1);
        assertThat(limit.retryAfter("caller1", at(0.2))).as("was forgotten").isZero();
        for (int i = 0; i < 10_000; i++) {
            limit.retryAfter("flood" + i, at(1));
        }
        assertThat(limit.size()).isEqualTo(100);
    }

    @Test
    void aRateOfZeroIsNoLimit() {
        RateLimit limit = new RateLimit(0, 1, 1);
        for (int i = 0; i < 1_000; i++) {
            assertThat(limit.retryAfter("anna", at(0))).isZero();
        }
        assertThat(limit.size()).isZero();
    }

    @Test
    void timeThatGoesBackGivesNothing() {
        RateLimit limit = new RateLimit(1, 1, 1);
        assertThat(limit.retryAfter("anna", at(10))).isZero();
        assertThat(limit.retryAfter("anna", at(0))).isEqualTo(1);
        assertThat(limit.retryAfter("anna", at(10.5))).isEqualTo(1);
        assertThat(limit.retryAfter("anna", at(11.001))).isZero();
    }

    @Test
    void refusesWhatIsNoLimit() {
        assertThatThrownBy(() -> new RateLimit(-1, 1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RateLimit(Double.NaN, 1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RateLimit(1, 0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RateLimit(1, 1, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
