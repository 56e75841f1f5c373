package io.fairway.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ClockProbeTest {
    private final AtomicLong wall = new AtomicLong(1_795_000_000_000L);
    private final AtomicLong nanos = new AtomicLong(-7);
    private final AtomicInteger renewed = new AtomicInteger();
    private final ClockProbe probe = new ClockProbe(wall::get, nanos::get, renewed::incrementAndGet);

    private int lookAfter(Duration passed, Duration set) {
        nanos.addAndGet(passed.toNanos());
        wall.addAndGet(passed.plus(set).toMillis());
        assertThat(probe.look()).isNull();
        return renewed.getAndSet(0);
    }

    @Test
    void threadsBeginAnewOnceWhenTheClockGoesBackAnHour() {
        assertThat(lookAfter(Duration.ofSeconds(4), Duration.ofHours(-1))).isOne();
        assertThat(lookAfter(Duration.ofSeconds(4), Duration.ZERO)).isZero();
        assertThat(lookAfter(Duration.ofSeconds(4), Duration.ofHours(1))).isZero();
        assertThat(lookAfter(Duration.ofSeconds(4), Duration.ofSeconds(-3))).isOne();
    }

    /** A machine that was suspended, and clocks that are set slowly: 500 ppm, the most of adjtime. */
    @Test
    void theyGoOnWhenItGoesForwardOrIsSetSlowly() {
        assertThat(lookAfter(Duration.ofMillis(1), Duration.ofDays(1))).isZero();
        for (int i = 0; i < 10_000; i++) {
            assertThat(lookAfter(Duration.ofSeconds(4), Duration.ofMillis(-2))).isZero();
        }
    }
}
