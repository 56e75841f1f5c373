package io.fairway.app.cli;

import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The topics as resources of the kind KafkaTopic, which Strimzi's topic operator makes. */
final class StrimziTopics {
    private final String cluster;
    private final int partitions;
    private final int replicas;

    /**
     * @param cluster the name of the resource of the kind Kafka
     * @throws IllegalArgumentException if a number is less than 1
     */
    StrimziTopics(String cluster, int partitions, int replicas) {
        if (partitions < 1 || replicas < 1) {
            throw new IllegalArgumentException(
                    "--partitions " + partitions + ", --replication " + replicas + ": must be 1 or more");
        }
        this.cluster = cluster;
        this.partitions = partitions;
        this.replicas = replicas;
    }

    /**
     * The resources of all topics, those of clusters among them, each as a tree of maps for a YAML writer.
     *
     * @throws IllegalArgumentException if two topics would have resources of one name: the later would replace the earlier
     */
    List<Map<String, Object>> all(Topics topics) {
        Map<String, String> byResource = new HashMap<>();
        List<Map<String, Object>> resources = new ArrayList<>();
        for (Topic topic : Topic.values()) {
            for (String name : topics.names(topic)) {
                String other = byResource.put(resource(name), name);
                if (other != null) {
                    throw new IllegalArgumentException("topics " + other + " and " + name
                            + ": their resources would both be " + resource(name) + "; name one of them otherwise");
                }
                resources.add(of(topic, name));
            }
        }
        return resources;
    }

    /** The name of a resource has no upper case and no underscores; that of a topic may. */
    private static String resource(String topic) {
        return topic.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private Map<String, Object> of(Topic topic, String name) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", resource(name));
        metadata.put("labels", Map.of("strimzi.io/cluster", cluster));
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("topicName", name);
        spec.put("partitions", partitions);
        spec.put("replicas", replicas);
        spec.put("config", new TreeMap<>(topic.settings()));
        Map<String, Object> whole = new LinkedHashMap<>();
        whole.put("apiVersion", "kafka.strimzi.io/v1");
        whole.put("kind", "KafkaTopic");
        whole.put("metadata", metadata);
        whole.put("spec", spec);
        return whole;
    }
}
