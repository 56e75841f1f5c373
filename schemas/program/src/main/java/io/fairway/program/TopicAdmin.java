package io.fairway.program;

import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.jspecify.annotations.Nullable;

/** Makes the topics that {@link Topic} describes, and reports the differences of existing ones. */
public final class TopicAdmin {
    /** Leaves the number of replicas to the broker's default. */
    public static final short BROKER_DEFAULT = -1;

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

    /**
     * Compares every topic with the broker. Changes nothing.
     *
     * @param replication replicas of each partition, or {@link #BROKER_DEFAULT}
     * @param leftOut settings that are not compared
     * @throws KafkaException if the broker refuses or does not answer
     */
    public static List<Planned> plan(Admin admin, Topics topics, int partitions, short replication, LeftOut leftOut) {
        requirePositive(partitions, replication);
        var names = Arrays.stream(Topic.values())
                .flatMap(topic -> topics.names(topic).stream())
                .toList();
        Map<String, TopicDescription> descriptions = ExistingTopics.describe(admin, names);
        Map<String, Map<String, String>> settings = ExistingTopics.settings(admin, descriptions.keySet());
        var plan = new ArrayList<Planned>();
        for (Topic topic : Topic.values()) {
            for (String name : topics.names(topic)) {
                plan.add(compare(
                        topic,
                        name,
                        partitions,
                        replication,
                        leftOut,
                        foundOrNull(descriptions.get(name), settings.getOrDefault(name, Map.of()))));
            }
        }
        return plan;
    }

    /** As below, with all settings. */
    public static List<Planned> apply(Admin admin, Topics topics, int partitions, short replication) {
        return apply(admin, topics, partitions, replication, LeftOut.NOTHING);
    }

    /**
     * Makes the missing topics, and returns the actions. Idempotent.
     *
     * @param leftOut settings that are left to the broker
     * @throws IllegalStateException if a topic contradicts; makes nothing then
     * @throws KafkaException if the broker refuses or does not answer
     */
    public static List<Planned> apply(Admin admin, Topics topics, int partitions, short replication, LeftOut leftOut) {
        List<Planned> plan = plan(admin, topics, partitions, replication, leftOut);
        requireNoContradiction(plan);
        var missing = new ArrayList<NewTopic>();
        for (Planned planned : plan) {
            if (planned.action() == Action.CREATE) {
                missing.add(new NewTopic(
                                planned.name(),
                                Optional.of(partitions),
                                replication == BROKER_DEFAULT ? Optional.empty() : Optional.of(replication))
                        .configs(leftOut.without(planned.topic().settings())));
            }
        }
        boolean raced = false;
        for (var created : admin.createTopics(missing).values().entrySet()) {
            try {
                var unused = ExistingTopics.get(created.getValue(), "Create", created.getKey());
            } catch (TopicExistsException e) {
                raced = true;
            }
        }
        CreatedTopics.awaitVisible(admin, missing.stream().map(NewTopic::name).toList());
        if (raced) {
            // Another process made it in between; its settings need a check.
            requireNoContradiction(plan(admin, topics, partitions, replication, leftOut));
        }
        return plan;
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
        ExistingTopics.describe(admin, inputTopics)
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

    static Planned compare(
            Topic topic,
            String name,
            int partitions,
            short replication,
            LeftOut leftOut,
            ExistingTopics.@Nullable Found found) {
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
        leftOut.without(topic.settings()).forEach((setting, wanted) -> {
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

    private static ExistingTopics.@Nullable Found foundOrNull(
            @Nullable TopicDescription description, Map<String, String> settings) {
        return description == null ? null : ExistingTopics.found(description, settings);
    }
}
