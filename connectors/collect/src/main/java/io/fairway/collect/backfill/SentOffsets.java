package io.fairway.collect.backfill;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;

/** Where the events of a backfill are in their topic: a bit for each, so that thirty million need some megabytes. */
final class SentOffsets {
    private static final class Places {
        private final long base;
        private final BitSet offsets = new BitSet();
        private long last;

        Places(long base) {
            this.base = base;
        }
    }

    private final Map<TopicPartition, Places> partitions = new HashMap<>();

    /** Takes the place of an event; offsets of a partition rise. */
    synchronized void add(RecordMetadata where) {
        Places places = partitions.computeIfAbsent(
                new TopicPartition(where.topic(), where.partition()), partition -> new Places(where.offset()));
        places.offsets.set(Math.toIntExact(where.offset() - places.base));
        places.last = Math.max(places.last, where.offset());
    }

    /** Whether an event of this backfill is there. */
    synchronized boolean contains(TopicPartition partition, long offset) {
        Places places = partitions.get(partition);
        return places != null
                && offset >= places.base
                && offset - places.base <= Integer.MAX_VALUE
                && places.offsets.get((int) (offset - places.base));
    }

    /** The offset of the last event in each partition that has one. */
    synchronized Map<TopicPartition, Long> last() {
        Map<TopicPartition, Long> last = new HashMap<>();
        partitions.forEach((partition, places) -> last.put(partition, places.last));
        return last;
    }
}
