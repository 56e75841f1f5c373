package io.fairway.collect.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class ReadingReportTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final MockConsumer<String, String> consumer = new MockConsumer<>("earliest");
    private final List<String> told = new ArrayList<>();
    private final ReadingReport report = new ReadingReport(consumer, told::add);

    @Test
    void namesWhatIsThereAndWhatIsNot() {
        consumer.updatePartitions("alps", List.of(partition(0), partition(1)));

        report.begin(List.of("alps", "alps-job-start"));

        assertThat(told)
                .containsExactly(
                        "reading topic alps: partitions: 2",
                        "topic alps-job-start does not exist: create it; it is read from then on");
    }

    @Test
    void tellsHowFarItIsEachMinute() {
        TopicPartition partition = new TopicPartition("alps", 0);
        consumer.assign(List.of(partition));
        consumer.updateBeginningOffsets(Map.of(partition, 0L));
        consumer.updateEndOffsets(new HashMap<>(Map.of(partition, 5L)));
        for (int second : new int[] {0, 1, 60}) {
            consumer.addRecord(new ConsumerRecord<>("alps", 0, consumer.position(partition), "", ""));
            report.passed(consumer.poll(Duration.ZERO), NOW.plusSeconds(second));
        }

        assertThat(told)
                .containsExactly(
                        "topic alps: 1 messages read, 4 to be read", "topic alps: 3 messages read, 2 to be read");
    }

    private static PartitionInfo partition(int number) {
        return new PartitionInfo("alps", number, Node.noNode(), new Node[0], new Node[0]);
    }
}
