package io.fairway.app.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;

/** Kafka's own stores, filled with more than they may keep in memory, and what RocksDB says of its memory. */
class RocksDbMemoryTest {
    private static final long MIB = 1 << 20;
    private static final int STORES = 8;
    private static final int ROWS = 1_500;
    private static final int ROW_BYTES = 4_096;

    @TempDir
    private Path directory;

    private Properties settings() {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "memory");
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "nowhere:1");
        settings.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
        return settings;
    }

    private static Topology topology() {
        Topology topology = new Topology()
                .addSource("in", new ByteArrayDeserializer(), new ByteArrayDeserializer(), "in")
                .addProcessor("none", () -> new None(), "in");
        for (int i = 0; i < STORES; i++) {
            topology.addStateStore(
                    Stores.keyValueStoreBuilder(
                            Stores.persistentKeyValueStore("store" + i), Serdes.String(), Serdes.ByteArray()),
                    "none");
        }
        return topology;
    }

    private static final class None implements Processor<byte[], byte[], Void, Void> {
        @Override
        public void process(Record<byte[], byte[]> record) {}
    }

    /** 47 MiB of rows that cannot be compressed, written and read again in eight stores that may keep 16 MiB. */
    @Test
    void allStoresTogetherStayWithinTheBound() {
        Properties settings = settings();
        long most = 0;
        try (RocksDbMemory memory = new RocksDbMemory(16 * MIB)) {
            memory.addTo(settings);
            try (TopologyTestDriver driver = new TopologyTestDriver(topology(), settings)) {
                for (int store = 0; store < STORES; store++) {
                    fill(driver.getKeyValueStore("store" + store), store);
                    most = Math.max(most, memory.used());
                }
                for (int store = 0; store < STORES; store++) {
                    read(driver.getKeyValueStore("store" + store));
                    most = Math.max(most, memory.used());
                }

                assertThat(most).isBetween(8 * MIB, 16 * MIB);
                Map<String, Long> said = said(driver);
                // Each store names the one cache that all share: seven eighths, and the rest for what is in use at a
                // moment.
                assertThat(said.get("block-cache-capacity")).isEqualTo(STORES * 14 * MIB);
                assertThat(said.get("block-cache-usage")).isEqualTo(STORES * memory.used());
                // Rows that are not yet written to a file are counted in it, and have half of the bound.
                assertThat(said.get("size-all-mem-tables")).isPositive().isLessThan(8 * MIB);
            }
        }
    }

    /** The sum over all stores of what RocksDB says. */
    private static Map<String, Long> said(TopologyTestDriver driver) {
        Map<String, Long> sums = new TreeMap<>();
        driver.metrics().forEach((name, metric) -> {
            if (name.group().equals("stream-state-metrics") && metric.metricValue() instanceof Number value) {
                sums.merge(name.name(), value.longValue(), Long::sum);
            }
        });
        return sums;
    }

    private static void fill(KeyValueStore<String, byte[]> store, int seed) {
        Random random = new Random(seed);
        IntStream.range(0, ROWS).forEach(row -> {
            byte[] value = new byte[ROW_BYTES];
            random.nextBytes(value);
            store.put("row" + row, value);
        });
    }

    private static void read(KeyValueStore<String, byte[]> store) {
        for (int row = 0; row < ROWS; row++) {
            assertThat(store.get("row" + row)).hasSize(ROW_BYTES);
        }
    }

    /** As Kafka Streams opens them, by their names. */
    @Test
    void theStoreInWhichEachNewJobIsLookedForHasAFilterInMemory() {
        Properties settings = settings();
        try (RocksDbMemory memory = new RocksDbMemory(32 * MIB);
                Options endedJobs = new Options();
                Options others = new Options()) {
            memory.addTo(settings);
            Map<String, Object> configs = new HashMap<>();
            settings.forEach((key, value) -> configs.put((String) key, value));
            RocksDbMemory.Shared setter = new RocksDbMemory.Shared();
            setter.setConfig("jobs-settled", endedJobs, configs);
            setter.setConfig("lines", others, configs);

            assertThat(endedJobs.memtableWholeKeyFiltering()).isTrue();
            assertThat(endedJobs.memtablePrefixBloomSizeRatio()).isPositive();
            assertThat(others.memtablePrefixBloomSizeRatio()).isZero();
        }
    }

    @Test
    void aClassThatTheSettingsNameIsKept() {
        Properties settings = settings();
        settings.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, "site.Setter");
        try (RocksDbMemory memory = new RocksDbMemory(32 * MIB)) {
            memory.addTo(settings);
        }

        assertThat(settings.get(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG))
                .isEqualTo("site.Setter");
    }

    @Test
    void nothingIsTakenBeforeAStoreIsOpened() {
        try (RocksDbMemory memory = new RocksDbMemory(32 * MIB)) {
            assertThat(memory.used()).isZero();
            assertThat(memory.bound()).isEqualTo(32 * MIB);
        }
        assertThatThrownBy(() -> new RocksDbMemory(1)).hasMessage("memory of RocksDB 1: must be 16777216 or more");
    }
}
