package io.fairway.app.metrics;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** How much of the stores is still to be read back from their changelogs. Told by stream threads, asked by any. */
final class RestoreProgress implements StateRestoreListener {
    private final Map<TopicPartition, Left> left = new ConcurrentHashMap<>();

    private record Left(String store, long records) {}

    @Override
    public void onRestoreStart(TopicPartition partition, String store, long startingOffset, long endingOffset) {
        left.put(partition, new Left(store, Math.max(0, endingOffset - startingOffset)));
    }

    /** Offsets have gaps where transactions end, so that less than the difference of the offsets may come. */
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

    /** Records at most, over all stores; 0 when nothing is being restored. */
    long records() {
        return left.values().stream().mapToLong(Left::records).sum();
    }

    void collect(Gauges gauges) {
        Map<String, Long> byStore = new HashMap<>();
        left.values().forEach(each -> byStore.merge(each.store(), each.records(), Long::sum));
        gauges.add(
                "fairway_restore_records", "Records that are still to be read back into the stores, at most.", (double)
                        records());
        byStore.forEach((store, records) -> gauges.add(
                "fairway_restore_store_records",
                "Records that are still to be read back into a store, at most; only while it is restored.",
                (double) records,
                "store",
                store));
    }
}
