package io.fairway.collect.bridge;

import io.fairway.avro.SourceHeartbeat;
import io.fairway.collect.SourceReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * Tells how far a bridge has read. It has read through an instant if nothing on its topics is left of what was there then. It
 * does not see which jobs run.
 */
final class ReadThrough {
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final String source;
    private final SourceReport report;
    private final Instant since;
    private final Set<Place> places = new HashSet<>();
    private Instant told = Instant.MIN;

    /** Where jobs are. */
    private record Place(String domain, String cluster) {}

    /**
     * @param source the name of the bridge
     * @param since when it began
     */
    ReadThrough(String source, Instant since, SourceReport report) {
        this.source = source;
        this.since = since;
        this.report = report;
    }

    /** A cluster whose jobs it may bring. */
    void of(@Nullable String domain, String cluster) {
        places.add(new Place(domain == null ? cluster : domain, cluster));
    }

    /** Looks whether all is read, if it is time. */
    void look(Consumer<?, ?> consumer, Instant now) {
        if (places.isEmpty() || (!told.equals(Instant.MIN) && now.isBefore(told.plus(INTERVAL)))) {
            return;
        }
        told = now;
        if (!isAtEnd(consumer)) {
            return;
        }
        List<SourceHeartbeat> heartbeats = new ArrayList<>();
        for (Place place : places) {
            heartbeats.add(SourceHeartbeat.newBuilder()
                    .setDomain(place.domain())
                    .setCluster(place.cluster())
                    .setSource(source)
                    .setSince(since)
                    .setThrough(now)
                    .setIntervalMs(INTERVAL.toMillis())
                    .build());
        }
        var unused = report.tell(List.of(), heartbeats);
    }

    /** Brokers that do not answer say nothing of the end. */
    private static boolean isAtEnd(Consumer<?, ?> consumer) {
        Collection<TopicPartition> partitions = consumer.assignment();
        if (partitions.isEmpty()) {
            return false;
        }
        try {
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, PATIENCE);
            return partitions.stream()
                    .allMatch(partition -> consumer.position(partition, PATIENCE) >= ends.getOrDefault(partition, 0L));
        } catch (InterruptException asked) {
            throw asked;
        } catch (KafkaException away) {
            return false;
        }
    }
}
