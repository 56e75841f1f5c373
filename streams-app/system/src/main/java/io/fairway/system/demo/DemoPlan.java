package io.fairway.system.demo;

import io.fairway.policies.avro.AlgorithmName;
import java.time.Duration;

/**
 * What the demo is to do.
 *
 * @param length from the first job on, at least a second
 * @param policy which decides; the others are its shadows
 * @param algorithm of Slurm's policy
 * @param halfLife time in which each policy forgets half of what was used
 * @param port of the broker; 0 = any that is free
 * @param registryPort of the schema registry; 0 = any that is free
 * @param httpPort of page and API; 0 = the usual one, or one that is free
 */
record DemoPlan(
        Duration length,
        DemoPolicy policy,
        AlgorithmName algorithm,
        Duration halfLife,
        int port,
        int registryPort,
        int httpPort) {
    /** How long usage needs at most before it says something: the first seconds are nobody's fault. */
    private static final Duration WARM_UP = Duration.ofSeconds(15);

    /** What is left out at the start: 15 s, of a short run a third. */
    Duration warmUp() {
        Duration third = length.dividedBy(3);
        return third.compareTo(WARM_UP) < 0 ? third : WARM_UP;
    }

    /** The policies of a cluster. */
    Policies policies(String cluster, Workload workload, int processors) {
        return new Policies(cluster, workload, algorithm, halfLife, processors);
    }
}
