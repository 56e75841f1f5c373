package io.fairway.api.manual;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The shipped pages against the files of {@code docs}. */
class ManualPageTest {
    private static final Path DOCS = Path.of("../../docs");
    private static final Pattern LINK = Pattern.compile(" (?:href|src|srcset)=\"([^\"]+)\"");

    static List<String> names() throws IOException {
        try (Stream<Path> files = Files.walk(DOCS)) {
            return files.map(file -> DOCS.relativize(file).toString())
                    .filter(name -> name.endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void thePagesAreThere() throws IOException {
        assertThat(names()).hasSizeGreaterThan(75).contains("README.md", "glossary.md", "decisions/README.md");
    }

    /** In the page of the application, names of files are as in the repository, so what leads nowhere here is a fault here. */
    @ParameterizedTest
    @MethodSource("names")
    void everyLinkOfAPageLeadsToAPageAndAnAnchorOfTheManual(String name) throws IOException {
        String html = Objects.requireNonNull(ManualPage.of(name)).html();
        List<String> nowhere = new ArrayList<>();
        for (String link : links(body(html))) {
            String file = link.replaceFirst("#.*", "");
            String target = file.isEmpty()
                    ? name
                    : URI.create(name).resolve(file).normalize().toString();
            byte[] there = ManualPage.bytes(target);
            boolean holds = there != null
                    && (!link.contains("#")
                            || Objects.requireNonNull(ManualPage.of(target))
                                    .html()
                                    .contains("id=\"" + link.substring(link.indexOf('#') + 1) + "\""));
            if (!holds) {
                nowhere.add(link);
            }
        }
        assertThat(nowhere).isEmpty();
    }

    private static List<String> links(String html) {
        return LINK.matcher(html)
                .results()
                .map(link -> link.group(1))
                .filter(link -> !link.matches("(?:https?:|mailto:).*"))
                .toList();
    }

    private static String body(String html) {
        return html.substring(html.indexOf("<main"), html.indexOf("</main>"));
    }

    @Test
    void headingsTablesAndCommandsAreHtml() {
        String html = ManualPage.of("some.md", """
                        # Use & *misuse*

                        ## What `fairway serve` does

                        | key | default |
                        |---|---|
                        | `mode` | a<b |

                            fairway why 7
                        """).html();

        assertThat(html)
                .contains("<title>Use &amp; *misuse* · Fairway</title>")
                .contains("<h2 id=\"what-fairway-serve-does\">What <code>fairway serve</code> does</h2>")
                .contains("<td><code>mode</code></td>")
                .contains("<td>a&lt;b</td>")
                .contains("<pre><code>fairway why 7\n</code></pre>")
                .contains("href=\"../css/manual.css\"");
    }

    @Test
    void aLinkToWhatIsNotShippedIsText() {
        String html = ManualPage.of(
                        "decisions/some.md",
                        "[one](../glossary.md#place) [two](../../pom.xml) [three](nothing.md) [four](https://kafka.apache.org)")
                .html();

        assertThat(body(html))
                .contains(
                        "<a href=\"../glossary.md#place\">one</a> two three <a href=\"https://kafka.apache.org\">four</a>");
        assertThat(html).contains("href=\"../../css/manual.css\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../http/page/index.html",
                "..",
                "/etc/passwd",
                "decisions/../README.md",
                "images/make.sh",
                "images/flow.dot",
                "nothing.md",
                ""
            })
    void nothingElseIsGivenOut(String name) throws IOException {
        assertThat(ManualPage.bytes(name)).isNull();
        assertThat(ManualPage.of(name)).isNull();
    }

    @Test
    void anAddressOfARunbookNeedsNoEnding() throws IOException {
        assertThat(Objects.requireNonNull(ManualPage.of("alerts")).html())
                .contains("<title>Alerts · Fairway</title>", "<a id=\"FairwayStale\"></a>");
    }

    /** The column heads of the page lead to rows of the glossary. */
    @Test
    void everyTermThatThePageNamesIsInTheGlossary() throws IOException {
        String terms;
        try (var in =
                Objects.requireNonNull(ManualPage.class.getResourceAsStream("/io/fairway/api/http/page/js/terms.js"))) {
            terms = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        String glossary = Objects.requireNonNull(ManualPage.of("glossary.md")).html();
        List<String> anchors = Pattern.compile("(?m)^  \\S.*: '([a-z-]+)',$")
                .matcher(terms)
                .results()
                .map(term -> term.group(1))
                .toList();

        assertThat(anchors)
                .hasSizeGreaterThan(10)
                .allSatisfy(anchor -> assertThat(glossary).contains("<tr id=\"" + anchor + "\">"));
    }
}
