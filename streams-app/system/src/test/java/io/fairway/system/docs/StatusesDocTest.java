package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** An HTTP status that a page names is one that the API answers. */
class StatusesDocTest {
    private static final List<String> ANSWERING = List.of("streams-app/api/src/main", "streams-app/app/src/main/java");
    private static final String ASKING = "streams-app/api/src/test/java";

    /** In Java, and in the API's description. */
    private static final Pattern ANSWERED = Pattern.compile(
            "\\b(?:Problem(?:\\.of)?|Answer|Refusal|status)\\(\\s*([2-5]\\d\\d)\\b|(?m:^ {8}\"([2-5]\\d\\d)\":)");
    /** What the server answers by itself, as tests see it. */
    private static final Pattern SEEN =
            Pattern.compile("(?:statusCode\\(\\)\\)\\s*\\.isEqualTo\\(|HTTP/1\\.1 |\\\\r\\\\n\\|)([2-5]\\d\\d)\\b");

    /** A number at the head of a row or section, after "answer" or "status", or on its own in a sentence: without a unit. */
    private static final Pattern NAMED = Pattern.compile("(?m)^(?:\\| |## )([2-5]\\d\\d)\\b"
            + "|\\b(?:answer(?:s|ed)?(?:\\s+(?:is|with))?|status)\\s+([2-5]\\d\\d)\\b"
            + "|(?<![\\w.,=:/#`|-])(?<!\\| )([2-5]\\d\\d)"
            + "(?=[.;:)]*(?:\\s*$|\\s+\\|)|[.,;:)]+\\s|\\s(?:and|for|from|if|names|or|until|where|with|without)\\s)");

    private static final Pattern BLOCK = Pattern.compile("(?ms)^```.*?^```|^ {4}.*?$");
    /** Measurements have numbers without units. */
    private static final Set<String> MEASURED = Set.of("performance.md", "slow-tier.md");

    @Test
    void everyStatusIsOneThatTheApiAnswers() throws IOException {
        Set<String> answered = new TreeSet<>();
        for (String room : ANSWERING) {
            collect(room, ANSWERED, answered);
        }
        collect(ASKING, SEEN, answered);
        List<String> unknown = new ArrayList<>();
        int named = 0;
        for (Path page : SentencesDocTest.pages()) {
            if (MEASURED.contains(page.getFileName().toString())) {
                continue;
            }
            for (String status :
                    found(NAMED, BLOCK.matcher(Files.readString(page)).replaceAll(""))) {
                named++;
                if (!answered.contains(status)) {
                    unknown.add(Documents.ROOT.relativize(page) + ": " + status);
                }
            }
        }
        assertThat(unknown).as("no answer of the API has the status").isEmpty();
        assertThat(named).isGreaterThan(40);
    }

    private static void collect(String room, Pattern pattern, Set<String> to) throws IOException {
        try (Stream<Path> files = Files.walk(Documents.ROOT.resolve(room))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java") || each.endsWith("openapi.yaml"))
                    .toList()) {
                to.addAll(found(pattern, Files.readString(file)));
            }
        }
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(found -> IntStream.rangeClosed(1, found.groupCount())
                        .mapToObj(found::group)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElseThrow())
                .toList();
    }
}
