package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fairway.app.runtime.FairwayConfig;
import io.fairway.schemas.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Each picture was made from the source beside it, light and dark, is on a page, and says what the code says. docs/images/make.sh
 * makes them anew.
 */
class PicturesDocTest {
    private static final Path IMAGES = Documents.ROOT.resolve("docs/images");
    private static final Pattern LABEL = Pattern.compile("label=\"([^\"]*)\"");
    private static final Pattern TOPIC_NODE = Pattern.compile("label=\"([^\"]*)\", fillcolor=\"@topic\"");
    private static final Pattern TEXT = Pattern.compile("<text[^>]*>([^<]*)</text>");

    /** What the machine of the example delivers, TRES-seconds. */
    private static final double MACHINE = 120_960_000;

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.list(IMAGES)) {
            return files.filter(file -> file.toString().endsWith(".dot"))
                    .sorted()
                    .toList();
        }
    }

    private static String name(Path source) {
        return source.getFileName().toString().replace(".dot", "");
    }

    private static List<String> lines(Path source) throws IOException {
        return LABEL.matcher(Files.readString(source))
                .results()
                .flatMap(label -> Arrays.stream(label.group(1).split("\\\\n")))
                .sorted()
                .toList();
    }

    private static List<String> lines(String svg) {
        return TEXT.matcher(svg)
                .results()
                .map(text -> text.group(1)
                        .replace("&#45;", "-")
                        .replace("&#160;", " ")
                        .replace("&#39;", "'")
                        .replace("&amp;", "&"))
                .sorted()
                .toList();
    }

    @Test
    void eachPictureIsThatOfItsSourceInBothSchemesAndOnAPage() throws IOException {
        String pages;
        try (Stream<Path> files = Files.list(Documents.ROOT.resolve("docs"))) {
            List<Path> all = new ArrayList<>(
                    files.filter(file -> file.toString().endsWith(".md")).toList());
            all.add(Documents.ROOT.resolve("README.md"));
            StringBuilder texts = new StringBuilder();
            for (Path page : all) {
                texts.append(Files.readString(page));
            }
            pages = texts.toString();
        }
        List<Path> sources = sources();
        assertThat(sources).hasSize(4);
        for (Path source : sources) {
            for (String scheme : List.of("light", "dark")) {
                String file = name(source) + "-" + scheme + ".svg";
                assertThat(lines(Files.readString(IMAGES.resolve(file))))
                        .as("%s is not that of %s: run docs/images/make.sh", file, source.getFileName())
                        .isEqualTo(lines(source));
                assertThat(pages).as("a page shows %s", file).contains("images/" + file);
            }
        }
    }

    /** A photograph of the page; it is made anew by hand. */
    @Test
    void thePageWithAWhyIsShippedInBothSchemes() throws IOException {
        String page = Files.readString(Documents.ROOT.resolve("docs/questions.md"));
        for (String scheme : List.of("light", "dark")) {
            assertThat(page).contains("images/why-" + scheme + ".png");
            assertThat(IMAGES.resolve("why-" + scheme + ".png")).isNotEmptyFile();
        }
    }

    @Test
    void theTopicsOfTheFlowAreThose() throws IOException {
        Set<String> drawn = new TreeSet<>();
        TOPIC_NODE
                .matcher(Files.readString(IMAGES.resolve("flow.dot")))
                .results()
                .forEach(node -> drawn.addAll(List.of(node.group(1).split(",(?:\\\\n| )"))));
        assertThat(Arrays.stream(Topic.values()).map(PicturesDocTest::named).collect(Collectors.toSet()))
                .containsAll(drawn);
        assertThat(drawn).contains("job-events", "priorities").hasSize(13);
    }

    private static String named(Topic topic) {
        return topic.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Test
    void theTimesOfAFailoverAreTheDefaults() throws IOException {
        FairwayConfig config = new FairwayConfig(Map.of(
                FairwayConfig.BOOTSTRAP_SERVERS, "h:1", FairwayConfig.SCHEMA_REGISTRY_URL, "http://127.0.0.1:1"));
        Map<String, Object> streams = config.streams();
        assertThat(Files.readString(IMAGES.resolve("failover.dot")))
                .contains("commits every " + config.getLong(FairwayConfig.COMMIT_INTERVAL) + " ms")
                .contains(seconds(streams, "consumer.session.timeout.ms") + "\\nsession.timeout.ms")
                .contains("up to " + seconds(streams, "producer.transaction.timeout.ms") + "\\ntransaction.timeout.ms");
    }

    private static String seconds(Map<String, Object> settings, String name) {
        return ((Number) Objects.requireNonNull(settings.get(name))).longValue() / 1_000 + " s";
    }

    @Test
    void theNumbersOfTheTreeAreThoseOfTheExample() throws IOException {
        JsonNode example = new YAMLMapper()
                .readTree(Documents.ROOT
                        .resolve("examples/slurm-2.0-five-users.yaml")
                        .toFile());
        JsonNode expected = example.path("expect").path("fairshare");
        String source = Files.readString(IMAGES.resolve("rank.dot"));
        List<String> users = new ArrayList<>();
        expected.fieldNames().forEachRemaining(users::add);
        users.removeIf(path -> !path.contains("user"));
        assertThat(users).hasSize(5);
        users.sort((one, other) -> Double.compare(
                expected.path(other).path("factor").asDouble(),
                expected.path(one).path("factor").asDouble()));
        List<String> places = List.of("1st", "2nd", "3rd", "4th", "5th");
        for (int place = 0; place < users.size(); place++) {
            String user = users.get(place).substring(users.get(place).lastIndexOf('/') + 1);
            JsonNode numbers = expected.path(users.get(place));
            String association = users.get(place).replaceFirst("^/./", "");
            double usage = example.path("usage")
                            .path("cluster")
                            .path(association)
                            .path("usage")
                            .asDouble()
                    / MACHINE;
            double shares = numbers.path("normShares").asDouble();
            double factor = numbers.path("factor").asDouble();
            // The document leaves one out; F = (S - UE + 1) / 2 has it.
            String effective = numbers.has("effectiveUsage")
                    ? numbers.path("effectiveUsage").asText()
                    : String.format(Locale.ROOT, "%.4f", shares + 1 - 2 * factor);
            assertThat(source)
                    .contains(String.format(Locale.ROOT, "%s: U %.2f\\nS %.2f, UE ", user, usage, shares) + effective
                            + "\\nF " + numbers.path("factor").asText())
                    .contains("p" + user.substring(4) + " [label=\"" + places.get(place) + "\"");
        }
    }
}
