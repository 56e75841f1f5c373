package io.fairway.trial.demo;

import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import java.time.Instant;
import java.util.Map;

/**
 * A job of the simulated cluster, with the events of its scheduler.
 *
 * @param runMillis its run time; only the cluster knows it
 * @param submitted epoch milliseconds
 */
record SimulatedJob(String id, Owner owner, int processors, long runMillis, long submitted) {
    /** The owner of the job. */
    record Owner(String account, String user) {}

    JobEvent submittedEvent(String cluster) {
        return event(cluster, JobEventType.SUBMITTED, submitted)
                .setAttributes(JobAttributes.newBuilder()
                        .setQueue(Policies.QUEUE)
                        .setRequestedTres(tres())
                        .setTasks(processors)
                        .build())
                .build();
    }

    JobEvent startedEvent(String cluster, long start) {
        return event(cluster, JobEventType.STARTED, start)
                .setRun(Instant.ofEpochMilli(start))
                .setAllocatedTres(tres())
                .build();
    }

    JobEvent finishedEvent(String cluster, long start) {
        return event(cluster, JobEventType.FINISHED, start + runMillis)
                .setRun(Instant.ofEpochMilli(start))
                .setCpuSeconds(processors * runMillis / 1000.0)
                .setExitStatus("0:0")
                .build();
    }

    private Map<String, Double> tres() {
        return Map.of("cpu", (double) processors);
    }

    private JobEvent.Builder event(String cluster, JobEventType type, long time) {
        return JobEvent.newBuilder()
                .setDomain(cluster)
                .setCluster(cluster)
                .setJob(id)
                .setType(type)
                .setTime(Instant.ofEpochMilli(time))
                .setSource("simulated-cluster")
                .setAccount(owner.account())
                .setUser(owner.user());
    }
}
