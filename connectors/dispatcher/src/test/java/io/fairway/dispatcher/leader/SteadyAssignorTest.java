package io.fairway.dispatcher.leader;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class SteadyAssignorTest {
    private static final String TOPIC = "fairway.job-events";
    private static final List<TopicPartition> ALL =
            IntStream.range(0, 3).mapToObj(p -> new TopicPartition(TOPIC, p)).toList();

    private final Map<String, Subscription> members = new HashMap<>();

    @Test
    void oneMemberGetsAllPartitions() {
        member("b", 1, List.of());
        member("a", 1, List.of());

        assertThat(assigned()).isEqualTo(Map.of("a", ALL, "b", List.of()));
    }

    @Test
    void aMemberThatJoinsTakesNothingFromTheOneThatLeads() {
        member("z", 4, ALL);
        member("a", 4, List.of());
        member("b", -1, List.of());

        assertThat(assigned()).isEqualTo(Map.of("a", List.of(), "b", List.of(), "z", ALL));
    }

    /** A member that stood still claims what another one has got since. */
    @Test
    void theLaterGenerationCounts() {
        member("a", 3, ALL);
        member("b", 5, ALL);

        assertThat(assigned()).isEqualTo(Map.of("a", List.of(), "b", ALL));
    }

    @Test
    void aPartitionOfNobodyGoesToTheOneThatLeads() {
        member("a", 5, List.of());
        member("b", 5, ALL.subList(1, 3));

        assertThat(Set.copyOf(assigned().get("b"))).isEqualTo(Set.copyOf(ALL));
    }

    @Test
    void everyMemberLearnsWhoLeads() {
        member("a", 4, List.of());
        member("b", 4, ALL);
        List<String> told = new ArrayList<>();
        SteadyAssignor assignor = new SteadyAssignor();
        assignor.configure(Map.of(
                SteadyAssignor.NAME, "mine", SteadyAssignor.LEADER, (java.util.function.Consumer<String>) told::add));

        assertThat(StandardCharsets.UTF_8
                        .decode(assignor.subscriptionUserData(Set.of(TOPIC)))
                        .toString())
                .isEqualTo("mine");
        assignments()
                .values()
                .forEach(assignment -> assignor.onAssignment(
                        assignment, new MockConsumer<byte[], byte[]>("earliest").groupMetadata()));

        assertThat(told).containsExactly("name of b", "name of b");
    }

    private void member(String id, int generation, List<TopicPartition> owned) {
        ByteBuffer name = ByteBuffer.wrap(("name of " + id).getBytes(StandardCharsets.UTF_8));
        members.put(id, new Subscription(List.of(TOPIC), name, owned, generation, Optional.empty()));
    }

    private Map<String, List<TopicPartition>> assigned() {
        Map<String, List<TopicPartition>> assigned = new HashMap<>();
        assignments().forEach((member, assignment) -> assigned.put(member, assignment.partitions()));
        return assigned;
    }

    private Map<String, Assignment> assignments() {
        Node[] none = {};
        List<PartitionInfo> partitions = ALL.stream()
                .map(p -> new PartitionInfo(TOPIC, p.partition(), Node.noNode(), none, none))
                .toList();
        Cluster cluster = new Cluster("c", List.of(Node.noNode()), partitions, Set.of(), Set.of());
        return new SteadyAssignor()
                .assign(cluster, new GroupSubscription(members))
                .groupAssignment();
    }
}
