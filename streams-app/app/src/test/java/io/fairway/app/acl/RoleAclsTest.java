package io.fairway.app.acl;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.app.cli.TopicsCommand;
import io.fairway.schemas.NamedClusters;
import io.fairway.schemas.Topics;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;
import picocli.CommandLine;

/** That the permissions suffice, and that no more is allowed, is tested on a cluster: SecuredClusterIT. */
class RoleAclsTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "security.md");
    private static final String HEAD = "| role | resource | names | operations | why |\n|---|---|---|---|---|\n";

    @Test
    void nobodyMayDeleteOrAlterAnythingOrHasAnyPermissionOnTheCluster() {
        RoleAcls acls = new RoleAcls(AclNames.standard());
        for (AclRole role : AclRole.values()) {
            assertThat(acls.of(role)).isNotEmpty();
            for (AclRule rule : acls.of(role)) {
                assertThat(rule.operations())
                        .isSubsetOf(
                                AclOperation.READ,
                                AclOperation.WRITE,
                                AclOperation.CREATE,
                                AclOperation.DESCRIBE,
                                AclOperation.DESCRIBE_CONFIGS);
                assertThat(rule.type()).isIn(ResourceType.TOPIC, ResourceType.GROUP, ResourceType.TRANSACTIONAL_ID);
            }
        }
    }

    @Test
    void namesFollowTheSettings() {
        RoleAcls acls = new RoleAcls(new AclNames(Topics.withPrefix("hpc."), "batch", "alps", "readers.", "kc-"));
        assertThat(acls.of(AclRole.DISPATCHER))
                .extracting(
                        AclRule::type, AclRule::pattern, rule -> rule.names().get(0))
                .contains(
                        org.assertj.core.groups.Tuple.tuple(
                                ResourceType.GROUP, PatternType.LITERAL, "hpc.dispatch.alps"),
                        org.assertj.core.groups.Tuple.tuple(
                                ResourceType.TRANSACTIONAL_ID, PatternType.LITERAL, "hpc.dispatch.alps"));
        assertThat(acls.of(AclRole.APPLICATION))
                .extracting(
                        AclRule::type, AclRule::pattern, rule -> rule.names().get(0))
                .contains(
                        org.assertj.core.groups.Tuple.tuple(ResourceType.GROUP, PatternType.LITERAL, "batch"),
                        org.assertj.core.groups.Tuple.tuple(ResourceType.TOPIC, PatternType.PREFIXED, "batch-"),
                        org.assertj.core.groups.Tuple.tuple(
                                ResourceType.TRANSACTIONAL_ID, PatternType.PREFIXED, "batch-"));
        assertThat(acls.of(AclRole.TOPIC_ADMIN).get(0).names()).containsExactly("hpc.");
        // Kafka refuses an empty name of a resource.
        assertThat(new RoleAcls(new AclNames(Topics.withPrefix(""), "batch", null, "r", "c")).of(AclRole.TOPIC_ADMIN))
                .extracting(AclRule::pattern, AclRule::names)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(PatternType.LITERAL, List.of("*")));
    }

    /** Both formats say the same, each read by its own rules. */
    @Test
    void bothFormatsAllowTheSame() throws Exception {
        Set<String> byTool = new TreeSet<>();
        run("acl", "--prefix", "hpc.", "--application-id", "batch")
                .replace("\\\n", "")
                .lines()
                .filter(line -> line.startsWith("kafka-acls"))
                .forEach(line -> byTool.addAll(permissions(List.of(line.trim().split("\\s+")))));
        Set<String> byStrimzi = new TreeSet<>();
        for (Object each : new Yaml()
                .loadAll(run("acl", "--prefix", "hpc.", "--application-id", "batch", "--format", "strimzi"))) {
            byStrimzi.addAll(permissions((Map<?, ?>) each));
        }
        assertThat(byTool).hasSizeGreaterThan(40).isEqualTo(byStrimzi);
        assertThat(byTool)
                .contains(
                        "User:fairway-operator topic literal hpc.shares Write",
                        "User:fairway-application transactionalId prefix batch- Write",
                        "User:fairway-reader group prefix fairway-reader- Read");
    }

    @Test
    void aClusterWithTopicsOfItsOwnHasAProducerOfItsOwn() {
        RoleAcls acls = new RoleAcls(
                AclNames.of(Topics.of("hpc.", NamedClusters.parse("eiger=2026-12-01T00:00:00Z,alps")), "batch"));
        List<AclUser> all = AclUser.all(List.of("alps", "eiger"));
        Map<String, Set<String>> writers = new TreeMap<>();
        Map<String, Set<String>> readers = new TreeMap<>();
        for (AclUser user : all) {
            for (AclRule rule : user.rules(acls)) {
                for (String name : rule.names()) {
                    if (name.startsWith("hpc.job-events")) {
                        if (rule.operations().contains(AclOperation.WRITE)) {
                            writers.computeIfAbsent(name, topic -> new TreeSet<>())
                                    .add(user.word());
                        }
                        if (rule.operations().contains(AclOperation.READ)) {
                            readers.computeIfAbsent(name, topic -> new TreeSet<>())
                                    .add(user.word());
                        }
                    }
                }
            }
        }
        assertThat(writers)
                .isEqualTo(Map.of(
                        "hpc.job-events",
                                Set.of("application", "dispatcher", "operator", "backfill", "connect", "producer"),
                        "hpc.job-events.alps",
                                Set.of("application", "dispatcher", "operator", "backfill", "connect", "producer:alps"),
                        "hpc.job-events.eiger",
                                Set.of(
                                        "application",
                                        "dispatcher",
                                        "operator",
                                        "backfill",
                                        "connect",
                                        "producer:eiger")));
        assertThat(readers)
                .hasSize(3)
                .allSatisfy(
                        (topic, words) -> assertThat(words).containsExactly("application", "dispatcher", "operator"));
    }

    /** The worker that leads writes with the id connect-cluster-GROUP, a task with GROUP-CONNECTOR-TASK. */
    @Test
    void connectHasTheTransactionsOfItsLeaderWhateverItsGroupIs() {
        assertThat(connectTransactions("connect-")).containsExactly("connect-");
        assertThat(connectTransactions("kc-")).containsExactly("kc-", "connect-cluster-kc-");
    }

    private static List<String> connectTransactions(String group) {
        return new RoleAcls(new AclNames(Topics.standard(), "fairway", null, "r", group))
                .of(AclRole.CONNECT).stream()
                        .filter(rule -> rule.type() == ResourceType.TRANSACTIONAL_ID)
                        .flatMap(rule -> rule.names().stream())
                        .toList();
    }

    @Test
    void theCommandKnowsTheProducersOfClusters() {
        assertThat(run(
                        "acl",
                        "--clusters",
                        "alps,eiger",
                        "--role",
                        "producer:alps",
                        "--principal",
                        "producer:alps=agents-of-alps"))
                .contains("# producer:alps: sends job events and samples of cluster alps alone")
                .contains("--allow-principal User:agents-of-alps --operation Write --topic fairway.job-events.alps"
                        + " --topic fairway.samples.alps")
                .doesNotContain("eiger");
        assertThat(run("acl", "--clusters", "alps,eiger", "--role", "producer", "--format", "strimzi"))
                .contains("name: fairway-producer", "name: fairway-producer-alps", "name: fairway-producer-eiger");
    }

    @Test
    void strimziNamesTheClusterAndTheLogin() throws Exception {
        String text = run(
                "acl",
                "--role",
                "reader",
                "--format",
                "strimzi",
                "--strimzi-cluster",
                "batch",
                "--strimzi-login",
                "tls");
        Map<?, ?> user = (Map<?, ?>) new Yaml().loadAll(text).iterator().next();
        assertThat(user.get("kind")).isEqualTo("KafkaUser");
        assertThat(child(user, "metadata").get("labels")).isEqualTo(Map.of("strimzi.io/cluster", "batch"));
        assertThat(child(user, "spec").get("authentication")).isEqualTo(Map.of("type", "tls"));
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThat(refused("acl", "--role", "boss")).contains("role \"boss\": must be one of application, dispatcher");
        assertThat(refused("acl", "--format", "xml"))
                .contains("--format \"xml\": must be one of [kafka-acls, strimzi]");
        assertThat(refused("acl", "--principal", "reader=")).contains("--principal reader \"\": must not be empty");
        assertThat(refused("acl", "--role", "reader", "--principal", "producer=x"))
                .contains("--role does not ask for it");
        assertThat(refused("acl", "--prefix", "a b")).contains("topic prefix \"a b\"");
        assertThat(refused("acl", "--role", "producer:alps"))
                .contains("role \"producer:alps\": must be one of application, dispatcher, producer, operator");
        assertThat(refused("acl", "--clusters", "a b")).contains("cluster \"a b\" must have only ASCII");
        assertThat(refused("acl", "--clusters", "alps", "--role", "producer:ALPS"))
                .contains("must be one of application, dispatcher, producer, producer:alps, operator");
    }

    @Test
    void aPrincipalOfManyWordsIsQuotedForTheShell() throws Exception {
        assertThat(run("acl", "--role", "reader", "--principal", "reader=CN=o'neil,O=Site A"))
                .contains("--allow-principal 'User:CN=o'\\''neil,O=Site A' --operation");
    }

    /** To write the page anew: {@code -Ddocs.write=true}. */
    @Test
    void theTableOfThePageSaysWhatTheModelSays() throws IOException {
        StringBuilder table = new StringBuilder(HEAD);
        RoleAcls acls = new RoleAcls(AclNames.standard());
        for (AclRole role : AclRole.values()) {
            for (AclRule rule : acls.of(role)) {
                table.append("| ").append(role.word());
                table.append(" | ").append(word(rule.type()));
                table.append(" | ")
                        .append(rule.names().stream()
                                .map(name -> "`" + name + (rule.pattern() == PatternType.PREFIXED ? "*" : "") + "`")
                                .collect(Collectors.joining(", ")));
                table.append(" | ").append(String.join(", ", rule.operationNames()));
                table.append(" | ").append(rule.why()).append(" |\n");
            }
        }
        String page = Files.readString(PAGE);
        if (Boolean.getBoolean("docs.write")) {
            int from = page.indexOf(HEAD);
            int to = page.indexOf("\n\n", from);
            page = page.substring(0, from) + table.toString().stripTrailing() + page.substring(to);
            Files.writeString(PAGE, page);
        }
        assertThat(page).contains(table);
    }

    private static String word(ResourceType type) {
        return switch (type) {
            case TOPIC -> "topic";
            case GROUP -> "group";
            default -> "transactional id";
        };
    }

    private static List<String> permissions(List<String> words) {
        String principal = "";
        String pattern = "literal";
        List<String> operations = new ArrayList<>();
        List<String> resources = new ArrayList<>();
        for (int i = 1; i < words.size(); i++) {
            switch (words.get(i)) {
                case "--allow-principal" -> principal = words.get(i + 1);
                case "--resource-pattern-type" -> pattern = words.get(i + 1).equals("prefixed") ? "prefix" : "?";
                case "--operation" -> operations.add(words.get(i + 1));
                case "--topic" -> resources.add("topic " + words.get(i + 1));
                case "--group" -> resources.add("group " + words.get(i + 1));
                case "--transactional-id" -> resources.add("transactionalId " + words.get(i + 1));
                default -> {}
            }
        }
        List<String> all = new ArrayList<>();
        for (String resource : resources) {
            for (String operation : operations) {
                String[] typeAndName = resource.split(" ");
                all.add(principal + " " + typeAndName[0] + " " + pattern + " " + typeAndName[1] + " " + operation);
            }
        }
        return all;
    }

    private static List<String> permissions(Map<?, ?> user) {
        List<String> all = new ArrayList<>();
        Object name = child(user, "metadata").get("name");
        for (Object each : children(child(child(user, "spec"), "authorization"), "acls")) {
            Map<?, ?> acl = (Map<?, ?>) each;
            Map<?, ?> resource = child(acl, "resource");
            for (Object operation : children(acl, "operations")) {
                all.add("User:" + name + " " + resource.get("type") + " " + resource.get("patternType") + " "
                        + resource.get("name") + " " + operation);
            }
        }
        return all;
    }

    private static Map<?, ?> child(Map<?, ?> map, String key) {
        return (Map<?, ?>) Objects.requireNonNull(map.get(key), key);
    }

    private static List<?> children(Map<?, ?> map, String key) {
        return (List<?>) Objects.requireNonNull(map.get(key), key);
    }

    private static String run(String... words) {
        StringWriter out = new StringWriter();
        CommandLine line = new CommandLine(new TopicsCommand());
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
        assertThat(line.execute(words)).as(out.toString()).isZero();
        return out.toString();
    }

    private static String refused(String... words) {
        StringWriter out = new StringWriter();
        CommandLine line = new CommandLine(new TopicsCommand());
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
        assertThat(line.execute(words)).isEqualTo(2);
        return out.toString();
    }
}
