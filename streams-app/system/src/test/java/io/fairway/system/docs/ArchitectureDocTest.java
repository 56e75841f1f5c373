package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The documents name files, tests and each other, and would go stale silently: this test fails when a name leads nowhere, or
 * when a document for newcomers grows.
 */
class ArchitectureDocTest {
    private static final Path ROOT = Documents.ROOT;
    private static final Pattern CODE = Pattern.compile("`([^`\\s]+)`");
    private static final Pattern LINK = Pattern.compile("]\\(([^)#:\\s]+)(?:#[^)\\s]*)?\\)");
    private static final Pattern FILE = Pattern.compile("[\\w.-]+(?:/[\\w.-]+)+\\.[a-z]+");
    private static final Pattern TEST = Pattern.compile("[A-Z]\\w+(?:Test|IT)");

    static List<String> documents() throws IOException {
        List<String> documents = new ArrayList<>(List.of("README.md"));
        try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
            files.map(file -> ROOT.relativize(file).toString().replace('\\', '/'))
                    .filter(name -> name.endsWith(".md"))
                    .sorted()
                    .forEach(documents::add);
        }
        return documents;
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyFileThatADocumentNamesExists(String document) throws IOException {
        Set<String> files = named(document, CODE);
        files.removeIf(name -> !FILE.matcher(name).matches());

        assertThat(files).allSatisfy(name -> assertThat(ROOT.resolve(name)).exists());
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyLinkToAnotherDocumentLeadsSomewhere(String document) throws IOException {
        Path directory = ROOT.resolve(document).resolveSibling("");

        assertThat(named(document, LINK))
                .allSatisfy(name -> assertThat(directory.resolve(name)).exists());
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyTestThatADocumentNamesExists(String document) throws IOException {
        Set<String> tests = named(document, CODE);
        tests.removeIf(name -> !TEST.matcher(name).matches());

        assertThat(testNames()).containsAll(tests);
    }

    /** Each is read at one go: the README in five minutes, the architecture in ten. */
    @ParameterizedTest
    @CsvSource({"README.md, 120", "docs/architecture.md, 130"})
    void aDocumentForNewcomersStaysShort(String document, int most) throws IOException {
        assertThat(Files.readAllLines(ROOT.resolve(document))).hasSizeLessThanOrEqualTo(most);
    }

    @Test
    void everyDocumentIsReachedFromTheReadme() throws IOException {
        Set<Path> reached = new HashSet<>();
        Deque<Path> next = new ArrayDeque<>(List.of(ROOT.resolve("README.md")));
        while (!next.isEmpty()) {
            Path document = next.remove();
            if (reached.add(document) && document.toString().endsWith(".md") && Files.exists(document)) {
                for (String link : named(ROOT.relativize(document).toString(), LINK)) {
                    next.add(document.resolveSibling(link).normalize());
                }
            }
        }

        assertThat(reached).containsAll(documents().stream().map(ROOT::resolve).toList());
    }

    private static Set<String> named(String document, Pattern pattern) throws IOException {
        Set<String> names = new TreeSet<>();
        Matcher matcher = pattern.matcher(Files.readString(ROOT.resolve(document)));
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }

    /** The simple names of all test classes of the build. */
    private static Set<String> testNames() throws IOException {
        Set<String> names = new TreeSet<>();
        for (Path module : Documents.modules()) {
            Path tests = module.resolve("src/test/java");
            if (!Files.isDirectory(tests)) {
                continue;
            }
            try (Stream<Path> files = Files.walk(tests)) {
                files.map(file -> file.getFileName().toString())
                        .filter(name -> name.endsWith(".java"))
                        .forEach(name -> names.add(name.substring(0, name.length() - ".java".length())));
            }
        }
        return names;
    }
}
