package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code docs/policies.md} names the code and the test of every rule of the schedulers' documents. No cell is empty, and every
 * file, test class and test method in a row exists.
 */
class PolicyTablesTest {
    private static final Path POLICIES = Documents.ROOT.resolve("docs/policies.md");
    private static final String HEADER = "| rule | where it lives | test |";
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Map<String, List<Path>> MAIN = sources("src/main/java");
    private static final Map<String, List<Path>> TESTS = sources("src/test/java");
    private static final Pattern TEST = Pattern.compile("([A-Z]\\w+(?:Test|IT))(?:\\.(\\w+))?");

    static List<String> rows() throws IOException {
        List<String> rows = new ArrayList<>();
        boolean inside = false;
        for (String line : Files.readAllLines(POLICIES)) {
            inside = line.equals(HEADER) || (inside && line.startsWith("|"));
            if (inside && !line.equals(HEADER) && !line.startsWith("|---")) {
                rows.add(line);
            }
        }
        return rows;
    }

    @ParameterizedTest
    @MethodSource("rows")
    void everyRuleHasAPlaceAndATest(String row) throws IOException {
        List<String> cells =
                Arrays.stream(row.split("\\|", -1)).map(String::strip).toList();

        assertThat(cells).as("cells").hasSize(5);
        assertThat(cells.subList(1, 4)).noneMatch(String::isEmpty);
        List<String> files = code(cells.get(2)).stream()
                .filter(name -> name.endsWith(".java"))
                .toList();
        assertThat(files).as("files").isNotEmpty();
        assertThat(files).allSatisfy(name -> assertThat(MAIN).containsKey(name.substring(name.lastIndexOf('/') + 1)));
        List<String> tests = code(cells.get(3));
        assertThat(tests)
                .as("tests")
                .isNotEmpty()
                .allMatch(name -> TEST.matcher(name).matches());
        for (String name : tests) {
            Matcher test = TEST.matcher(name);
            assertThat(test.matches()).isTrue();
            List<Path> classes = TESTS.getOrDefault(test.group(1) + ".java", List.of());
            assertThat(classes).as(test.group(1)).isNotEmpty();
            if (test.group(2) != null) {
                assertThat(classes)
                        .as(name)
                        .anySatisfy(file -> assertThat(Files.readString(file)).contains("void " + test.group(2) + "("));
            }
        }
    }

    @Test
    void everyDocumentHasATable() throws IOException {
        String text = Files.readString(POLICIES);

        for (String section : List.of(
                "### 11.1 Slurm 2.0",
                "### 11.2 LSF, dynamic user priority",
                "### 11.3 LSF, job priority behaviour",
                "### 11.4 LSF, queue-based fairshare",
                "### 11.5 Moab, job priority factors")) {
            int at = text.indexOf(section);
            assertThat(at).as(section).isNotNegative();
            assertThat(text.indexOf(HEADER, at)).as(section).isBetween(at, at + 200);
        }
        assertThat(rows()).hasSizeGreaterThan(190);
    }

    private static List<String> code(String cell) {
        return CODE.matcher(cell).results().map(match -> match.group(1)).toList();
    }

    /** All Java files of the build below a directory of each module, by their simple names. */
    private static Map<String, List<Path>> sources(String directory) {
        Map<String, List<Path>> sources = new HashMap<>();
        try {
            for (Path module : Documents.modules()) {
                Path root = module.resolve(directory);
                if (Files.isDirectory(root)) {
                    try (Stream<Path> files = Files.walk(root)) {
                        files.filter(file -> file.toString().endsWith(".java"))
                                .forEach(file -> sources.computeIfAbsent(
                                                file.getFileName().toString(), name -> new ArrayList<>())
                                        .add(file));
                    }
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return sources;
    }
}
