package io.fairway.app.memory;

import io.fairway.engine.store.Stores;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * The memory of all stores on disk of one application: blocks that were read, indexes, filters, and rows that are not yet written to
 * a file. Kafka's default gives each segment of each store of each partition a cache of 50 MB and memory tables of 48 MB.
 */
public final class RocksDbMemory implements AutoCloseable {
    private static final String MEMORY = "fairway.rocksdb.memory";

    /** Indexes and filters stay while there are other blocks to give up, up to this part of the cache. */
    private static final double FIRST_CLASS = 0.3;

    /**
     * A memory table takes its memory in pieces of this size. RocksDB's own are of 1 MiB: with hundreds of tables that have some rows
     * each, the bound would be used up by empty pieces, and each write would begin a new file.
     */
    private static final long PIECE = 64 << 10;

    /**
     * 16 parts, each with a lock and a bound of its own. RocksDB's own choice of up to 64 makes those of a small cache so small that
     * the pieces of memory tables, which cannot be given up, go beyond the bound of a part.
     */
    private static final int SHARD_BITS = 4;

    /**
     * The part of a memory table for a filter of its keys. Each new job is looked for among those that ended, where it is not: with
     * filters at hand, such a look takes 1.9 us instead of 2.7.
     */
    private static final double FILTER = 0.01;

    private final long bound;
    private @Nullable Cache cache;
    private @Nullable WriteBufferManager tables;
    private boolean closed;

    /**
     * Memory of which nothing is taken yet.
     *
     * @param bound bytes, {@link MemoryShare#LEAST} or more; half of them for rows that are not yet written to a file. An eighth is
     *     kept back: RocksDB goes beyond the size of its cache for what is in use at that moment, rather than fail
     */
    public RocksDbMemory(long bound) {
        if (bound < MemoryShare.LEAST) {
            throw new IllegalArgumentException(
                    "memory of RocksDB " + bound + ": must be " + MemoryShare.LEAST + " or more");
        }
        this.bound = bound;
    }

    /** Lets all stores of an application share it, unless its settings name a class of their own. */
    public void addTo(Properties streams) {
        if (streams.putIfAbsent(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, Shared.class.getName()) == null) {
            streams.put(MEMORY, this);
        }
    }

    /** The bound in bytes. */
    public long bound() {
        return bound;
    }

    /** Bytes in use; 0 before the first store is opened, and after the end. */
    public synchronized long used() {
        Cache made = cache;
        return made == null || closed ? 0 : made.getUsage();
    }

    private synchronized void giveTo(String store, Options options) {
        Cache shared = cache;
        if (shared == null) {
            RocksDB.loadLibrary();
            shared = new LRUCache(bound - bound / 8, SHARD_BITS, false, FIRST_CLASS);
            cache = shared;
            // What it counts is taken out of the cache, so one bound holds for both.
            tables = new WriteBufferManager(bound / 2, shared);
        }
        boolean ofEachNewJob = store.equals(Stores.SETTLED_JOBS.name());
        if (options.tableFormatConfig() instanceof BlockBasedTableConfig blocks) {
            blocks.setBlockCache(shared);
            blocks.setCacheIndexAndFilterBlocks(true);
            blocks.setPinL0FilterAndIndexBlocksInCache(ofEachNewJob);
            options.setTableFormatConfig(blocks);
        }
        options.setWriteBufferManager(tables);
        options.setArenaBlockSize(PIECE);
        if (ofEachNewJob) {
            options.setMemtablePrefixBloomSizeRatio(FILTER);
            options.setMemtableWholeKeyFiltering(true);
        }
    }

    /** To be called after the stores are closed; those that are still open keep what they share. */
    @Override
    public synchronized void close() {
        closed = true;
        if (tables != null) {
            tables.close();
        }
        if (cache != null) {
            cache.close();
        }
    }

    /** Kafka Streams makes one for each store. */
    public static final class Shared implements RocksDBConfigSetter {
        @Override
        public void setConfig(String store, Options options, Map<String, Object> configs) {
            if (configs.get(MEMORY) instanceof RocksDbMemory memory) {
                memory.giveTo(store, options);
            }
        }

        /** The application closes what stores share. */
        @Override
        public void close(String store, Options options) {}
    }
}
