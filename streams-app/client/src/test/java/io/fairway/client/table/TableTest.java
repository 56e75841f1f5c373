package io.fairway.client.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TableTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final List<Column> COLUMNS = List.of(
            Column.text("NAME", "name").importance(Column.KEY),
            Column.text("RULE", "rule").importance(20),
            Column.number("VALUE", "value", node -> Shown.fixed(node, 2)).importance(90),
            Column.number("MORE", "more", Shown::exact).importance(30));

    private static Table table() throws IOException {
        JsonNode items = JSON.readTree("""
                [{"name": "a", "rule": "a sentence that is rather long", "value": 1.005, "more": 1e21},
                 {"name": "ein längerer Name", "rule": null, "value": "Infinity", "more": null},
                 {"name": "東京都", "value": "-Infinity", "more": 0.1}]
                """);
        return Table.of(COLUMNS, items);
    }

    @Test
    void hoursHaveTheDecimalsThatTheLargestNeeds() throws IOException {
        Column hours = Column.hours("USAGE [h]", "usage");
        // 1044 s are 0.29 h, 8.784 s 0.00244 h.
        assertThat(Table.of(List.of(hours), JSON.readTree("""
                        [{"usage": 1044}, {"usage": 8.784}, {"usage": null}]""")).lines(Terminal.UNBOUNDED))
                .containsExactly("USAGE [h]", "   0.2900", "   0.0024", "        -");
        assertThat(Table.of(List.of(hours), JSON.readTree("[{\"usage\": 8.784}]"))
                        .lines(Terminal.UNBOUNDED))
                .containsExactly("USAGE [h]", " 0.002440");
        assertThat(Table.of(List.of(hours), JSON.readTree("[{\"usage\": 36000}, {\"usage\": 8.784}]"))
                        .lines(Terminal.UNBOUNDED))
                .containsExactly("USAGE [h]", "    10.00", "     0.00");
    }

    @Test
    void amountsHaveDecimalsOnlyIfOneHasAny() throws IOException {
        Column amount = Column.amount("AGE", "age", item -> item.path("age"));
        assertThat(Table.of(List.of(amount), JSON.readTree("[{\"age\": 5}, {\"age\": 0}]"))
                        .lines(Terminal.UNBOUNDED))
                .containsExactly("AGE", "  5", "  0");
        assertThat(Table.of(List.of(amount), JSON.readTree("[{\"age\": 5}, {\"age\": 0.125}]"))
                        .lines(Terminal.UNBOUNDED))
                .containsExactly(" AGE", "5.00", "0.12");
    }

    @Test
    void anInstantIsNeverCut() throws IOException {
        List<Column> columns = List.of(
                Column.text("NAME", "name").importance(Column.KEY),
                Column.text("RULE", "rule").importance(20),
                Column.instant("SINCE", "since").importance(30));
        assertThat(Table.of(columns, JSON.readTree("""
                        [{"name": "a", "rule": "a long sentence", "since": "2026-11-21T12:00:00.000Z"}]""")).lines(36))
                .containsExactly("NAME  RULE      SINCE", "a     a long ~  2026-11-21T12:00:00Z");
    }

    @ParameterizedTest
    @CsvSource({
        "0.08333333333333333, 0.083333",
        "-0.33333333333393966, -0.333333",
        "12500, 12500",
        "0, 0",
        "0.0000012345678, 0.00000123457",
        "1e21, 1000000000000000000000",
        "497.3, 497.3"
    })
    void peopleReadSixDecimals(double number, String shown) {
        assertThat(Shown.brief(JSON.getNodeFactory().numberNode(number))).isEqualTo(shown);
    }

    @Test
    void isAsWideAsItsValues() throws IOException {
        // 1.005 is a little less than that in binary.
        assertThat(table().lines(Terminal.UNBOUNDED))
                .containsExactly(
                        "NAME               RULE                            VALUE                    MORE",
                        "a                  a sentence that is rather long   1.00  1000000000000000000000",
                        "ein längerer Name  -                                 inf                       -",
                        "東京都             -                                -inf                     0.1");
    }

    @Test
    void cutsTheLeastImportantTextFirst() throws IOException {
        assertThat(table().lines(70))
                .containsExactly(
                        "NAME               RULE                  VALUE                    MORE",
                        "a                  a sentence that is ~   1.00  1000000000000000000000",
                        "ein längerer Name  -                       inf                       -",
                        "東京都             -                      -inf                     0.1");
    }

    @Test
    void thenLeavesOutColumnsAndNeverCutsANumber() throws IOException {
        assertThat(table().lines(30))
                .containsExactly(
                        "NAME               VALUE",
                        "a                   1.00",
                        "ein längerer Name    inf",
                        "東京都              -inf");
        assertThat(table().leftOut(30)).containsExactly("RULE", "MORE");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 12, 17, 20, 24, 31, 47, 48, 60})
    void noLineIsWiderThanTheTerminal(int width) throws IOException {
        assertThat(table().lines(width)).allMatch(line -> TextWidth.of(line) <= width);
    }

    @ParameterizedTest
    @CsvSource({"abc, 3", "東京, 4", "e\u0301, 1", "한글, 4", "🚀, 2", "ｆｕｌｌ, 8", "ﾊﾝ, 2", "'', 0"})
    void countsColumnsOfATerminal(String text, int columns) {
        assertThat(TextWidth.of(text)).isEqualTo(columns);
    }

    @ParameterizedTest
    @CsvSource({"東京都, 5, 東京~", "東京都, 4, 東~", "abcdef, 3, ab~", "abc, 3, abc", "abc, 0, ''"})
    void cutsBetweenCharacters(String text, int columns, String cut) {
        assertThat(TextWidth.cut(text, columns)).isEqualTo(cut);
    }

    @ParameterizedTest
    @CsvSource({
        "true, '', '', 80, 24",
        "true, '', 50 132, 132, 50",
        "true, 60, 50 132, 60, 50",
        "true, 0, 50 132, 132, 50",
        "true, wide, 0 0, 80, 24",
        "false, 60, '', 60, 24"
    })
    void theWidthIsThatOfTheTerminalUnlessColumnsSaysOtherwise(
            boolean terminal, String columns, String size, int width, int rows) {
        Terminal is = Terminal.of(terminal, Map.of("COLUMNS", columns), size.isEmpty() ? null : size);

        assertThat(is.columns()).isEqualTo(width);
        assertThat(is.rows()).isEqualTo(rows);
    }

    @Test
    void aPipeIsAsWideAsItMustBe() {
        assertThat(Terminal.of(false, Map.of(), null).columns()).isEqualTo(Terminal.UNBOUNDED);
    }

    @Test
    void coloursAreForTerminalsThatWantThem() {
        assertThat(Terminal.of(true, Map.of("TERM", "xterm"), null).colours()).isTrue();
        assertThat(Terminal.of(true, Map.of("TERM", "xterm", "NO_COLOR", ""), null)
                        .colours())
                .isTrue();
        assertThat(Terminal.of(true, Map.of("NO_COLOR", "1"), null).colours()).isFalse();
        assertThat(Terminal.of(true, Map.of("TERM", "dumb"), null).colours()).isFalse();
        assertThat(Terminal.of(false, Map.of("TERM", "xterm"), null).colours()).isFalse();
    }

    @Test
    void titlesStandOutOnTerminalsOnly() throws IOException {
        TextPage terminal = new TextPage(new Terminal(true, 80, 24, true));
        TextPage file = new TextPage(new Terminal(false, 80, 24, false));
        terminal.table(table());
        file.table(table());

        assertThat(terminal.lines().get(0)).startsWith("\u001b[1mNAME").endsWith("\u001b[0m");
        assertThat(String.join("", file.lines())).doesNotContain("\u001b");
    }
}
