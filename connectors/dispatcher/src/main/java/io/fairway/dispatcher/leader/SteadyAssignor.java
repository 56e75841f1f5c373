package io.fairway.dispatcher.leader;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Configurable;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Kafka's rule for who leads: one member of the group has all partitions, and keeps them as long as it lives. The
 * assignors of Kafka share partitions out, and move some of them to each member that joins.
 *
 * <p>Each member tells its name, and learns that of the leading one.
 */
public final class SteadyAssignor implements ConsumerPartitionAssignor, Configurable {
    /** Setting: the name of this member. */
    static final String NAME = "fairway.lead.name";
    /** Setting: a {@code Consumer<String>} of the leading member's name. */
    static final String LEADER = "fairway.lead.leader";

    private String name = "";
    private Consumer<String> leader = ignored -> {};

    @Override
    @SuppressWarnings("unchecked")
    public void configure(Map<String, ?> settings) {
        name = String.valueOf(settings.get(NAME));
        if (settings.get(LEADER) instanceof Consumer<?> told) {
            leader = (Consumer<String>) told;
        }
    }

    @Override
    public String name() {
        return "fairway-steady";
    }

    /** Nobody gives anything up for a rebalance. */
    @Override
    public List<RebalanceProtocol> supportedProtocols() {
        return List.of(RebalanceProtocol.COOPERATIVE, RebalanceProtocol.EAGER);
    }

    @Override
    public ByteBuffer subscriptionUserData(Set<String> topics) {
        return ByteBuffer.wrap(name.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void onAssignment(@Nullable Assignment assignment, ConsumerGroupMetadata metadata) {
        if (assignment != null) {
            leader.accept(text(assignment.userData()));
        }
    }

    @Override
    public GroupAssignment assign(Cluster metadata, GroupSubscription subscriptions) {
        Map<String, Subscription> members = new TreeMap<>(subscriptions.groupSubscription());
        Map<TopicPartition, String> owners = owners(members);
        Map<String, Integer> owned = new HashMap<>();
        owners.values().forEach(member -> owned.merge(member, 1, Integer::sum));
        String leading = members.keySet().stream()
                .min(Comparator.comparing(member -> -owned.getOrDefault(member, 0)))
                .orElseThrow();
        Map<String, List<TopicPartition>> assigned = new HashMap<>();
        members.keySet().forEach(member -> assigned.put(member, new ArrayList<>()));
        members.values().stream()
                .flatMap(each -> each.topics().stream())
                .distinct()
                .forEach(topic -> {
                    for (var partition : metadata.partitionsForTopic(topic)) {
                        TopicPartition each = new TopicPartition(topic, partition.partition());
                        assigned.computeIfAbsent(owners.getOrDefault(each, leading), none -> new ArrayList<>())
                                .add(each);
                    }
                });
        ByteBuffer who =
                members.getOrDefault(leading, new Subscription(List.of())).userData();
        Map<String, Assignment> all = new HashMap<>();
        assigned.forEach((member, partitions) ->
                all.put(member, new Assignment(partitions, who == null ? null : who.duplicate())));
        return new GroupAssignment(all);
    }

    /** Who has each partition. A member that missed a rebalance may claim one that another has got since. */
    private static Map<TopicPartition, String> owners(Map<String, Subscription> members) {
        Map<TopicPartition, String> owners = new HashMap<>();
        Map<TopicPartition, Integer> generations = new HashMap<>();
        members.forEach((member, subscription) -> {
            int generation = subscription.generationId().orElse(-1);
            for (TopicPartition partition : subscription.ownedPartitions()) {
                if (generation > generations.getOrDefault(partition, Integer.MIN_VALUE)) {
                    generations.put(partition, generation);
                    owners.put(partition, member);
                }
            }
        });
        return owners;
    }

    private static String text(@Nullable ByteBuffer bytes) {
        return bytes == null
                ? ""
                : StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
    }
}
