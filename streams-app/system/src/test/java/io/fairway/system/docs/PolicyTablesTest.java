package io.fairway.system.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code docs/policies.md} names the code and the tests of what Fairway has of LSF and Moab beside the rules of their documents. No cell
 * is empty, and every file, test class and test method exists. {@link RuleRowsTest} has the rules of the documents.
 */
class PolicyTablesTest {
    private static final Path POLICIES = Documents.ROOT.resolve("docs/policies.md");
    private static final String HEADER = "| rule | code | test |";

    static List<String> rules() throws IOException {
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
    @MethodSource("rules")
    void everyRuleHasCodeAndATest(String row) throws IOException {
        List<String> cells =
                Arrays.stream(row.split("\\|", -1)).map(String::strip).toList();
        assertThat(cells).as("cells").hasSize(5);
        assertThat(cells.subList(1, 4)).noneMatch(String::isEmpty);

        PageNames.haveFiles(cells.get(2));
        PageNames.haveTests(cells.get(3));
    }

    @Test
    void mostRulesAreThere() throws IOException {
        assertThat(rules()).hasSizeGreaterThan(15);
    }
}
