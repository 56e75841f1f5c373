package io.fairway.app.acl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.resource.PatternType;

/** Permissions as resources of the kind KafkaUser, which Strimzi's user operator carries out. */
public final class StrimziUsers {
    private StrimziUsers() {}

    /** How a user logs in. */
    public enum Login {
        /** By a password. */
        SCRAM_SHA_512("scram-sha-512"),
        /** By a certificate that Strimzi makes. */
        TLS("tls"),
        /** By a certificate, or a token, that comes from elsewhere. */
        TLS_EXTERNAL("tls-external");

        private final String word;

        Login(String word) {
            this.word = word;
        }

        @Override
        public String toString() {
            return word;
        }
    }

    /**
     * The resource of a user, as a tree of maps and lists for a YAML writer.
     *
     * @param user its name, which is its principal's too
     * @param cluster the name of the resource of the kind Kafka
     */
    public static Map<String, Object> of(String user, List<AclRule> rules, String cluster, Login login) {
        List<Object> acls = new ArrayList<>();
        for (AclRule rule : rules) {
            for (String name : rule.names()) {
                Map<String, Object> resource = new LinkedHashMap<>();
                resource.put("type", type(rule));
                resource.put("name", name);
                resource.put("patternType", rule.pattern() == PatternType.PREFIXED ? "prefix" : "literal");
                Map<String, Object> acl = new LinkedHashMap<>();
                acl.put("resource", resource);
                acl.put("operations", rule.operationNames());
                acls.add(acl);
            }
        }
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", user);
        metadata.put("labels", Map.of("strimzi.io/cluster", cluster));
        Map<String, Object> authorization = new LinkedHashMap<>();
        authorization.put("type", "simple");
        authorization.put("acls", acls);
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("authentication", Map.of("type", login.toString()));
        spec.put("authorization", authorization);
        Map<String, Object> whole = new LinkedHashMap<>();
        whole.put("apiVersion", "kafka.strimzi.io/v1");
        whole.put("kind", "KafkaUser");
        whole.put("metadata", metadata);
        whole.put("spec", spec);
        return whole;
    }

    private static String type(AclRule rule) {
        return switch (rule.type()) {
            case TOPIC -> "topic";
            case GROUP -> "group";
            case TRANSACTIONAL_ID -> "transactionalId";
            case CLUSTER, DELEGATION_TOKEN, USER, ANY, UNKNOWN ->
                throw new IllegalArgumentException(rule.type() + ": no role needs it");
        };
    }
}
