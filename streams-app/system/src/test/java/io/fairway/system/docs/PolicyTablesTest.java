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
 * {@code docs/policies.md} names the code and the tests of every rule. No cell is empty, and every file, test class and test
 * method that a row names exists. A row of the schedulers' documents also says where its rule works. Where that is the stream,
 * the row names a test that sends the rule through the pipeline.
 */
class PolicyTablesTest {
    private static final Path POLICIES = Documents.ROOT.resolve("docs/policies.md");
    private static final String HEADER = "| rule | code | test |";
    private static final String DOCUMENT_HEADER = "| rule | where | code | test |";
    /** A hole, and a rule that the stream does not have, come with their reason. */
    private static final Pattern WHERE =
            Pattern.compile("stream|stream, with a hole: .+|evaluate only: .+|not at all: .+");
    /** What a test class refers to if it runs the pipeline. */
    private static final Pattern PIPELINE =
            Pattern.compile("\\b(PipelineDriver|StreamRig|ApiRig|FourPolicies|TopologyTestDriver)\\b");

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Map<String, List<Path>> MAIN = sources("src/main/java");
    private static final Map<String, List<Path>> TESTS = sources("src/test/java");
    private static final Pattern TEST = Pattern.compile("([A-Z]\\w+(?:Test|IT))(?:\\.(\\w+))?");

    static List<String> rules() throws IOException {
        return rows(HEADER);
    }

    static List<String> rulesOfTheDocuments() throws IOException {
        return rows(DOCUMENT_HEADER);
    }

    private static List<String> rows(String header) throws IOException {
        List<String> rows = new ArrayList<>();
        boolean inside = false;
        for (String line : Files.readAllLines(POLICIES)) {
            inside = line.equals(header) || (inside && line.startsWith("|"));
            if (inside && !line.equals(header) && !line.startsWith("|---")) {
                rows.add(line);
            }
        }
        return rows;
    }

    @ParameterizedTest
    @MethodSource("rules")
    void everyRuleHasCodeAndATest(String row) throws IOException {
        List<String> cells = cells(row, 3);

        hasCode(cells.get(1));
        hasTests(cells.get(2));
    }

    @ParameterizedTest
    @MethodSource("rulesOfTheDocuments")
    void everyRuleOfADocumentSaysWhereItWorks(String row) throws IOException {
        List<String> cells = cells(row, 4);

        assertThat(cells.get(1)).as("where").matches(WHERE);
        hasCode(cells.get(2));
        List<Path> tests = hasTests(cells.get(3));
        if (cells.get(1).startsWith("stream")) {
            assertThat(tests)
                    .as("a test that runs the pipeline: an IT, or a class that refers to " + PIPELINE)
                    .anyMatch(PolicyTablesTest::runsThePipeline);
        }
    }

    private static List<String> cells(String row, int count) {
        List<String> cells =
                Arrays.stream(row.split("\\|", -1)).map(String::strip).toList();
        assertThat(cells).as("cells").hasSize(count + 2);
        List<String> inner = cells.subList(1, count + 1);
        assertThat(inner).noneMatch(String::isEmpty);
        return inner;
    }

    private static void hasCode(String cell) {
        List<String> files =
                code(cell).stream().filter(name -> name.endsWith(".java")).toList();
        assertThat(files).as("files").isNotEmpty();
        assertThat(files).allSatisfy(name -> assertThat(MAIN).containsKey(name.substring(name.lastIndexOf('/') + 1)));
    }

    /** The classes of the tests that a cell names. */
    private static List<Path> hasTests(String cell) throws IOException {
        List<String> names = code(cell);
        assertThat(names)
                .as("tests")
                .isNotEmpty()
                .allMatch(name -> TEST.matcher(name).matches());
        List<Path> found = new ArrayList<>();
        for (String name : names) {
            Matcher test = TEST.matcher(name);
            assertThat(test.matches()).isTrue();
            List<Path> classes = TESTS.getOrDefault(test.group(1) + ".java", List.of());
            assertThat(classes).as(test.group(1)).isNotEmpty();
            if (test.group(2) != null) {
                assertThat(classes)
                        .as(name)
                        .anySatisfy(file -> assertThat(Files.readString(file)).contains("void " + test.group(2) + "("));
            }
            found.addAll(classes);
        }
        return found;
    }

    private static boolean runsThePipeline(Path test) {
        try {
            return test.toString().endsWith("IT.java")
                    || PIPELINE.matcher(Files.readString(test)).find();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
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
            assertThat(text.indexOf(DOCUMENT_HEADER, at)).as(section).isBetween(at, at + 200);
        }
        assertThat(rulesOfTheDocuments()).hasSizeGreaterThan(160);
        assertThat(rules()).hasSizeGreaterThan(40);
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
