package io.fairway.trial.demo;

import io.fairway.policies.avro.AlgorithmName;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a demo.
 *
 * @param length time from the first job, at least a second
 * @param policy the deciding policy; the others are its shadows
 * @param algorithm the algorithm of Slurm's policy
 * @param halfLife time in which usage decays by half, under each policy
 * @param port port of the broker; 0 = any free port
 * @param registryPort port of the schema registry; 0 = any free port
 * @param httpPort port of the page and the API; 0 = the default port, or a free one
 * @param servers broker and registry of a running application; null = the demo starts all three
 */
record DemoPlan(
        Duration length,
        DemoPolicy policy,
        AlgorithmName algorithm,
        Duration halfLife,
        int port,
        int registryPort,
        int httpPort,
        @Nullable DemoServers servers) {
    /** The longest warm-up: the first seconds say nothing about fairness. */
    private static final Duration WARM_UP = Duration.ofSeconds(15);

    /** The warm-up, which does not count: 15 s, or a third of a short run. */
    Duration warmUp() {
        Duration third = length.dividedBy(3);
        return third.compareTo(WARM_UP) < 0 ? third : WARM_UP;
    }

    /** The policies of a cluster. */
    Policies policies(String cluster, Workload workload, int processors) {
        return new Policies(cluster, workload, algorithm, halfLife, processors);
    }
}
