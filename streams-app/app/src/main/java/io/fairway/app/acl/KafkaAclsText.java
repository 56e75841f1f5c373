package io.fairway.app.acl;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.security.auth.KafkaPrincipal;

/** Permissions as command lines of Kafka's own {@code kafka-acls}, for a shell. */
public final class KafkaAclsText {
    private static final Pattern PLAIN = Pattern.compile("[a-zA-Z0-9._:=/@-]+");

    private KafkaAclsText() {}

    /**
     * One command for each rule.
     *
     * @param principal a user name, such as {@code fairway-application} or {@code CN=fairway}
     * @param servers brokers, as in {@code bootstrap.servers}; a shell variable stays one
     */
    public static List<String> lines(String principal, List<AclRule> rules, String servers) {
        List<String> lines = new ArrayList<>();
        for (AclRule rule : rules) {
            lines.add("# " + rule.why());
            lines.add("kafka-acls --bootstrap-server " + servers + " --command-config admin.properties --add \\");
            List<String> words = words(principal, rule);
            lines.add("  "
                    + String.join(" ", words.stream().map(KafkaAclsText::quoted).toList()));
        }
        return lines;
    }

    /** The words of a command, after those that say where the brokers are. */
    public static List<String> words(String principal, AclRule rule) {
        List<String> words = new ArrayList<>();
        words.add("--allow-principal");
        words.add(KafkaPrincipal.USER_TYPE + ":" + principal);
        if (rule.pattern() == PatternType.PREFIXED) {
            words.add("--resource-pattern-type");
            words.add("prefixed");
        }
        for (String operation : rule.operationNames()) {
            words.add("--operation");
            words.add(operation);
        }
        String option = switch (rule.type()) {
            case TOPIC -> "--topic";
            case GROUP -> "--group";
            case TRANSACTIONAL_ID -> "--transactional-id";
            case CLUSTER, DELEGATION_TOKEN, USER, ANY, UNKNOWN ->
                throw new IllegalArgumentException(rule.type() + ": no role needs it");
        };
        for (String name : rule.names()) {
            words.add(option);
            words.add(name);
        }
        return words;
    }

    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
