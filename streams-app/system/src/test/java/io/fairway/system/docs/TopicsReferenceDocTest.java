package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.app.acl.AclNames;
import io.fairway.app.acl.AclRole;
import io.fairway.app.acl.RoleAcls;
import io.fairway.engine.store.Stores;
import io.fairway.program.TopicRule;
import io.fairway.program.UsedTopic;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import io.fairway.stores.CommitListeners;
import io.fairway.system.FairwayMain;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** {@code docs/reference-topics.md}: topics, who may read and write them, and the stores, from the code that makes them. */
class TopicsReferenceDocTest {
    private static final String STORES = "streams-app/engine/src/main/java/io/fairway/engine/store/Stores.java";
    private static final String TOPIC = "schemas/contract/src/main/java/io/fairway/schemas/Topic.java";
    private static final Pattern STORE = Pattern.compile(
            "/\\*\\*((?:(?!\\*/).)*)\\*/\\s*public static final \\w+ \\w+ = new \\w+\\(\"([^\"]+)\"", Pattern.DOTALL);
    private static final Pattern CONSTANT = Pattern.compile("/\\*\\* ([^\\n]*) \\*/\\n    ([A-Z_]+)\\(\"");
    private static final Pattern OF_TASK = Pattern.compile("\\(stores: \\[([^\\]]*)]\\)");

    private final Topics names = Topics.standard();

    @Test
    void thePageSaysWhatTheCodeMakes() throws IOException {
        ReferencePage.holds("reference-topics.md", page(), getClass());
    }

    /** The page takes stores from their declarations, and this asks the topology. */
    @Test
    void theStoresAreThoseOfTheTopology() throws IOException {
        Set<String> drawn = OF_TASK.matcher(topology())
                .results()
                .flatMap(stores -> Arrays.stream(stores.group(1).split(", ")))
                .collect(Collectors.toCollection(TreeSet::new));
        drawn.remove(CommitListeners.STORE);
        assertThat(stores().keySet()).isEqualTo(drawn);
    }

    private static String topology() {
        StringWriter out = new StringWriter();
        assertThat(FairwayMain.commandLine("describe")
                        .setOut(new PrintWriter(out))
                        .execute("describe"))
                .isZero();
        return out.toString();
    }

    private String page() throws IOException {
        StringBuilder page = new StringBuilder("""
                # Topics and stores

                Made from the code; a test fails when this page is stale. Names have the default prefix (`topic.prefix`). A key is text, its parts
                separated by `|`; a topic's partition is that of the domain, the first part. `fairway topics create` makes topics of %d partitions
                unless it is told another number. All have the broker's append time. Schemas: [schemas/contract](../schemas/contract/README.md).
                Metrics are in [reference-metrics.md](reference-metrics.md).

                ## Topics
                """.formatted(Topic.DEFAULT_PARTITIONS));
        page.append(ReferencePage.head("topic", "what", "key", "value", "cleanup", "kept", "codec", "largest batch"));
        Map<String, String> said = CONSTANT.matcher(Files.readString(Documents.ROOT.resolve(TOPIC)))
                .results()
                .collect(Collectors.toMap(found -> found.group(2), found -> plain(found.group(1))));
        for (Topic topic : Topic.values()) {
            Map<String, String> settings = topic.settings();
            page.append(ReferencePage.row(
                    ReferencePage.code(names.name(topic)) + (topic.isPerCluster() ? ", also of one cluster" : ""),
                    Objects.requireNonNull(said.get(topic.name()), topic.name()),
                    topic.isEnvelope() ? topic.keyDoc() : ReferencePage.code(topic.keyDoc()),
                    topic.isEnvelope()
                            ? "as it came"
                            : ReferencePage.code(topic.valueClass().getSimpleName()),
                    settings.getOrDefault("cleanup.policy", ""),
                    days(topic.retention()),
                    settings.getOrDefault("compression.type", ""),
                    settings.getOrDefault("max.message.bytes", "") + " bytes"));
        }
        page.append("""

                ## Who reads and who writes

                The roles of `fairway topics acl`, which allows each no more than its work needs ([security.md](security.md)). The application
                writes inputs only to put back what was on a wrong partition.
                """);
        page.append(ReferencePage.head("topic", "writes", "reads"));
        for (Topic topic : Topic.values()) {
            page.append(ReferencePage.row(
                    ReferencePage.code(names.name(topic)),
                    roles(topic, AclOperation.WRITE),
                    roles(topic, AclOperation.READ)));
        }
        page.append("""

                ## Stores

                Each has a changelog, `APPLICATION-STORE-changelog`, where APPLICATION is `application.id`: `fairway-lines-changelog`. It has the
                partitions of the inputs. [state.md](state.md) tells how stores are read and restored.
                """);
        page.append(ReferencePage.head("store", "what, and its key", "where", "changelog's cleanup", "kept"));
        stores().forEach((name, what) -> page.append(row(name, what)));
        return page.toString();
    }

    private String roles(Topic topic, AclOperation operation) {
        RoleAcls acls = new RoleAcls(AclNames.of(names, "fairway"));
        return Arrays.stream(AclRole.values())
                .filter(role -> acls.of(role).stream()
                        .anyMatch(rule -> rule.type() == ResourceType.TOPIC
                                && rule.names().contains(names.name(topic))
                                && rule.operations().contains(operation)))
                .map(AclRole::word)
                .collect(Collectors.joining(", "));
    }

    private static Map<String, String> stores() throws IOException {
        return STORE.matcher(Files.readString(Documents.ROOT.resolve(STORES)))
                .results()
                .collect(Collectors.toMap(
                        found -> found.group(2), TopicsReferenceDocTest::what, (one, other) -> one, TreeMap::new));
    }

    private static String what(MatchResult store) {
        return plain(store.group(1).replaceAll("\\n\\s*\\*", " "));
    }

    /** Without Javadoc's tags. */
    private static String plain(String comment) {
        return comment.replaceAll("\\{@(?:link|code) #?([^}]*)}", "`$1`")
                .replaceAll("\\s+", " ")
                .strip();
    }

    private static String row(String name, String what) {
        Stores.@Nullable Window window = Stores.windows().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElse(null);
        boolean disk = Stores.keyValues().stream().anyMatch(each -> each.name().equals(name) && each.persistent());
        UsedTopic changelog = new UsedTopic(
                "fairway-" + name + "-changelog",
                window == null ? UsedTopic.Use.STATE : UsedTopic.Use.WINDOWS,
                null,
                window == null ? null : window.retention());
        TopicRule cleanup = window == null ? TopicRule.LAST_VALUES : TopicRule.LAST_WINDOWS;
        return ReferencePage.row(
                ReferencePage.code(name),
                what,
                disk || window != null ? "disk" : "memory",
                String.valueOf(cleanup.wanted(changelog, new TopicRule.Needs(1, Duration.ZERO))),
                window == null ? "for good" : days(window.retention()) + ", windows of " + hours(window.size()));
    }

    private static String days(@Nullable Duration kept) {
        return kept == null ? "for good" : kept.toDays() + " days";
    }

    private static String hours(Duration size) {
        return size.toHours() == 1 ? "an hour" : size.toHours() + " hours";
    }
}
