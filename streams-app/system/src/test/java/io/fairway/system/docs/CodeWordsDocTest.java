package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * A word that a page shows as code is one of the sources. So a setting, metric, alert, class, topic, field, option or file that is
 * misspelt, or has another name by now, is found on every page.
 */
class CodeWordsDocTest {
    private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```");
    private static final Pattern CODE = Pattern.compile("`([^`\\n]+)`");
    /** In blocks and sentences, what can only be Fairway's, words in capitals or with some inside, and the key of a property. */
    private static final Pattern NAME = Pattern.compile(
            "(?<![\\w-])fairway[._-]?[A-Za-z](?:[\\w.-]*\\w)?|\\bFAIRWAY_\\w+|\\bFairway[A-Z]\\w+|\\b[A-Z]{4,}\\b|\\b[a-z]+(?:[A-Z][a-z]+)+\\b|(?m)^[a-z]+(?:-[a-z]+)+(?=: )|(?<=^| |\")[a-z]+(?:\\.[a-z]+)+(?==)");

    @Test
    void everyWordOfCodeIsKnown() throws IOException {
        SourceWords sources = new SourceWords();
        List<String> unknown = new ArrayList<>();
        int seen = 0;
        for (Path page : SentencesDocTest.pages()) {
            // The changelog has former names.
            if (page.endsWith("changelog.md")) {
                continue;
            }
            String text = Files.readString(page);
            List<String> shown = new ArrayList<>();
            CODE.matcher(FENCED.matcher(text).replaceAll(""))
                    .results()
                    .flatMap(code -> SourceWords.WORD.matcher(code.group(1)).results())
                    .map(MatchResult::group)
                    .forEach(shown::add);
            NAME.matcher(text).results().map(MatchResult::group).forEach(shown::add);
            seen += shown.size();
            shown.stream()
                    .distinct()
                    .filter(word -> !sources.known(word))
                    .forEach(word -> unknown.add(Documents.ROOT.relativize(page) + ": " + word));
        }
        assertThat(unknown).isEmpty();
        assertThat(seen).isGreaterThan(8000);
    }
}
