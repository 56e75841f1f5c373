package io.fairway.app.metrics;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** The records that stores still have to restore from their changelogs. Stream threads report it; any thread may ask. */
final class RestoreProgress implements StateRestoreListener {
    private final Map<TopicPartition, Left> left = new ConcurrentHashMap<>();

    private record Left(String store, long records) {}

    @Override
    public void onRestoreStart(TopicPartition partition, String store, long startingOffset, long endingOffset) {
        left.put(partition, new Left(store, Math.max(0, endingOffset - startingOffset)));
    }

    /** Offsets have gaps at the ends of transactions, so fewer records may come than the offsets say. */
    @Override
    public void onBatchRestored(TopicPartition partition, String store, long batchEndOffset, long numRestored) {
        left.computeIfPresent(partition, (p, before) -> new Left(store, Math.max(0, before.records() - numRestored)));
    }

    @Override
    public void onRestoreEnd(TopicPartition partition, String store, long totalRestored) {
        left.remove(partition);
    }

    @Override
    public void onRestoreSuspended(TopicPartition partition, String store, long totalRestored) {
        left.remove(partition);
    }

    /** The most records over all stores; 0 if none is being restored. */
    long records() {
        return left.values().stream().mapToLong(Left::records).sum();
    }

    void collect(Gauges gauges) {
        Map<String, Long> byStore = new HashMap<>();
        left.values().forEach(each -> byStore.merge(each.store(), each.records(), Long::sum));
        gauges.add("fairway_restore_records", "Records that the stores still have to restore, at most.", (double)
                records());
        byStore.forEach((store, records) -> gauges.add(
                "fairway_restore_store_records",
                "Records that a store still has to restore, at most; only while it is being restored.",
                (double) records,
                "store",
                store));
    }
}
