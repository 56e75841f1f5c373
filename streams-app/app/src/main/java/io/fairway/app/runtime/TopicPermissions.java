package io.fairway.app.runtime;

import io.fairway.app.acl.AclRule;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;

/**
 * What the application may not do on its topics. Without this look, a missing permission would stop the stream when the
 * first record is to be written, which may be months later: dead letters are rare.
 */
final class TopicPermissions {
    private TopicPermissions() {}

    /**
     * What the brokers say that this user may do on the topics of rules; a topic that does not exist is missing, and one
     * that it may not even see has nothing.
     *
     * @throws KafkaException if the brokers do not answer
     */
    static Map<String, Set<AclOperation>> of(Admin admin, Collection<AclRule> rules) {
        return of(
                admin,
                rules.stream()
                        .filter(TopicPermissions::isOnWholeNames)
                        .flatMap(rule -> rule.names().stream())
                        .distinct()
                        .toList());
    }

    private static Map<String, Set<AclOperation>> of(Admin admin, List<String> names) {
        Map<String, Set<AclOperation>> allowed = new HashMap<>();
        for (Map.Entry<String, KafkaFuture<TopicDescription>> each : admin.describeTopics(
                        names, new DescribeTopicsOptions().includeAuthorizedOperations(true))
                .topicNameValues()
                .entrySet()) {
            try {
                Set<AclOperation> operations = each.getValue().get().authorizedOperations();
                if (operations != null) {
                    allowed.put(each.getKey(), operations);
                }
            } catch (InterruptedException e) {
                throw new InterruptException(e);
            } catch (ExecutionException e) {
                if (e.getCause() instanceof TopicAuthorizationException) {
                    allowed.put(each.getKey(), Set.of());
                } else if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw e.getCause() instanceof KafkaException failed ? failed : new KafkaException(e.getCause());
                }
            }
        }
        return allowed;
    }

    /** What is needed and not allowed, such as {@code Write on fairway.dead-letters}, in the order of the rules. */
    static List<String> lacking(Collection<AclRule> rules, Map<String, Set<AclOperation>> allowed) {
        List<String> lacking = new ArrayList<>();
        for (AclRule rule : rules) {
            if (!isOnWholeNames(rule)) {
                continue;
            }
            for (String name : rule.names()) {
                Set<AclOperation> operations = allowed.getOrDefault(name, rule.operations());
                List<String> words = rule.operations().stream()
                        .filter(operation -> !operations.contains(operation))
                        .map(AclRule::toolName)
                        .toList();
                if (!words.isEmpty()) {
                    lacking.add(String.join(" and ", words) + " on " + name);
                }
            }
        }
        return lacking;
    }

    /** The optional topics that do not exist, or on which this user may not do all that the application does. */
    static Set<Topic> unusable(Admin admin, Topics topics, Collection<AclRule> rules) {
        Set<Topic> unusable = EnumSet.noneOf(Topic.class);
        for (Topic topic : Topic.values()) {
            if (topic.isOptional() && !isUsable(admin, topics.name(topic), rules)) {
                unusable.add(topic);
            }
        }
        return unusable;
    }

    private static boolean isUsable(Admin admin, String topic, Collection<AclRule> rules) {
        Set<AclOperation> allowed = of(admin, List.of(topic)).get(topic);
        return allowed != null
                && rules.stream()
                        .filter(rule -> isOnWholeNames(rule) && rule.names().contains(topic))
                        .allMatch(rule -> allowed.containsAll(rule.operations()));
    }

    private static boolean isOnWholeNames(AclRule rule) {
        return rule.type() == ResourceType.TOPIC && rule.pattern() == PatternType.LITERAL;
    }
}
