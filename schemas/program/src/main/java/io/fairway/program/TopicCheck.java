package io.fairway.program;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/** What the topics of an application are like on the broker, and what is wrong with them. */
public final class TopicCheck {
    private final Map<UsedTopic, TopicDescription> there = new LinkedHashMap<>();
    private final List<UsedTopic> missing = new ArrayList<>();
    private final List<TopicRule.Breach> breaches = new ArrayList<>();

    private TopicCheck() {}

    /**
     * Looks at topics.
     *
     * @throws KafkaException if the broker refuses or does not answer
     */
    public static TopicCheck of(Admin admin, Collection<UsedTopic> topics, TopicRule.Needs needs) {
        TopicCheck check = new TopicCheck();
        Map<String, TopicDescription> described = ExistingTopics.describe(
                admin, topics.stream().map(UsedTopic::name).toList());
        Map<String, Map<String, String>> values = ExistingTopics.settings(admin, described.keySet());
        for (UsedTopic topic : topics) {
            TopicDescription description = described.get(topic.name());
            if (description == null) {
                check.missing.add(topic);
                continue;
            }
            check.there.put(topic, description);
            ExistingTopics.Found found = ExistingTopics.found(description, values.getOrDefault(topic.name(), Map.of()));
            for (TopicRule rule : TopicRule.values()) {
                TopicRule.@Nullable Breach breach = rule.breach(topic, needs, found);
                if (breach != null) {
                    check.breaches.add(breach);
                }
            }
        }
        return check;
    }

    /** The topics that exist. */
    public Collection<UsedTopic> there() {
        return there.keySet();
    }

    /** The topics that do not exist. */
    public List<UsedTopic> missing() {
        return List.copyOf(missing);
    }

    /** The ids of the topics that exist, by name. A topic that is deleted and made again has another id. */
    public Map<String, Uuid> ids() {
        Map<String, Uuid> ids = new HashMap<>();
        there.forEach((topic, description) -> ids.put(topic.name(), description.topicId()));
        return ids;
    }

    /** The breaches of rules without which the application must not run, each in a sentence. */
    public List<String> refusals() {
        return sentences(breaches.stream().filter(breach -> breach.rule().isNeeded()));
    }

    /** The other breaches. */
    public List<String> warnings() {
        return sentences(breaches.stream().filter(breach -> !breach.rule().isNeeded()));
    }

    /** One sentence for all topics with the same fault. */
    private static List<String> sentences(Stream<TopicRule.Breach> breaches) {
        Map<String, List<String>> topics = new LinkedHashMap<>();
        breaches.forEach(breach -> topics.computeIfAbsent(breach.fault(), fault -> new ArrayList<>())
                .add(breach.topic()));
        return topics.entrySet().stream()
                .map(fault -> String.join(", ", fault.getValue()) + ": " + fault.getKey())
                .toList();
    }
}
