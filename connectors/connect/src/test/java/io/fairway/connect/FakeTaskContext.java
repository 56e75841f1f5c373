package io.fairway.connect;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.source.TransactionContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;
import org.jspecify.annotations.Nullable;

/** A worker that has only stored offsets. */
final class FakeTaskContext implements SourceTaskContext {
    private final Stored stored;

    FakeTaskContext(Stored stored) {
        this.stored = stored;
    }

    /** The offset of a source partition; null = none. */
    interface Stored {
        @Nullable
        Map<String, Object> offset(Map<String, ?> partition);
    }

    @Override
    public Map<String, String> configs() {
        return Map.of();
    }

    @Override
    public OffsetStorageReader offsetStorageReader() {
        return new OffsetStorageReader() {
            @Override
            public <T> @Nullable Map<String, Object> offset(Map<String, T> partition) {
                return stored.offset(partition);
            }

            @Override
            public <T> Map<Map<String, T>, Map<String, Object>> offsets(Collection<Map<String, T>> partitions) {
                Map<Map<String, T>, Map<String, Object>> found = new HashMap<>();
                partitions.forEach(partition -> found.put(partition, offset(partition)));
                return found;
            }
        };
    }

    @Override
    public @Nullable TransactionContext transactionContext() {
        return null;
    }

    @Override
    public PluginMetrics pluginMetrics() {
        throw new UnsupportedOperationException();
    }
}
