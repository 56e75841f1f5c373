package io.fairway.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** Isolated: it listens to the loggers of Kafka Streams, which other tests have, too. */
@Isolated
class QuietStartTest {
    @Test
    void kafkaStreamsHasNothingToWarnOfInOurSettings() {
        Logger kafka = (Logger) LoggerFactory.getLogger("org.apache.kafka.streams");
        ListAppender<ILoggingEvent> heard = new ListAppender<>();
        heard.start();
        kafka.addAppender(heard);
        try {
            Topology topology = new Topology();
            topology.addSource("in", "in");
            Properties settings = new Properties();
            settings.putAll(new FairwayConfig(Map.of(
                            "bootstrap.servers",
                            "localhost:1",
                            "schema.registry.url",
                            "mock://quiet",
                            "state.dir",
                            // In a directory for temporary files it would warn with good reason.
                            "target/quiet-start"))
                    .streams());
            new KafkaStreams(topology, settings).close(Duration.ZERO);
        } finally {
            kafka.detachAppender(heard);
        }

        assertThat(heard.list)
                .filteredOn(line -> line.getLevel().isGreaterOrEqual(Level.WARN))
                .isEmpty();
    }
}
