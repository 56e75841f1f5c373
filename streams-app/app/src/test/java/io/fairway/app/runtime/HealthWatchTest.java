package io.fairway.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HealthWatchTest {
    private static final Duration LATER = Duration.ofMillis(1_500);

    private final List<Boolean> paused = new CopyOnWriteArrayList<>();
    private final List<Long> looks = new CopyOnWriteArrayList<>();

    /** What it sees, look by look; nothing after that. */
    private HealthWatch watch(String... faults) {
        return new HealthWatch(
                "registry",
                new Probe() {
                    @Override
                    public String asked() {
                        return "the registry";
                    }

                    @Override
                    public @Nullable Fault look() {
                        looks.add(System.nanoTime());
                        return looks.size() > faults.length ? null : new Fault(faults[looks.size() - 1], Effect.PAUSED);
                    }

                    @Override
                    public Duration secondLook() {
                        return LATER;
                    }
                },
                paused::add);
    }

    /** The promise of docs/trouble.md: just after a look, the brokers hang; two looks more, and the pause between them. */
    @Test
    void brokersThatHangAreMissedWithinHalfAMinute() {
        assertThat(HealthWatch.PERIOD
                        .plus(TopicProbe.CALL_LIMIT)
                        .plus(Probe.SECOND_LOOK)
                        .plus(TopicProbe.CALL_LIMIT))
                .isLessThan(Duration.ofSeconds(30));
    }

    /** A registry that has just started answers while it reads what it has: each time it lacks others. */
    @Test
    void aFaultThatIsAnotherOrGoneAtTheSecondLookDoesNotCount() {
        try (HealthWatch watch = watch("lost 1, 2", "lost 2")) {
            watch.start();
            Awaitility.await("it knows").until(() -> watch.waitsFor() == null);

            assertThat(looks).hasSize(3);
            assertThat(Duration.ofNanos(looks.get(1) - looks.get(0))).isGreaterThanOrEqualTo(LATER);
            assertThat(Duration.ofNanos(looks.get(2) - looks.get(1))).isGreaterThanOrEqualTo(LATER);
            assertThat(watch.fault()).isNull();
            assertThat(paused).isEmpty();
        }
    }

    @Test
    void aFaultThatIsSeenTwiceCountsUntilItIsGone() {
        try (HealthWatch watch = watch("lost 1", "lost 1")) {
            watch.start();
            Awaitility.await("it pauses").until(() -> paused.equals(List.of(true)));
            assertThat(watch.fault()).isEqualTo(new Probe.Fault("lost 1", Probe.Effect.PAUSED));
            Awaitility.await("it goes on").until(() -> paused.equals(List.of(true, false)));
            assertThat(watch.fault()).isNull();
        }
    }
}
