package io.fairway.app.runtime;

import io.fairway.avro.JobEvent;
import io.fairway.avro.Policy;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.program.CompactedTopic;
import io.fairway.records.JobEvents;
import io.fairway.schemas.Causes;
import io.fairway.schemas.DecodeFailure;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.RegistryAwayException;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Whether an application that begins anew has the samples that it needs. A policy with a lease ends a run of which nothing is heard,
 * and samples are kept for a shorter time than events. A run that is longer would end a lease after its start, and count for a
 * part of its time.
 */
final class LongRuns {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration AGAIN = Duration.ofSeconds(2);

    private final Topics topics;
    private final long horizonMillis;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Deserializer<JobEvent> events;

    private LongRuns(
            Topics topics, long horizonMillis, KafkaConsumer<byte[], byte[]> consumer, Deserializer<JobEvent> events) {
        this.topics = topics;
        this.horizonMillis = horizonMillis;
        this.consumer = consumer;
        this.events = events;
    }

    /**
     * Refuses to begin anew where samples are missing. Waits for the registry if it needs it.
     *
     * @param say hears what it waits for, and what takes long
     * @throws IllegalStateException naming the runs
     */
    static void require(FairwayConfig config, FairwaySerdes serdes, StartOptions options, Consumer<String> say)
            throws InterruptedException {
        boolean said = false;
        while (!options.withoutSamples() && config.engine().clock().keepsHorizon()) {
            try {
                require(config, serdes, say);
                return;
            } catch (RegistryAwayException away) {
                if (!said) {
                    say.accept("waiting for the schema registry: "
                            + Causes.rootOf(away).getMessage());
                    said = true;
                }
                Thread.sleep(AGAIN);
            }
        }
    }

    private static void require(FairwayConfig config, FairwaySerdes serdes, Consumer<String> say) {
        long horizonMillis = config.engine().horizonMillis();
        Map<String, Long> reach = reach(
                CompactedTopic.read(
                                config.topics().name(Topic.POLICIES),
                                config.consumer(),
                                serdes.deserializer(Policy.class),
                                line -> {})
                        .values(),
                horizonMillis);
        if (reach.isEmpty()) {
            return;
        }
        Map<String, Object> settings = HttpApi.consumer(config);
        try (KafkaConsumer<byte[], byte[]> consumer =
                        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
                Deserializer<JobEvent> events = decoder(serdes, JobEvent.class)) {
            String missing = new LongRuns(config.topics(), horizonMillis, consumer, events).missing(reach, say);
            if (missing != null) {
                throw new IllegalStateException("this application begins anew, and samples that it needs are deleted: "
                        + missing + ", had no event for longer than lease and horizon together. They would be charged"
                        + " until their lease ends. Keep samples for longer (retention.ms of "
                        + String.join(", ", config.topics().names(Topic.SAMPLES))
                        + "), or begin without them by 'serve --without-samples'");
            }
        }
    }

    /** By domain, the shortest silence after which a rebuild may end a run, milliseconds. */
    static Map<String, Long> reach(Collection<Policy> policies, long horizonMillis) {
        Map<String, Long> reach = new TreeMap<>();
        for (Policy policy : policies) {
            long lease = policy.getMeasure().getLeaseMillis();
            if (lease > 0) {
                reach.merge(policy.getDomain(), lease + horizonMillis, Math::min);
            }
        }
        return reach;
    }

    /** What is missing, in words; null = nothing. */
    private @Nullable String missing(Map<String, Long> reach, Consumer<String> say) {
        Map<TopicPartition, Long> kept = keptSince();
        if (!kept.isEmpty()) {
            say.accept(
                    "reading the events from before the first kept sample: a long run may need samples that are deleted");
        }
        SilentRuns runs = new SilentRuns(reach);
        for (TopicPartition partition : kept.isEmpty() ? List.<TopicPartition>of() : partitions(Topic.JOB_EVENTS)) {
            read(partition, kept, runs);
        }
        runs.end();
        return runs.missing();
    }

    /** When the first kept sample was appended, for partitions of which samples are deleted. */
    private Map<TopicPartition, Long> keptSince() {
        Map<TopicPartition, Long> kept = new HashMap<>();
        List<TopicPartition> all = partitions(Topic.SAMPLES);
        Map<TopicPartition, Long> ends = consumer.endOffsets(all);
        consumer.beginningOffsets(all).forEach((partition, first) -> {
            if (first > 0) {
                long end = ends.getOrDefault(partition, 0L);
                consumer.assign(List.of(partition));
                consumer.seek(partition, first);
                ConsumerRecord<byte[], byte[]> record = null;
                while (record == null && consumer.position(partition) < end) {
                    record = consumer.poll(POLL).records(partition).stream()
                            .findFirst()
                            .orElse(null);
                }
                kept.put(partition, record == null ? System.currentTimeMillis() : record.timestamp());
            }
        });
        return kept;
    }

    /** Reads the events that were appended before the samples begin. */
    private void read(TopicPartition partition, Map<TopicPartition, Long> kept, SilentRuns runs) {
        long last = kept.values().stream().mapToLong(Long::longValue).max().orElse(0);
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
        long appended = 0;
        while (appended < last && consumer.position(partition) < end) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                appended = record.timestamp();
                JobEvent event = record.value() == null ? null : events.deserialize(partition.topic(), record.value());
                if (event != null && appended < last) {
                    take(event, record, kept, runs);
                }
            }
        }
    }

    private void take(JobEvent event, ConsumerRecord<?, ?> record, Map<TopicPartition, Long> kept, SilentRuns runs) {
        try {
            JobKey job = JobEvents.key(event);
            String samples = topics.name(Topic.SAMPLES, job.cluster());
            JobFact fact = JobEvents.fact(event);
            boolean isLate = fact.time() < record.timestamp() - horizonMillis;
            if (!isLate && topics.problem(record.topic(), job.cluster(), record.timestamp()) == null) {
                runs.take(job, fact, kept.getOrDefault(new TopicPartition(samples, record.partition()), 0L));
            }
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException impossible) {
            // It becomes a dead letter.
        }
    }

    /** All partitions, topic by topic. */
    private List<TopicPartition> partitions(Topic topic) {
        return topics.names(topic).stream()
                .flatMap(name -> consumer.partitionsFor(name).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
    }

    /** Reads what can be read; null = another record, which becomes a dead letter. */
    private static <T extends SpecificRecord> Deserializer<T> decoder(FairwaySerdes serdes, Class<T> type) {
        Deserializer<T> decoder = serdes.deserializer(type);
        return (topic, bytes) -> {
            try {
                return decoder.deserialize(topic, bytes);
            } catch (SerializationException failure) {
                if (DecodeFailure.classify(failure) == DecodeFailure.REGISTRY_AWAY) {
                    throw failure;
                }
                return null;
            }
        };
    }
}
