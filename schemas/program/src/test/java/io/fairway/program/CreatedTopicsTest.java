package io.fairway.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;

/** Brokers that learn of a topic one after the other. A real cluster shows it once in some hundred runs. */
class CreatedTopicsTest {
    private final RuntimeException unknown = new UnknownTopicOrPartitionException("not yet");

    /** What the next answers are; empty is a good one, as all are that follow the last. */
    private final Deque<List<RuntimeException>> descriptions = new ArrayDeque<>();

    private final Deque<List<RuntimeException>> ends = new ArrayDeque<>();

    @Test
    void asksAgainWhereTheBrokerThatIsAskedForLeadersDoesNotKnowTheTopicYet() {
        ends.add(List.of(unknown));
        ends.add(List.of(unknown));

        assertThatCode(() -> CreatedTopics.awaitVisible(admin(), List.of("t"))).doesNotThrowAnyException();
        assertThat(ends).isEmpty();
    }

    @Test
    void asksAgainWhereABrokerForgetsWhatAnotherOneKnew() {
        ends.add(List.of(unknown));
        descriptions.addAll(Arrays.asList(List.of(unknown), List.of(), List.of(unknown)));

        assertThatCode(() -> CreatedTopics.awaitVisible(admin(), List.of("t"))).doesNotThrowAnyException();
        assertThat(ends).isEmpty();
        assertThat(descriptions).isEmpty();
    }

    @Test
    void endsAtOnceWhereABrokerRefuses() {
        ends.add(List.of(new TopicAuthorizationException("no DESCRIBE on t")));

        assertThatThrownBy(() -> CreatedTopics.awaitVisible(admin(), List.of("t")))
                .isInstanceOf(TopicAuthorizationException.class)
                .hasMessageContaining("no DESCRIBE on t");
    }

    private Admin admin() {
        return (Admin) Proxy.newProxyInstance(
                Admin.class.getClassLoader(),
                new Class<?>[] {Admin.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "describeTopics" -> new Described(answer(descriptions, description()));
                    case "listOffsets" ->
                        new ListOffsetsResult(Map.of(
                                new TopicPartition("t", 0),
                                answer(ends, new ListOffsetsResultInfo(0, 0, Optional.empty()))));
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private static TopicDescription description() {
        Node node = new Node(1, "b", 9092);
        return new TopicDescription("t", false, List.of(new TopicPartitionInfo(0, node, List.of(node), List.of(node))));
    }

    private static <T> KafkaFuture<T> answer(Deque<List<RuntimeException>> answers, T good) {
        List<RuntimeException> next = answers.poll();
        if (next == null || next.isEmpty()) {
            return KafkaFuture.completedFuture(good);
        }
        KafkaFutureImpl<T> failed = new KafkaFutureImpl<>();
        failed.completeExceptionally(next.getFirst());
        return failed;
    }

    private static final class Described extends DescribeTopicsResult {
        Described(KafkaFuture<TopicDescription> description) {
            super(null, Map.of("t", description));
        }
    }
}
