package io.fairway.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.schemas.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class WritersTimeInterceptorTest {
    private static final long T = 1_790_000_000_123L;
    private static final TopicPartition EVENTS = new TopicPartition("fairway.job-events", 0);
    private static final TopicPartition SHARES = new TopicPartition("fairway.shares", 0);

    private final Properties properties = new Properties();

    private WritersTimeInterceptor interceptor() {
        WritersTimeInterceptor.addTo(properties, Topics.standard());
        WritersTimeInterceptor interceptor = new WritersTimeInterceptor();
        interceptor.configure(properties.entrySet().stream()
                .collect(Collectors.toMap(
                        entry -> entry.getKey().toString().replace("main.consumer.", ""), Map.Entry::getValue)));
        return interceptor;
    }

    @Test
    void marksTheEventsThatHaveTheTimeOfTheirWriter() {
        ConsumerRecords<byte[], byte[]> read = interceptor()
                .onConsume(records(
                        EVENTS,
                        TimestampType.LOG_APPEND_TIME,
                        TimestampType.CREATE_TIME,
                        TimestampType.NO_TIMESTAMP_TYPE));

        assertThat(read.records(EVENTS)).extracting(ConsumerRecord::timestamp).containsExactly(T, T / 1000, T / 1000);
        assertThat(read.records(EVENTS)).extracting(ConsumerRecord::offset).containsExactly(0L, 1L, 2L);
        assertThat(read.nextOffsets()).containsOnlyKeys(EVENTS);
    }

    @Test
    void leavesTablesAndAppendTimesAsTheyAre() {
        ConsumerRecords<byte[], byte[]> all = records(SHARES, TimestampType.CREATE_TIME);
        assertThat(interceptor().onConsume(all)).isSameAs(all);
        ConsumerRecords<byte[], byte[]> appended = records(EVENTS, TimestampType.LOG_APPEND_TIME);
        assertThat(interceptor().onConsume(appended)).isSameAs(appended);
    }

    @Test
    void interceptorsOfTheSiteStay() {
        properties.put("consumer.interceptor.classes", "com.example.Audit");
        WritersTimeInterceptor.addTo(properties, Topics.standard());

        assertThat(properties)
                .containsEntry(
                        "main.consumer.interceptor.classes",
                        "com.example.Audit," + WritersTimeInterceptor.class.getName());
    }

    private static ConsumerRecords<byte[], byte[]> records(TopicPartition of, TimestampType... types) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (TimestampType type : types) {
            records.add(new ConsumerRecord<>(
                    of.topic(),
                    of.partition(),
                    records.size(),
                    T,
                    type,
                    1,
                    1,
                    new byte[1],
                    new byte[1],
                    new RecordHeaders(),
                    Optional.empty()));
        }
        return new ConsumerRecords<>(Map.of(of, records), Map.of(of, new OffsetAndMetadata(types.length)));
    }
}
