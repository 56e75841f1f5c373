package io.fairway.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.time.BrokerTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class AppendTimeInterceptorTest {
    private static final long T = 1_795_000_000_000L;
    private static final long HOUR = 3_600_000;

    private final AtomicLong wall = new AtomicLong(T);
    private final BrokerTime brokerTime = new BrokerTime(() -> 0, 120_000);
    private final Properties properties = new Properties();

    private AppendTimeInterceptor interceptor() {
        AppendTimeInterceptor.addTo(properties, brokerTime);
        Map<String, Object> producer = new HashMap<>();
        properties.forEach((key, value) -> producer.put(key.toString().substring("producer.".length()), value));
        AppendTimeInterceptor interceptor = new AppendTimeInterceptor();
        interceptor.configure(producer);
        return interceptor;
    }

    private static RecordMetadata appended(int partition, long time) {
        return new RecordMetadata(new TopicPartition("fairway.heartbeats", partition), 5, 0, time, 1, 1);
    }

    @Test
    void whatABrokerAppendedShowsItsTime() {
        interceptor().onAcknowledgement(appended(3, T - HOUR), null);

        assertThat(brokerTime.bounded(3, T)).isEqualTo(T - HOUR);
        assertThat(brokerTime.difference(T)).isEqualTo(HOUR);
        assertThat(brokerTime.bounded(T)).isEqualTo(T - HOUR);
        assertThat(brokerTime.problem(T)).contains("3600 s ahead of the broker's", "partition 3");
    }

    @Test
    void whatWasNotWrittenShowsNone() {
        AppendTimeInterceptor interceptor = interceptor();
        interceptor.onAcknowledgement(appended(3, -1), null);
        interceptor.onAcknowledgement(appended(3, T - HOUR), new IllegalStateException());
        interceptor.onAcknowledgement(null, new IllegalStateException());

        assertThat(brokerTime.bounded(T)).isEqualTo(T);
        assertThat(brokerTime.problem(T)).isNull();
    }

    @Test
    void interceptorsOfTheSiteStay() {
        properties.put("producer.interceptor.classes", "com.example.Audit");
        AppendTimeInterceptor.addTo(properties, brokerTime);

        assertThat(properties)
                .containsEntry(
                        "producer.interceptor.classes", "com.example.Audit," + AppendTimeInterceptor.class.getName());
    }

    /** The log says it once, and once that it is over. */
    @Test
    void theProbeNamesNoFault() {
        BrokerTimeProbe probe = new BrokerTimeProbe(brokerTime, wall::get);
        interceptor().onAcknowledgement(appended(0, T), null);
        for (long ahead : new long[] {0, HOUR, HOUR, 0}) {
            wall.set(T + ahead);
            assertThat(probe.look()).isNull();
        }
    }
}
