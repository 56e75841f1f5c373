package io.fairway.stores;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Listeners under Kafka Streams: they run on the thread of its task before each commit, whether records or a timer
 * pulled it. The test driver commits after each record and each advance of the wall clock.
 */
class CommitListenersTest {
    @TempDir
    private Path directory;

    private final CommitListeners commitListeners = new CommitListeners();
    private final List<String> rung = new ArrayList<>();

    /** Notes what it takes, and what it has noted when its listener runs. */
    private final class Noting implements Processor<String, String, Void, Void> {
        private final Map<String, Integer> counts = new TreeMap<>();
        private CommitListeners.Registration registration = new CommitListeners.Registration(() -> {}, () -> {});

        @Override
        public void init(ProcessorContext<Void, Void> context) {
            registration = commitListeners.register(context, this::ring);
            context.schedule(Duration.ofSeconds(1), PunctuationType.WALL_CLOCK_TIME, now -> note("timer"));
        }

        @Override
        public void process(Record<String, String> record) {
            note(record.value());
            note(record.value());
        }

        private void note(String what) {
            counts.merge(what, 1, Integer::sum);
            registration.arm();
        }

        private void ring() {
            rung.add(counts.toString());
            counts.clear();
        }

        @Override
        public void close() {
            registration.cut();
        }
    }

    private TopologyTestDriver driver(String cache) {
        Topology topology = new Topology();
        topology.addSource("in", new StringDeserializer(), new StringDeserializer(), "in");
        topology.addProcessor("note", Noting::new, "in");
        topology.addStateStore(commitListeners.builder(), "note");
        Properties properties = new Properties();
        properties.putAll(Map.of(
                StreamsConfig.APPLICATION_ID_CONFIG,
                "bell",
                StreamsConfig.BOOTSTRAP_SERVERS_CONFIG,
                "none:1",
                StreamsConfig.STATE_DIR_CONFIG,
                directory.toString(),
                StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
                StreamsConfig.EXACTLY_ONCE_V2,
                StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG,
                cache));
        return new TopologyTestDriver(topology, properties);
    }

    private static TestInputTopic<String, String> input(TopologyTestDriver driver) {
        return driver.createInputTopic("in", new StringSerializer(), new StringSerializer());
    }

    @Test
    void ringsOnceBeforeEachCommit() {
        try (TopologyTestDriver driver = driver("1000000")) {
            input(driver).pipeInput("a");
            assertThat(rung).containsExactly("{a=2}");
            input(driver).pipeInput("b");
            assertThat(rung).containsExactly("{a=2}", "{b=2}");
        }
        assertThat(rung).as("nothing was pulled at the end").hasSize(2);
    }

    @Test
    void ringsForATimer() {
        try (TopologyTestDriver driver = driver("1000000")) {
            driver.advanceWallClockTime(Duration.ofSeconds(1));
            assertThat(rung).containsExactly("{timer=1}");
        }
    }

    @Test
    void ringsAtEachPullWithoutACache() {
        try (TopologyTestDriver driver = driver("0")) {
            input(driver).pipeInput("a");
            assertThat(rung).containsExactly("{a=1}", "{a=1}");
        }
    }
}
