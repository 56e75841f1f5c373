package io.fairway.app.cli;

import io.fairway.app.acl.AclNames;
import io.fairway.app.acl.AclUser;
import io.fairway.app.acl.KafkaAclsText;
import io.fairway.app.acl.RoleAcls;
import io.fairway.app.acl.StrimziUsers;
import io.fairway.policies.yaml.YamlText;
import io.fairway.scenario.Misuse;
import io.fairway.schemas.NamedClusters;
import io.fairway.schemas.Topics;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code fairway topics acl}: prints the permissions that each role needs. */
@Command(
        name = "acl",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Print the least ACLs of each role, for a cluster that denies by default. Needs no broker.",
            "Roles: application, dispatcher, producer, operator, topic-admin, backfill, reader, connect;",
            "for a cluster with topics of its own also producer:CLUSTER.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  fairway topics acl --role application --principal application=CN=fairway",
            "  fairway topics acl --clusters alps,eiger --role producer \\",
            "      --principal producer:alps=agents-of-alps",
            "  fairway topics acl --format strimzi --strimzi-cluster batch \\",
            "      | kubectl apply -f -",
            "docs/security.md tells why each is needed."
        })
public final class AclCommand implements Callable<Integer> {
    /** The forms of output. */
    enum Format {
        KAFKA_ACLS("kafka-acls"),
        STRIMZI("strimzi");

        private final String word;

        Format(String word) {
            this.word = word;
        }

        @Override
        public String toString() {
            return word;
        }
    }

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "kafka-acls",
            description = "kafka-acls (command lines), or strimzi (resources of the kind KafkaUser).")
    private String format = "kafka-acls";

    @Option(names = "--role", paramLabel = "ROLE", description = "Only this role. May be repeated. Default: all roles.")
    private List<String> roles = new ArrayList<>();

    @Option(
            names = "--principal",
            paramLabel = "ROLE=USER",
            description = "User of a role, without 'User:'. May be repeated. Default: fairway-ROLE.")
    private Map<String, String> principals = new LinkedHashMap<>();

    @Option(
            names = "--prefix",
            paramLabel = "TEXT",
            defaultValue = Topics.STANDARD_PREFIX,
            description = "Prefix of the topics (topic.prefix; ${DEFAULT-VALUE} by default).")
    private String prefix = Topics.STANDARD_PREFIX;

    @Option(
            names = "--clusters",
            paramLabel = "NAMES",
            description = {
                "Clusters with topics of their own, separated by commas (topics.clusters).",
                "Each has a producer of its own. Default: none."
            })
    private String clusters = "";

    @Option(
            names = "--application-id",
            paramLabel = "ID",
            defaultValue = "fairway",
            description = "application.id of the application. Default: ${DEFAULT-VALUE}.")
    private String applicationId = "fairway";

    @Option(
            names = "--domain",
            paramLabel = "NAME",
            description = "The only domain of the dispatcher (its own option --domain). Default: all domains.")
    private @Nullable String domain;

    @Option(
            names = "--reader-groups",
            paramLabel = "PREFIX",
            defaultValue = "fairway-reader-",
            description = "Beginning of the consumer groups of readers. Default: ${DEFAULT-VALUE}.")
    private String readerGroups = "fairway-reader-";

    @Option(
            names = "--connect",
            paramLabel = "PREFIX",
            defaultValue = "connect-",
            description =
                    "Beginning of the group, the topics and the transactional ids of Connect's workers. Default: ${DEFAULT-VALUE}.")
    private String connect = "connect-";

    @Option(
            names = {"-b", "--bootstrap-servers"},
            paramLabel = "HOST:PORT",
            defaultValue = "\"$BROKERS\"",
            description = "Brokers for kafka-acls. Default: the shell's variable BROKERS.")
    private String servers = "\"$BROKERS\"";

    @Option(
            names = "--strimzi-cluster",
            paramLabel = "NAME",
            defaultValue = "my-cluster",
            description = "Name of the resource of the kind Kafka. Default: ${DEFAULT-VALUE}.")
    private String cluster = "my-cluster";

    @Option(
            names = "--strimzi-login",
            paramLabel = "LOGIN",
            defaultValue = "scram-sha-512",
            description = "Login of the users: scram-sha-512, tls, or tls-external. Default: ${DEFAULT-VALUE}.")
    private String login = "scram-sha-512";

    @Override
    public Integer call() throws IOException {
        Topics topics = Misuse.orUsage(spec, () -> Topics.of(prefix, NamedClusters.parse(clusters)));
        RoleAcls acls = Misuse.orUsage(
                spec,
                () -> new RoleAcls(new AclNames(
                        topics,
                        nonEmpty("--application-id", applicationId),
                        domain,
                        nonEmpty("--reader-groups", readerGroups),
                        nonEmpty("--connect", connect))));
        Map<AclUser, String> users =
                Misuse.orUsage(spec, () -> users(topics.clusters().names()));
        PrintWriter out = spec.commandLine().getOut();
        switch (Misuse.orUsage(spec, () -> oneOf("--format", format, Format.values()))) {
            case KAFKA_ACLS ->
                users.forEach((role, user) -> {
                    out.println("# " + role.word() + ": " + role.does());
                    KafkaAclsText.lines(user, role.rules(acls), servers).forEach(out::println);
                    out.println();
                });
            case STRIMZI -> {
                StrimziUsers.Login how =
                        Misuse.orUsage(spec, () -> oneOf("--strimzi-login", login, StrimziUsers.Login.values()));
                for (Map.Entry<AclUser, String> user : users.entrySet()) {
                    out.println("---");
                    out.println(
                            "# " + user.getKey().word() + ": " + user.getKey().does());
                    out.print(YamlText.text(
                            StrimziUsers.of(user.getValue(), user.getKey().rules(acls), cluster, how)));
                }
            }
        }
        out.flush();
        return 0;
    }

    /** The wanted users with their principals. */
    private Map<AclUser, String> users(List<String> named) {
        List<AclUser> all = AclUser.all(named);
        Map<AclUser, String> users = new LinkedHashMap<>();
        Set<String> wanted =
                roles.stream().map(role -> AclUser.of(role, all).word()).collect(Collectors.toSet());
        for (AclUser each : all) {
            if (roles.isEmpty()
                    || wanted.contains(each.word())
                    || wanted.contains(each.role().word())) {
                users.put(each, each.usualPrincipal());
            }
        }
        principals.forEach((role, user) -> {
            if (users.replace(AclUser.of(role, all), nonEmpty("--principal " + role, user)) == null) {
                throw new IllegalArgumentException("--principal " + role + "=" + user + ": --role does not ask for it");
            }
        });
        return users;
    }

    private static String nonEmpty(String option, String value) {
        if (value.isBlank()) {
            throw new IllegalArgumentException(option + " \"" + value + "\": must not be empty");
        }
        return value;
    }

    private static <E extends Enum<E>> E oneOf(String option, String word, E[] values) {
        for (E value : values) {
            if (value.toString().equals(word)) {
                return value;
            }
        }
        throw new IllegalArgumentException(option + " \"" + word + "\": must be one of " + List.of(values));
    }
}
