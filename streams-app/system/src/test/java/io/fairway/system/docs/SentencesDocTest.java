package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sentences are short: of each page, less than a tenth has more than 20 words. Tables, headings and blocks of code are left out,
 * and code within a sentence is one word.
 */
class SentencesDocTest {
    private static final int WORDS = 20;

    private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```");
    private static final Pattern INDENTED = Pattern.compile("(?m)^\\n(?: {4}.*\\n)+");
    private static final Pattern CODE = Pattern.compile("`[^`]*`");
    private static final Pattern TAG = Pattern.compile("<[^>]*>");
    private static final Pattern LINK = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");
    private static final Pattern APART = Pattern.compile("(?m)^(?:\\|.*|#.*)$");
    private static final Pattern ITEM = Pattern.compile("(?m)^ *(?:[-*]|\\d+\\.) ");
    private static final Pattern END = Pattern.compile("(?<=[.!?:;])[*_)\"]*\\s+|\\n\\s*\\n");

    static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (String page : List.of("README.md", ".github/CONTRIBUTING.md", "schemas/contract/README.md")) {
            pages.add(Documents.ROOT.resolve(page));
        }
        try (Stream<Path> docs = Files.walk(Documents.ROOT.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages;
    }

    @ParameterizedTest
    @MethodSource("pages")
    void fewSentencesAreLong(Path page) throws IOException {
        List<String> sentences = sentences(Files.readString(page));
        List<String> tooLong =
                sentences.stream().filter(sentence -> words(sentence) > WORDS).toList();

        assertThat(tooLong)
                .as("of %d sentences of %s", sentences.size(), Documents.ROOT.relativize(page))
                .hasSizeLessThan(Math.max(1, (sentences.size() + 9) / 10));
    }

    @Test
    void sentencesAreCountedAsAReaderWould() {
        assertThat(sentences("""
                        # A heading is none

                        One. Two has `a b c` and [a link](x.md): three follows. <img alt="not
                        read"> Four
                        goes on.

                            code is none

                        - an item
                        - another; and its end

                        | a | table |
                        |---|---|
                        """))
                .containsExactly(
                        "One.",
                        "Two has code and a link:",
                        "three follows.",
                        "Four goes on.",
                        "an item",
                        "another;",
                        "and its end");
    }

    private static int words(String sentence) {
        return sentence.split(" ").length;
    }

    private static List<String> sentences(String page) {
        String text = FENCED.matcher(page).replaceAll("");
        text = INDENTED.matcher(text).replaceAll("\n");
        text = CODE.matcher(text).replaceAll("code");
        text = TAG.matcher(text).replaceAll("");
        text = LINK.matcher(text).replaceAll("$1");
        text = APART.matcher(text).replaceAll("\n");
        text = ITEM.matcher(text).replaceAll("\n\n");
        return END.splitAsStream(text)
                .map(sentence -> sentence.strip().replaceAll("\\s+", " "))
                .filter(sentence -> !sentence.isEmpty())
                .toList();
    }
}
