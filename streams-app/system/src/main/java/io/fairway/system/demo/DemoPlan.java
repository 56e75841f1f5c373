package io.fairway.system.demo;

import io.fairway.app.serde.AlgorithmName;
import java.time.Duration;

/**
 * What the demo is to do.
 *
 * @param length from the first job on, at least a second
 * @param port of the broker; 0 = any that is free
 * @param registryPort of the schema registry; 0 = any that is free
 */
record DemoPlan(Duration length, AlgorithmName algorithm, Duration halfLife, int port, int registryPort) {
    /** How long usage needs at most before it says something: the first seconds are nobody's fault. */
    private static final Duration WARM_UP = Duration.ofSeconds(15);

    /** What is left out at the start: 15 s, of a short run a third. */
    Duration warmUp() {
        Duration third = length.dividedBy(3);
        return third.compareTo(WARM_UP) < 0 ? third : WARM_UP;
    }
}
