package io.fairway.app.acl;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;

/**
 * Operations that are allowed on resources. Kafka itself adds Describe to Read and to Write.
 *
 * @param type topic, group or transactional id
 * @param pattern whether the names are whole names, or beginnings
 * @param names of the resources
 * @param operations in Kafka's order
 * @param why what they are needed for
 */
public record AclRule(
        ResourceType type, PatternType pattern, List<String> names, Set<AclOperation> operations, String why) {
    public AclRule {
        names = List.copyOf(names);
        operations = Collections.unmodifiableSet(EnumSet.copyOf(operations));
    }

    /** The operations under the names of Kafka's tools. */
    public List<String> operationNames() {
        return operations.stream().map(AclRule::toolName).toList();
    }

    /** The name of an operation in Kafka's tools: {@code DESCRIBE_CONFIGS} is {@code DescribeConfigs}. */
    public static String toolName(AclOperation operation) {
        return Arrays.stream(operation.name().split("_"))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }
}
