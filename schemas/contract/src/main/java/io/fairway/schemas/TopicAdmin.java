package io.fairway.schemas;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Makes the topics as {@link Topic} describes them, and says where existing ones are otherwise. */
public final class TopicAdmin {
    /** Replication that leaves the number of replicas to the broker's default. */
    public static final short BROKER_DEFAULT = -1;

    private static final Duration VISIBLE_WITHIN = Duration.ofSeconds(30);
    private static final Executor A_LITTLE_LATER = CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS);

    private TopicAdmin() {}

    /** What is to be done for a topic. */
    public enum Action {
        /** It does not exist. */
        CREATE,
        /** It exists as wanted. */
        OK,
        /** It exists otherwise than wanted; it is left as it is. */
        CONTRADICTS
    }

    /** A setting of an existing topic that is not as wanted. */
    public record Difference(String setting, String wanted, String found) {
        @Override
        public String toString() {
            return setting + " is " + found + " and must be " + wanted;
        }
    }

    /** What is to be done for one topic; differences only if it contradicts. */
    public record Planned(Topic topic, String name, Action action, List<Difference> differences) {
        public Planned {
            differences = List.copyOf(differences);
        }
    }

    /** An existing topic: the least number of replicas of any partition, and settings by the broker's names. */
    record Found(int partitions, int replicas, Map<String, String> settings) {}

    /**
     * Compares every topic with what the broker has. Changes nothing.
     *
     * @param replication replicas of each partition, or {@link #BROKER_DEFAULT}
     * @throws KafkaException if the broker refuses or does not answer
     */
    public static List<Planned> plan(Admin admin, Topics topics, int partitions, short replication) {
        requirePositive(partitions, replication);
        var names = Arrays.stream(Topic.values()).map(topics::name).toList();
        Map<String, TopicDescription> descriptions = describe(admin, names);
        Map<String, Map<String, String>> settings = settings(admin, descriptions.keySet());
        var plan = new ArrayList<Planned>();
        for (Topic topic : Topic.values()) {
            String name = topics.name(topic);
            plan.add(compare(
                    topic,
                    name,
                    partitions,
                    replication,
                    found(descriptions.get(name), settings.getOrDefault(name, Map.of()))));
        }
        return plan;
    }

    /**
     * Makes the topics that are missing, and tells what it did. Idempotent.
     *
     * @throws IllegalStateException if a topic contradicts; nothing is made then
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
        for (KafkaFuture<Void> created : admin.createTopics(missing).values().values()) {
            try {
                get(created);
            } catch (TopicExistsException e) {
                raced = true;
            }
        }
        awaitVisible(admin, missing.stream().map(NewTopic::name).toList());
        if (raced) {
            // Somebody else made it in between; whether as wanted is to be seen.
            requireNoContradiction(plan(admin, topics, partitions, replication));
        }
        return plan;
    }

    // The controller has made a topic before the brokers know of it; who asks a broker at once is told there is none.
    private static void awaitVisible(Admin admin, Collection<String> names) {
        try {
            var unused = allKnown(admin, names, System.nanoTime() + VISIBLE_WITHIN.toNanos())
                    .get();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException refused ? refused : new KafkaException(e.getCause());
        }
    }

    /** Completes when a broker knows all topics; asks again a little later, while there is time. */
    private static CompletableFuture<Boolean> allKnown(Admin admin, Collection<String> names, long deadline) {
        CompletableFuture<Boolean> known = admin.describeTopics(names)
                .allTopicNames()
                .toCompletionStage()
                .toCompletableFuture()
                .thenApply(all -> true)
                .exceptionally(TopicAdmin::isNotUnknown);
        return known.thenCompose(yes -> {
            if (yes) {
                return CompletableFuture.completedFuture(true);
            }
            return System.nanoTime() - deadline < 0
                    ? CompletableFuture.runAsync(() -> {}, A_LITTLE_LATER)
                            .thenCompose(nothing -> allKnown(admin, names, deadline))
                    : CompletableFuture.failedFuture(
                            new TimeoutException("topics were made, but the broker does not know all of them after "
                                    + VISIBLE_WITHIN.toSeconds() + " s: " + String.join(", ", names)));
        });
    }

    private static boolean isNotUnknown(Throwable failure) {
        if (Causes.anyOf(failure, UnknownTopicOrPartitionException.class::isInstance)) {
            return false;
        }
        throw new CompletionException(failure instanceof CompletionException ? failure.getCause() : failure);
    }

    /**
     * Refuses input topics that are missing or not partitioned alike: a domain would be on different partitions, and
     * half of its input would never meet the other half.
     *
     * @throws IllegalStateException naming the topics and their partition counts
     * @throws KafkaException if the broker refuses or does not answer
     */
    public static void requireSamePartitions(Admin admin, Collection<String> inputTopics) {
        var counts = new TreeMap<String, Integer>();
        describe(admin, inputTopics)
                .forEach((name, description) ->
                        counts.put(name, description.partitions().size()));
        requireSamePartitions(counts, inputTopics);
    }

    static void requireSamePartitions(Map<String, Integer> counts, Collection<String> inputTopics) {
        var missing = inputTopics.stream()
                .filter(name -> !counts.containsKey(name))
                .sorted()
                .toList();
        if (!missing.isEmpty()) {
            throw new IllegalStateException("input topics that do not exist: " + String.join(", ", missing));
        }
        if (counts.values().stream().distinct().count() > 1) {
            throw new IllegalStateException(
                    "input topics must have one number of partitions, but have: " + new TreeMap<>(counts));
        }
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
            String has = found.settings().getOrDefault(setting, "not told");
            boolean retention = setting.equals(TopicConfig.RETENTION_MS_CONFIG);
            if (retention ? !keepsAsLong(has, wanted) : !has.equals(wanted)) {
                differences.add(new Difference(setting, retention ? wanted + " or more" : wanted, has));
            }
        });
        return new Planned(topic, name, differences.isEmpty() ? Action.OK : Action.CONTRADICTS, differences);
    }

    // A site may keep more than we ask for; -1 is for ever.
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
                    "topics exist with settings that contradict; " + String.join("; ", contradictions));
        }
    }

    private static void requirePositive(int partitions, short replication) {
        if (partitions < 1) {
            throw new IllegalArgumentException("partitions must be 1 or more, not " + partitions);
        }
        if (replication < 1 && replication != BROKER_DEFAULT) {
            throw new IllegalArgumentException("replication must be 1 or more, or " + BROKER_DEFAULT
                    + " for the broker's default, not " + replication);
        }
    }

    private static @Nullable Found found(@Nullable TopicDescription description, Map<String, String> settings) {
        if (description == null) {
            return null;
        }
        int replicas = description.partitions().stream()
                .mapToInt(partition -> partition.replicas().size())
                .min()
                .orElse(0);
        return new Found(description.partitions().size(), replicas, settings);
    }

    private static Map<String, TopicDescription> describe(Admin admin, Collection<String> names) {
        var descriptions = new HashMap<String, TopicDescription>();
        admin.describeTopics(names).topicNameValues().forEach((name, description) -> {
            try {
                descriptions.put(name, get(description));
            } catch (UnknownTopicOrPartitionException e) {
                // It does not exist: left out.
            }
        });
        return descriptions;
    }

    private static Map<String, Map<String, String>> settings(Admin admin, Collection<String> names) {
        var resources = names.stream()
                .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                .toList();
        var settings = new HashMap<String, Map<String, String>>();
        for (var entry : admin.describeConfigs(resources).values().entrySet()) {
            settings.put(entry.getKey().name(), values(get(entry.getValue())));
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

    private static <V> V get(KafkaFuture<V> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException refused ? refused : new KafkaException(e.getCause());
        }
    }
}
