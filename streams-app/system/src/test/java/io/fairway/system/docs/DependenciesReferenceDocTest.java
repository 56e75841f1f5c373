package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** {@code docs/reference-dependencies.md}: what ships, in which version, and why: from the build files and from the decision. */
class DependenciesReferenceDocTest {
    private static final Pattern PROFILES = Pattern.compile("(?s)<profiles>.*</profiles>|<build>.*?</build>");
    private static final Pattern EXCLUSIONS = Pattern.compile("(?s)<exclusions>.*?</exclusions>");
    private static final Pattern DEPENDENCY =
            Pattern.compile("(?s)(?:<!--((?:(?!-->).)*)-->\\s*)?<dependency>(.*?)</dependency>");
    private static final Pattern MANAGED = Pattern.compile("(?s)<dependencyManagement>(.*)</dependencyManagement>");
    private static final Pattern PROPERTY = Pattern.compile("<([\\w.-]+\\.version)>([^<]+)<");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([^|]+) \\| ([^|]+) \\|(?: [^|]* \\|)?$");

    private static final Pattern NUMBER = Pattern.compile("\\d\\.\\d");
    private static final List<String> DECISIONS =
            List.of("dependencies.md", "the-worker-of-the-tests-is-a-module-without-code.md");

    /** The row of the decision that has the reason for an artifact, by the beginning of its name; the first that fits. */
    private static final Map<String, String> REASONS = new LinkedHashMap<>();

    static {
        REASONS.put("jackson-", "Jackson ");
        REASONS.put("prometheus-metrics-", "Micrometer ");
        REASONS.put("micrometer-", "Micrometer ");
        REASONS.put("kafka-clients", "Kafka clients and Streams ");
        REASONS.put("kafka-streams", "Kafka clients and Streams ");
        REASONS.put("kafka", "Kafka broker ");
        REASONS.put("connect-runtime", "`connect-runtime`");
        REASONS.put("scala-", "Kafka broker ");
        REASONS.put("avro", "Avro ");
        REASONS.put("picocli", "picocli ");
        REASONS.put("snakeyaml", "SnakeYAML ");
        REASONS.put("javalin", "Javalin ");
        REASONS.put("jakarta.annotation-api", "Javalin ");
        REASONS.put("nimbus-jose-jwt", "nimbus-jose-jwt ");
        REASONS.put("ayza", "ayza ");
        REASONS.put("bc", "ayza ");
        REASONS.put("logstash-logback-encoder", "logstash-logback-encoder ");
        REASONS.put("HdrHistogram", "HdrHistogram ");
        REASONS.put("commonmark", "commonmark-java ");
        REASONS.put("opentelemetry-", "OpenTelemetry ");
        REASONS.put("slf4j-api", "slf4j ");
        REASONS.put("logback-classic", "slf4j ");
        REASONS.put("jcl-over-slf4j", "jcl-over-slf4j");
    }

    /** What the management names for what tests and the compiler have. */
    private static final Set<String> NOT_SHIPPED = Set.of("jspecify", "assertj-core");

    private record Library(String group, String name, String version, String comment) {}

    @Test
    void thePageSaysWhatTheBuildShips() throws IOException {
        ReferencePage.holds("reference-dependencies.md", page(), getClass());
    }

    private static String page() throws IOException {
        String parent = Files.readString(Documents.ROOT.resolve("pom.xml"));
        Map<String, String> versions = new TreeMap<>();
        PROPERTY.matcher(parent).results().forEach(each -> versions.put(each.group(1), each.group(2)));
        Map<String, Library> managed = managed(parent, versions);
        Map<String, Set<String>> shippedBy = new TreeMap<>();
        Set<String> named = new TreeSet<>();
        for (Path module : Documents.modules()) {
            use(module, shippedBy, named);
        }
        // What no module names is there to fix the version of what another library brings.
        managed.keySet().stream()
                .filter(name -> !named.contains(name) && !NOT_SHIPPED.contains(name))
                .forEach(name -> shippedBy.put(name, Set.of()));
        StringBuilder page = new StringBuilder("""
                # Libraries that ship

                Made from the build's files and from [the decision](decisions/dependencies.md), which also has those that were left and those of
                tests; a test fails when this page is stale. Where no module is named, another library brings it, and the build fixes the version.
                Confluent's serde is none of them: Fairway [repackages it](decisions/confluents-own-serde-repackaged.md).
                Commands are in [commands.md](commands.md), topics in [reference-topics.md](reference-topics.md).
                """);
        page.append(ReferencePage.head("library", "version", "why", "modules"));
        StringBuilder decisions = new StringBuilder();
        for (String decision : DECISIONS) {
            decisions.append(
                    Files.readString(Documents.ROOT.resolve("docs/decisions").resolve(decision)));
        }
        shippedBy.forEach((name, modules) -> page.append(row(name, modules, managed, versions, decisions.toString())));
        return page.toString();
    }

    private static String row(
            String name,
            Set<String> modules,
            Map<String, Library> managed,
            Map<String, String> versions,
            String decision) {
        Library library = managed.get(name);
        String version = library != null
                ? library.version()
                : Objects.requireNonNull(versions.get(name.replaceFirst("-.*", "") + ".version"), "version of " + name);
        return ReferencePage.row(
                ReferencePage.code(name), version, why(name, version, library, decision), String.join(", ", modules));
    }

    private static String why(String name, String version, @Nullable Library library, String decision) {
        String begin = REASONS.entrySet().stream()
                .filter(each -> name.startsWith(each.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
        if (begin == null) {
            assertThat(library).as("a reason for %s", name).isNotNull();
            String comment = Objects.requireNonNull(library).comment();
            assertThat(comment).as("a comment on %s in pom.xml", name).isNotEmpty();
            return comment;
        }
        MatchResult row = ROW.matcher(decision)
                .results()
                .filter(each -> each.group(1).startsWith(begin))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no row of the decision begins with " + begin));
        if (NUMBER.matcher(row.group(1)).find()) {
            assertThat(row.group(1) + row.group(2))
                    .as("the decision's version of %s", name)
                    .contains(version);
        }
        return row.group(2).replaceAll("\\]\\((?!https?:)", "](decisions/");
    }

    private static Map<String, Library> managed(String parent, Map<String, String> versions) {
        Map<String, Library> managed = new TreeMap<>();
        String block = MANAGED.matcher(EXCLUSIONS.matcher(parent).replaceAll(""))
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
        DEPENDENCY.matcher(block).results().forEach(each -> {
            String version = said(each.group(2), "version");
            String known = version.startsWith("${")
                    ? versions.getOrDefault(version.substring(2, version.length() - 1), version)
                    : version;
            Library library = new Library(
                    said(each.group(2), "groupId"),
                    said(each.group(2), "artifactId"),
                    known,
                    Objects.requireNonNullElse(each.group(1), ""));
            if (!library.group().equals("io.fairway")
                    && !said(each.group(2), "scope").equals("import")) {
                managed.put(library.name(), library);
            }
        });
        return managed;
    }

    private static void use(Path module, Map<String, Set<String>> shippedBy, Set<String> named) throws IOException {
        String build = EXCLUSIONS
                .matcher(PROFILES.matcher(Files.readString(module.resolve("pom.xml")))
                        .replaceAll(""))
                .replaceAll("");
        DEPENDENCY.matcher(build).results().map(each -> each.group(2)).forEach(each -> {
            String name = said(each, "artifactId");
            if (!said(each, "groupId").equals("io.fairway")) {
                named.add(name);
                if (Set.of("", "compile", "runtime").contains(said(each, "scope"))) {
                    shippedBy
                            .computeIfAbsent(name, none -> new TreeSet<>())
                            .add(Objects.requireNonNull(module.getFileName()).toString());
                }
            }
        });
    }

    private static String said(String dependency, String tag) {
        return Pattern.compile("<" + tag + ">([^<]*)<")
                .matcher(dependency)
                .results()
                .map(each -> each.group(1))
                .findFirst()
                .orElse("");
    }
}
