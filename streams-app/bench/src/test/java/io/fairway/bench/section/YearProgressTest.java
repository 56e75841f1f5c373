package io.fairway.bench.section;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class YearProgressTest {
    private final AtomicLong nanos = new AtomicLong(-5);
    private final List<String> said = new ArrayList<>();
    private final YearProgress progress = new YearProgress("year", 40_000_000, said::add, nanos::get);

    @Test
    void saysEveryHalfAMinuteHowFarItIs() {
        at(0, 0);
        at(29, 500_000);
        at(30, 600_000);
        at(59, 1_000_000);
        at(60, 1_500_000);
        assertThat(said)
                .containsExactly(
                        "year, 600,000 of 40,000,000 events in 30 s, 20,000 a second",
                        "year, 1,500,000 of 40,000,000 events in 60 s, 25,000 a second");
    }

    private void at(int second, long done) {
        nanos.set(Duration.ofSeconds(second).toNanos() - 5);
        progress.accept(done);
    }
}
