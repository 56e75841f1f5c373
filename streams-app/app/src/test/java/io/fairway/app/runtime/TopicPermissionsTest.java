package io.fairway.app.runtime;

import static org.apache.kafka.common.acl.AclOperation.DESCRIBE_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.app.acl.AclRule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;

/** With brokers: SecuredClusterIT. */
class TopicPermissionsTest {
    private static final List<AclRule> RULES = List.of(
            new AclRule(
                    ResourceType.TOPIC,
                    PatternType.LITERAL,
                    List.of("a", "b", "c", "d"),
                    Set.of(READ, WRITE, DESCRIBE_CONFIGS),
                    ""),
            new AclRule(ResourceType.TOPIC, PatternType.PREFIXED, List.of("a"), Set.of(WRITE), ""),
            new AclRule(ResourceType.GROUP, PatternType.LITERAL, List.of("a"), Set.of(READ), ""));

    /** c cannot be seen, d does not exist, or its brokers have no ACLs. */
    @Test
    void namesWhatIsLackingOnEachTopicThatExists() {
        assertThat(TopicPermissions.lacking(
                        RULES, Map.of("a", Set.of(READ, WRITE, DESCRIBE_CONFIGS), "b", Set.of(READ), "c", Set.of())))
                .containsExactly("Write and DescribeConfigs on b", "Read and Write and DescribeConfigs on c");
    }
}
