package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.engine.Document;
import io.fairway.system.docs.RulePage.Row;
import io.fairway.system.docs.RulePage.Where;
import io.fairway.system.docs.RuleTests.Claim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every rule of the schedulers' documents is a row of {@code docs/policies.md}, and a test sends it through the pipeline. The
 * tests say which rules they send ({@link io.fairway.engine.Rule}), and the page says what they say.
 */
class RuleRowsTest {
    private static final Path PAGE = Documents.ROOT.resolve("docs/policies.md");
    /** What a test class refers to if it runs the pipeline. */
    private static final Pattern PIPELINE =
            Pattern.compile("\\b(PipelineDriver|StreamRig|ApiRig|FourPolicies|TopologyTestDriver)\\b");

    private static final Pattern ID = Pattern.compile("\"id\"\\s*:\\s*\"([^\"]+)\"");

    static RulePage page() throws IOException {
        return new RulePage(Files.readString(PAGE));
    }

    static List<Row> rows() throws IOException {
        return page().rows();
    }

    /** When this fails, write what it expects: {@code ./mvnw -pl streams-app/system -am test -Ddocs.write=true}. */
    @Test
    void thePageSaysWhatTheTestsSay() throws IOException {
        String written = page().written(RuleTests.all());
        if (Boolean.getBoolean("docs.write")) {
            Files.writeString(PAGE, written);
        }
        assertThat(PAGE).hasContent(written);
    }

    @ParameterizedTest
    @EnumSource
    void everyRowOfADocumentIsOnThePage(Document document) throws IOException {
        Set<Integer> own = new TreeSet<>(page().numbers(document));
        own.removeIf(number -> number >= RowNumbers.LEFT_OUT);

        assertThat(own)
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, document.rows()).boxed().toList());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void aRuleHasItsCode(Row row) {
        PageNames.haveFiles(row.code());
    }

    /** A rule that works on the stream, if only in part, has a test there for each of its rows. */
    @Test
    void noRowOnTheStreamIsWithoutATest() throws IOException {
        Map<Document, Set<Integer>> tested = RuleTests.all().stream()
                .collect(Collectors.groupingBy(
                        Claim::document,
                        Collectors.flatMapping(claim -> claim.rows().stream(), Collectors.toCollection(TreeSet::new))));
        List<String> untested = new ArrayList<>();
        for (Row row : rows()) {
            Set<Integer> missing = new TreeSet<>(row.rows());
            missing.removeAll(tested.getOrDefault(row.document(), Set.of()));
            if (!missing.isEmpty() && (row.where() == Where.STREAM || row.where() == Where.HOLE)) {
                untested.add(row.document() + " " + RowNumbers.text(missing) + ": " + row.rule());
            }
        }
        assertThat(untested).as("rows without a test that has @Rule").isEmpty();
    }

    @Test
    void noTestNamesARowThatIsNotOnThePage() throws IOException {
        RulePage page = page();
        List<String> unknown = new ArrayList<>();
        for (Claim claim : RuleTests.all()) {
            Set<Integer> strange = new TreeSet<>(claim.rows());
            strange.removeAll(page.numbers(claim.document()));
            if (!strange.isEmpty()) {
                unknown.add(claim.test() + " names " + claim.document() + " " + RowNumbers.text(strange));
            }
        }
        assertThat(unknown).as("rows that the page does not have").isEmpty();
    }

    @Test
    void aTestThatNamesARowRunsThePipeline() throws IOException {
        List<String> others = new ArrayList<>();
        for (Claim claim : RuleTests.all()) {
            if (!claim.file().toString().endsWith("IT.java")
                    && !PIPELINE.matcher(Files.readString(claim.file())).find()) {
                others.add(claim.test());
            }
        }
        assertThat(others)
                .as("tests with @Rule that are no IT, and whose class refers to nothing of " + PIPELINE)
                .isEmpty();
    }

    @Test
    void theCasesThatATestNamesAreInAGoldenFile() throws IOException {
        Set<String> ids = new TreeSet<>();
        try (Stream<Path> files =
                Files.walk(Documents.ROOT.resolve("streams-app/schedulers/src/test/resources/golden"))) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".json")).toList()) {
                ID.matcher(Files.readString(file)).results().forEach(id -> ids.add(id.group(1)));
            }
        }
        List<String> unknown = new ArrayList<>();
        for (Claim claim : RuleTests.all()) {
            for (String name : claim.cases().isEmpty()
                    ? List.<String>of()
                    : List.of(claim.cases().split(", "))) {
                if (!ids.contains(name)) {
                    unknown.add(claim.test() + " names " + name);
                }
            }
        }
        assertThat(unknown).as("cases that no golden file has").isEmpty();
    }
}
