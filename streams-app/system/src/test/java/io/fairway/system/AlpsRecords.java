package io.fairway.system;

import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import io.fairway.dispatcher.config.DispatcherConfig;
import io.fairway.dispatcher.publish.Publisher;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.Map;

/** Records of the domain alps, in which anna of physics runs jobs. */
final class AlpsRecords {
    private AlpsRecords() {}

    static Publisher publisher(String brokers, String registry, String prefix) {
        return new Publisher(new DispatcherConfig(
                Map.of("bootstrap.servers", brokers, "schema.registry.url", registry, "topic.prefix", prefix)));
    }

    /** Sends a policy that holds from the beginning. */
    static void policy(Publisher publisher, DecayKind kind, long millis) {
        publisher.send(
                Topic.POLICIES,
                Keys.policy("alps", "main", 0),
                Policy.newBuilder()
                        .setDomain("alps")
                        .setName("main")
                        .setEffectiveFrom(Instant.EPOCH)
                        .setMeasure(Measure.newBuilder()
                                .setName("billing")
                                .setDecay(Decay.newBuilder()
                                        .setKind(kind)
                                        .setMillis(millis)
                                        .build())
                                .build())
                        .build());
    }

    static void job(Publisher publisher, JobEvent event) {
        publisher.send(Topic.JOB_EVENTS, Keys.job("alps", "alps", event.getJob()), event);
    }

    static JobEvent.Builder event(String job, JobEventType type, Instant time) {
        return JobEvent.newBuilder()
                .setDomain("alps")
                .setCluster("alps")
                .setJob(job)
                .setType(type)
                .setTime(time)
                .setAccount("physics")
                .setUser("anna");
    }
}
