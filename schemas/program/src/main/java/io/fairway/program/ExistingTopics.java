package io.fairway.program;

import io.fairway.schemas.Permissions;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Reads what topics are like on the broker. It changes nothing. */
final class ExistingTopics {
    private ExistingTopics() {}

    /** An existing topic: the lowest number of replicas of any partition, and settings by the broker's names. */
    record Found(int partitions, int replicas, Map<String, String> settings) {}

    static Found found(TopicDescription description, Map<String, String> settings) {
        int replicas = description.partitions().stream()
                .mapToInt(partition -> partition.replicas().size())
                .min()
                .orElse(0);
        return new Found(description.partitions().size(), replicas, settings);
    }

    static Map<String, TopicDescription> describe(Admin admin, Collection<String> names) {
        var descriptions = new HashMap<String, TopicDescription>();
        admin.describeTopics(names).topicNameValues().forEach((name, description) -> {
            try {
                descriptions.put(name, get(description, "Describe", name));
            } catch (UnknownTopicOrPartitionException e) {
                // A missing topic is left out.
            }
        });
        return descriptions;
    }

    static Map<String, Map<String, String>> settings(Admin admin, Collection<String> names) {
        var resources = names.stream()
                .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                .toList();
        var settings = new HashMap<String, Map<String, String>>();
        for (var entry : admin.describeConfigs(resources).values().entrySet()) {
            settings.put(
                    entry.getKey().name(),
                    values(get(
                            entry.getValue(), "DescribeConfigs", entry.getKey().name())));
        }
        return settings;
    }

    private static Map<String, String> values(Config config) {
        var values = new HashMap<String, String>();
        for (ConfigEntry entry : config.entries()) {
            if (entry.value() != null) {
                values.put(entry.name(), entry.value());
            }
        }
        return values;
    }

    /** Kafka's own message of a refusal names neither the topic nor the operation. */
    static <V> V get(KafkaFuture<V> future, String operation, String topic) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException e) {
            if (Permissions.isRefusal(e)) {
                throw new TopicAuthorizationException(
                        operation + " on topic " + topic + " is not allowed", Set.of(topic));
            }
            throw e.getCause() instanceof KafkaException refused ? refused : new KafkaException(e.getCause());
        }
    }
}
