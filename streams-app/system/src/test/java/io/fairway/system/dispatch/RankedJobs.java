package io.fairway.system.dispatch;

import io.fairway.avro.Component;
import io.fairway.avro.Constant;
import io.fairway.avro.Factor;
import io.fairway.avro.Heartbeat;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.Rounding;
import io.fairway.dispatcher.config.DispatcherConfig;
import io.fairway.dispatcher.publish.Publisher;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.trial.replay.Workbench;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The results of an application, made by hand: jobs with their priorities, and a heartbeat. Domain and cluster: alps. */
final class RankedJobs implements AutoCloseable {
    private static final double NONE = Double.NEGATIVE_INFINITY;
    private static final double ALL = Double.POSITIVE_INFINITY;

    private final Publisher publisher;

    RankedJobs(Workbench bench) {
        publisher = new Publisher(new DispatcherConfig(bench.addresses()));
    }

    void rank(String job, double priority) {
        Factor factor = new Factor("part", 1.0, new Constant(priority), NONE, ALL);
        publisher.send(
                Topic.PRIORITIES,
                Keys.priority("alps", "main", "alps", job, ""),
                PriorityRecord.newBuilder()
                        .setDomain("alps")
                        .setPolicy("main")
                        .setCluster("alps")
                        .setJob(job)
                        .setComponents(List.of(new Component("part", 1.0, List.of(factor), NONE, ALL)))
                        .setFairshareWeight(0)
                        .setFairsharePosition(0)
                        .setTree("alps")
                        .setAccount("physics")
                        .setUser("fw_1")
                        .setRounding(Rounding.LSF)
                        .setMinimum(NONE)
                        .setMaximum(ALL)
                        .setHeld(false)
                        .setSubmitTime(Instant.EPOCH)
                        .setRequestedTres(Map.of("cpu", 1.0))
                        .setAsOf(Instant.EPOCH)
                        .build());
        publisher.flush();
    }

    /** All is evaluated through an instant. */
    void evaluated(Instant through) {
        publisher.send(
                Topic.HEARTBEATS,
                Keys.heartbeat("alps", "main"),
                Heartbeat.newBuilder()
                        .setDomain("alps")
                        .setPolicy("main")
                        .setEvaluatedThrough(through)
                        .setInputOffsets(Map.of())
                        .setCounts(Map.of())
                        .setProblems(List.of())
                        .build());
        publisher.flush();
    }

    /** The job has ended: it waits no longer, whatever its priority record says. */
    void ended(String job) {
        publisher.send(
                Topic.JOB_EVENTS,
                Keys.job("alps", "alps", job),
                JobEvent.newBuilder()
                        .setDomain("alps")
                        .setCluster("alps")
                        .setJob(job)
                        .setType(JobEventType.FINISHED)
                        .setTime(Instant.now())
                        .build());
        publisher.flush();
    }

    @Override
    public void close() {
        publisher.close();
    }
}
