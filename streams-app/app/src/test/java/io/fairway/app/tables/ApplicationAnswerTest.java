package io.fairway.app.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.avro.Heartbeat;
import io.fairway.schemas.DeadLetterHeaders;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ApplicationAnswerTest {
    private static final TopicPartition HEARTBEATS = new TopicPartition("heartbeats", 0);
    private static final TopicPartition LETTERS = new TopicPartition("dead-letters", 0);
    private static final TopicPartition POLICIES = new TopicPartition("policies", 0);

    private final MockConsumer<String, byte[]> consumer = new MockConsumer<>("earliest");
    private final StringWriter printed = new StringWriter();
    private final TestGroup group = new TestGroup();
    /** On a busy machine an answer comes late. Only where none comes, the test waits to the end. */
    private Duration patience = Duration.ofMinutes(2);

    /** What the brokers say of the application's group, and what happens when they are asked first. */
    private static final class TestGroup implements ApplicationGroup {
        boolean isEmpty = true;
        Map<String, Long> committed = Map.of();
        Runnable whenAsked = () -> {};
        boolean isClosed;

        @Override
        public String id() {
            return "hpc";
        }

        @Override
        public boolean isEmpty() {
            return isEmpty;
        }

        @Override
        public Map<String, Long> committed() {
            Runnable first = whenAsked;
            whenAsked = () -> {};
            first.run();
            return committed;
        }

        @Override
        public void close() {
            isClosed = true;
        }
    }

    @BeforeEach
    void topics() {
        for (TopicPartition partition : List.of(HEARTBEATS, LETTERS)) {
            consumer.updatePartitions(
                    partition.topic(),
                    List.of(new PartitionInfo(partition.topic(), 0, Node.noNode(), new Node[0], new Node[0])));
            consumer.updateEndOffsets(new HashMap<>(Map.of(partition, 0L)));
        }
    }

    @Test
    void aHeartbeatBeyondItsOffsetAcceptsIt() {
        assertThat(after(() -> {
                    beat(0, 7);
                    beat(1, 8);
                }))
                .isEqualTo("accepted by the application" + System.lineSeparator());
    }

    @Test
    void aDeadLetterRefusesItWithItsReason() {
        assertThatThrownBy(() -> after(() -> {
                    letter(0, 6, "of another record");
                    letter(1, 7, "it is not newer than the one in force");
                    beat(0, 8);
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the application refuses it: it is not newer than the one in force");
    }

    /** They are of others: none of them is kept or told. */
    @Test
    void manyDeadLettersOfOthersRefuseNothing() {
        assertThat(after(() -> {
                    for (int i = 0; i < 10_000; i++) {
                        letter(i, 1_000 + i, "of another record");
                    }
                    beat(0, 8);
                }))
                .startsWith("accepted by the application");
    }

    @Test
    void nobodyIsListening() {
        assertThat(after(() -> {}))
                .startsWith("no application answers within 0 s, and nobody is in its group hpc (--application-id);"
                        + " one that starts will read it");
        assertThat(group.isClosed).isTrue();
    }

    @Test
    void somebodyIsBusyWithSomethingElse() {
        patience = Duration.ofMillis(300);
        assertThat(after(() -> beat(0, 7))).startsWith("the application has not read it within 0 s");
    }

    /** Its heartbeat comes after those of others should have come. */
    @Test
    void aSlowApplicationIsHeard() {
        group.isEmpty = false;
        group.whenAsked = () -> beat(0, 8);

        assertThat(after(() -> {})).startsWith("accepted by the application");
    }

    @Test
    void anApplicationThatIsThereAndSilentHasNotReadIt() {
        patience = Duration.ofMillis(300);
        group.isEmpty = false;

        assertThat(after(() -> {})).startsWith("the application has not read it within 0 s");
    }

    /** One that has no policy yet has no heartbeats. */
    @Test
    void whatTheGroupHasCommittedIsRead() {
        group.isEmpty = false;
        group.committed = Map.of("policies-0", 8L, "shares-0", 3L);

        assertThat(after(() -> {})).startsWith("accepted by the application");
    }

    @Test
    void whatAnApplicationRefusedBeforeItEndedIsRefused() {
        group.committed = Map.of("policies-0", 8L);
        group.whenAsked = () -> letter(0, 7, "it is not newer than the one in force");

        assertThatThrownBy(() -> after(() -> {}))
                .hasMessage("the application refuses it: it is not newer than the one in force");
    }

    @Test
    void whatTheGroupHasCommittedMayBeRefused() {
        group.isEmpty = false;
        group.committed = Map.of("policies-0", 8L);
        group.whenAsked = () -> letter(0, 7, "it is not newer than the one in force");

        assertThatThrownBy(() -> after(() -> {}))
                .hasMessage("the application refuses it: it is not newer than the one in force");
    }

    /** As before there was a right to see it: heartbeats may still come. */
    @Test
    void whoMayNotSeeTheGroupWaitsAndIsTold() {
        patience = Duration.ofMillis(300);
        group.whenAsked = () -> {
            throw GroupAuthorizationException.forGroupId("hpc");
        };

        assertThat(after(() -> {}))
                .startsWith("no application answers within 0 s; one that starts will read it. Whether one runs is not"
                        + " known: Not authorized to access group: hpc");
    }

    @Test
    void whoMayNotSeeTheGroupHearsALateHeartbeat() {
        group.whenAsked = () -> {
            beat(0, 8);
            throw GroupAuthorizationException.forGroupId("hpc");
        };

        assertThat(after(() -> {})).startsWith("accepted by the application");
    }

    @Test
    void whoMayNotListenIsTold() {
        ApplicationAnswer deaf = new ApplicationAnswer(
                () -> new MockConsumer<>("earliest") {
                    @Override
                    public synchronized List<PartitionInfo> partitionsFor(String topic) {
                        throw new TopicAuthorizationException("Not authorized to access topics: [heartbeats]");
                    }
                },
                (topic, bytes) -> null,
                "heartbeats",
                "dead-letters",
                () -> group,
                Duration.ZERO,
                Duration.ZERO);
        deaf.listen();
        deaf.ask(List.of(written()));
        deaf.await(new PrintWriter(printed));

        assertThat(printed.toString())
                .startsWith("whether an application takes it is not known: Not authorized to access topics");
    }

    /** Who may write a topic may look for its end, and is refused only when it reads. */
    @Test
    void whoMayNotReadIsTold() {
        assertThat(after(() -> consumer.setPollException(
                        new TopicAuthorizationException("Not authorized to access topics: [heartbeats]"))))
                .startsWith("whether an application takes it is not known: Not authorized to access topics");
    }

    @Test
    void nothingWrittenNeedsNoAnswer() {
        answer().await(new PrintWriter(printed));

        assertThat(printed.toString()).isEmpty();
    }

    /** The tests' heartbeats are an offset of 8 bytes. */
    private ApplicationAnswer answer() {
        return new ApplicationAnswer(
                () -> consumer,
                (topic, bytes) -> heartbeat(ByteBuffer.wrap(bytes).getLong()),
                "heartbeats",
                "dead-letters",
                () -> group,
                Duration.ofMillis(100),
                patience);
    }

    /** What is printed after the record at offset 7 is written. */
    private String after(Runnable said) {
        ApplicationAnswer answer = answer();
        answer.listen();
        answer.ask(List.of(written()));
        said.run();
        answer.await(new PrintWriter(printed));
        return printed.toString();
    }

    private static RecordMetadata written() {
        return new RecordMetadata(POLICIES, 7, 0, 0, 0, 0);
    }

    private void beat(long offset, long next) {
        consumer.addRecord(new ConsumerRecord<>(
                HEARTBEATS.topic(),
                0,
                offset,
                "alps|main",
                ByteBuffer.allocate(8).putLong(0, next).array()));
    }

    private void letter(long offset, long of, String reason) {
        ConsumerRecord<String, byte[]> letter = new ConsumerRecord<>(LETTERS.topic(), 0, offset, "key", null);
        Map.of(
                        DeadLetterHeaders.TOPIC,
                        POLICIES.topic(),
                        DeadLetterHeaders.PARTITION,
                        "0",
                        DeadLetterHeaders.OFFSET,
                        Long.toString(of),
                        DeadLetterHeaders.REASON,
                        reason)
                .forEach((name, text) -> letter.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
        consumer.addRecord(letter);
    }

    private static @Nullable Heartbeat heartbeat(long next) {
        return Heartbeat.newBuilder()
                .setDomain("alps")
                .setPolicy("main")
                .setEvaluatedThrough(Instant.EPOCH)
                .setInputOffsets(Map.of("policies-0", next))
                .setCounts(Map.of())
                .build();
    }
}
