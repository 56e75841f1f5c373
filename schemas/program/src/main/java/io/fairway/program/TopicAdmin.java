package io.fairway.program;

import io.fairway.schemas.Causes;
import io.fairway.schemas.Permissions;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Makes the topics that {@link Topic} describes, and reports the differences of existing ones. */
public final class TopicAdmin {
    /** Leaves the number of replicas to the broker's default. */
    public static final short BROKER_DEFAULT = -1;

    private static final Duration VISIBLE_WITHIN = Duration.ofSeconds(30);
    private static final Executor A_LITTLE_LATER = CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS);

    private TopicAdmin() {}

    /** The action for a topic. */
    public enum Action {
        /** It does not exist. */
        CREATE,
        /** It exists with the wanted settings. */
        OK,
        /** It exists with other settings; it stays unchanged. */
        CONTRADICTS
    }

    /** A setting of an existing topic that differs from the wanted one. */
    public record Difference(String setting, String wanted, String found) {
        @Override
        public String toString() {
            return setting + " is " + found + " and must be " + wanted;
        }
    }

    /** The action for one topic; differences only if it contradicts. */
    public record Planned(Topic topic, String name, Action action, List<Difference> differences) {
        public Planned {
            differences = List.copyOf(differences);
        }
    }

    /** An existing topic: the lowest number of replicas of any partition, and settings by the broker's names. */
    record Found(int partitions, int replicas, Map<String, String> settings) {}

    /**
     * Compares every topic with the broker. Changes nothing.
     *
     * @param replication replicas of each partition, or {@link #BROKER_DEFAULT}
     * @throws KafkaException if the broker refuses or does not answer
     */
    public static List<Planned> plan(Admin admin, Topics topics, int partitions, short replication) {
        requirePositive(partitions, replication);
        var names = Arrays.stream(Topic.values())
                .flatMap(topic -> topics.names(topic).stream())
                .toList();
        Map<String, TopicDescription> descriptions = describe(admin, names);
        Map<String, Map<String, String>> settings = settings(admin, descriptions.keySet());
        var plan = new ArrayList<Planned>();
        for (Topic topic : Topic.values()) {
            for (String name : topics.names(topic)) {
                plan.add(compare(
                        topic,
                        name,
                        partitions,
                        replication,
                        foundOrNull(descriptions.get(name), settings.getOrDefault(name, Map.of()))));
            }
        }
        return plan;
    }

    /**
     * Makes the missing topics, and returns the actions. Idempotent.
     *
     * @throws IllegalStateException if a topic contradicts; makes nothing then
     * @throws KafkaException if the broker refuses or does not answer
     */
    public static List<Planned> apply(Admin admin, Topics topics, int partitions, short replication) {
        List<Planned> plan = plan(admin, topics, partitions, replication);
        requireNoContradiction(plan);
        var missing = new ArrayList<NewTopic>();
        for (Planned planned : plan) {
            if (planned.action() == Action.CREATE) {
                missing.add(new NewTopic(
                                planned.name(),
                                Optional.of(partitions),
                                replication == BROKER_DEFAULT ? Optional.empty() : Optional.of(replication))
                        .configs(planned.topic().settings()));
            }
        }
        boolean raced = false;
        for (var created : admin.createTopics(missing).values().entrySet()) {
            try {
                var unused = get(created.getValue(), "Create", created.getKey());
            } catch (TopicExistsException e) {
                raced = true;
            }
        }
        awaitVisible(admin, missing.stream().map(NewTopic::name).toList());
        if (raced) {
            // Another process made it in between; its settings need a check.
            requireNoContradiction(plan(admin, topics, partitions, replication));
        }
        return plan;
    }

    // The controller makes a topic before the brokers know it; a broker asked at once does not find it. And a producer
    // that
    // sends before the leaders know that they lead may lose a first batch and be refused all later ones as out of
    // order.
    private static void awaitVisible(Admin admin, Collection<String> names) {
        try {
            var unused = allKnown(admin, names, System.nanoTime() + VISIBLE_WITHIN.toNanos())
                    .get();
            var ends = new HashMap<TopicPartition, OffsetSpec>();
            describe(admin, names)
                    .forEach((name, description) -> description
                            .partitions()
                            .forEach(partition ->
                                    ends.put(new TopicPartition(name, partition.partition()), OffsetSpec.latest())));
            var unusedEnds = admin.listOffsets(ends).all().get();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException refused ? refused : new KafkaException(e.getCause());
        }
    }

    /** Completes when a broker knows all topics; asks again until the deadline. */
    private static CompletableFuture<Boolean> allKnown(Admin admin, Collection<String> names, long deadline) {
        CompletableFuture<Boolean> exist = admin.describeTopics(names)
                .allTopicNames()
                .toCompletionStage()
                .toCompletableFuture()
                .thenApply(all -> true)
                .exceptionally(TopicAdmin::isNotUnknown);
        return exist.thenCompose(yes -> {
            if (yes) {
                return CompletableFuture.completedFuture(true);
            }
            return System.nanoTime() - deadline < 0
                    ? CompletableFuture.runAsync(() -> {}, A_LITTLE_LATER)
                            .thenCompose(nothing -> allKnown(admin, names, deadline))
                    : CompletableFuture.failedFuture(
                            new TimeoutException("topics were made, but after " + VISIBLE_WITHIN.toSeconds()
                                    + " s the broker does not list all of them: " + String.join(", ", names)));
        });
    }

    private static boolean isNotUnknown(Throwable failure) {
        if (Causes.anyOf(failure, UnknownTopicOrPartitionException.class::isInstance)) {
            return false;
        }
        throw new CompletionException(failure instanceof CompletionException ? failure.getCause() : failure);
    }

    /**
     * Refuses input topics that are missing or have different numbers of partitions. A domain would then lie on
     * different partitions, and half of its input would never meet the other half.
     *
     * @return the number of partitions of each
     * @throws IllegalStateException if they do; names the topics and their partition counts
     * @throws KafkaException if the broker refuses or does not answer
     */
    public static int requireSamePartitions(Admin admin, Collection<String> inputTopics) {
        var counts = new TreeMap<String, Integer>();
        describe(admin, inputTopics)
                .forEach((name, description) ->
                        counts.put(name, description.partitions().size()));
        return requireSamePartitions(counts, inputTopics);
    }

    static int requireSamePartitions(Map<String, Integer> counts, Collection<String> inputTopics) {
        var missing = inputTopics.stream()
                .filter(name -> !counts.containsKey(name))
                .sorted()
                .toList();
        if (!missing.isEmpty()) {
            throw new IllegalStateException(
                    "input topics do not exist: " + String.join(", ", missing) + "; make them first");
        }
        if (counts.values().stream().distinct().count() > 1) {
            throw new IllegalStateException(
                    "input topics must have equal numbers of partitions, but have:  " + new TreeMap<>(counts));
        }
        return counts.values().iterator().next();
    }

    static Planned compare(Topic topic, String name, int partitions, short replication, @Nullable Found found) {
        if (found == null) {
            return new Planned(topic, name, Action.CREATE, List.of());
        }
        var differences = new ArrayList<Difference>();
        if (found.partitions() != partitions) {
            differences.add(
                    new Difference("partitions", Integer.toString(partitions), Integer.toString(found.partitions())));
        }
        if (found.replicas() < replication) {
            differences.add(
                    new Difference("replication", replication + " or more", Integer.toString(found.replicas())));
        }
        topic.settings().forEach((setting, wanted) -> {
            if (setting.equals(TopicConfig.COMPRESSION_TYPE_CONFIG)) {
                return; // A site may trust its producers. The application warns of it.
            }
            String has = found.settings().getOrDefault(setting, "not reported");
            boolean retention = setting.equals(TopicConfig.RETENTION_MS_CONFIG);
            if (retention ? !keepsAsLong(has, wanted) : !has.equals(wanted)) {
                differences.add(new Difference(setting, retention ? wanted + " or more" : wanted, has));
            }
        });
        return new Planned(topic, name, differences.isEmpty() ? Action.OK : Action.CONTRADICTS, differences);
    }

    // A site may keep more than Fairway asks for; -1 is for ever.
    private static boolean keepsAsLong(String has, String wanted) {
        try {
            long millis = Long.parseLong(has);
            return millis < 0 || millis >= Long.parseLong(wanted);
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static void requireNoContradiction(List<Planned> plan) {
        var contradictions = plan.stream()
                .filter(planned -> planned.action() == Action.CONTRADICTS)
                .map(planned -> planned.name() + ": "
                        + String.join(
                                ", ",
                                planned.differences().stream()
                                        .map(Difference::toString)
                                        .toList()))
                .toList();
        if (!contradictions.isEmpty()) {
            throw new IllegalStateException(
                    "existing topics have other settings:  " + String.join("; ", contradictions));
        }
    }

    /**
     * Checks numbers of topics to be made, without a broker.
     *
     * @throws IllegalArgumentException naming the value and the rule
     */
    public static void requirePositive(int partitions, short replication) {
        if (partitions < 1) {
            throw new IllegalArgumentException("partitions " + partitions + ": must be 1 or more");
        }
        if (replication < 1 && replication != BROKER_DEFAULT) {
            throw new IllegalArgumentException("replication " + replication + ": must be 1 or more, or "
                    + BROKER_DEFAULT + " for the broker's default");
        }
    }

    private static @Nullable Found foundOrNull(@Nullable TopicDescription description, Map<String, String> settings) {
        return description == null ? null : found(description, settings);
    }

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
    private static <V> V get(KafkaFuture<V> future, String operation, String topic) {
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
