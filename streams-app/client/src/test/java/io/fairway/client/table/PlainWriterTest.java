package io.fairway.client.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hostile names on the way to a terminal and into CSV. */
class PlainWriterTest {
    private static final String HOSTILE = "a\u001b[2Jb\u009b31mc\u202ed\re\u0007";
    private static final String PLAIN = "a?[2Jb?31mc?d?e?";

    private final StringWriter written = new StringWriter();
    private final PlainWriter out = PlainWriter.of(new PrintWriter(written));

    @Test
    void noWayOfPrintingLetsANameMoveTheCursor() {
        out.print(HOSTILE);
        out.printf("%s", HOSTILE);
        out.append(HOSTILE).write(HOSTILE.toCharArray());
        HOSTILE.chars().forEach(out::write);
        out.flush();

        assertThat(written.toString()).isEqualTo(PLAIN.repeat(5));
    }

    @Test
    void aNameBeginsNoLineOfItsOwn() {
        out.println("alps\n0 changes made");
        out.println((Object) "alps\r\n0 changes made");
        out.print("a: 1\n\tb: 2\r\n");
        out.flush();

        String end = System.lineSeparator();
        assertThat(written.toString())
                .isEqualTo("alps?0 changes made" + end + "alps?0 changes made" + end + "a: 1\n\tb: 2\r\n");
    }

    @Test
    void whatAScreenDrawsGoesOutAsItIs() {
        out.drawn("\u001b[H" + PlainWriter.plain(HOSTILE));
        out.flush();

        assertThat(written.toString()).isEqualTo("\u001b[H" + PLAIN);
        assertThat(PlainWriter.of(out)).isSameAs(out);
    }

    /** What begins a formula: OWASP, CSV Injection. A number is none, whatever it begins with. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = ';',
            value = {
                "=cmd|' /C calc'!A0; '=cmd|' /C calc'!A0",
                "+1+cmd; '+1+cmd",
                "-2+3; '-2+3",
                "@SUM(A1); '@SUM(A1)",
                "a=b; a=b",
                "-5; -5",
                "+5.25; +5.25",
                "-1.5e-7; -1.5e-7",
                "-Infinity; -Infinity",
                "-Infinity+1; '-Infinity+1",
                "=a,b; \"'=a,b\""
            })
    void aNameIsNoFormulaInCsv(String name, String cell) {
        assertThat(csv(name)).isEqualTo(cell);
    }

    @Test
    void controlCharactersAreNotInCsv() {
        assertThat(csv("\t=cmd")).isEqualTo("'?=cmd");
        assertThat(csv("\r=cmd")).isEqualTo("'?=cmd");
        assertThat(csv("a\u001b[2J\nb")).isEqualTo("a?[2J?b");
    }

    private static String csv(String name) {
        Table table = Table.of(
                List.of(Column.text("NAME", "name")),
                List.of(new ObjectMapper().createObjectNode().put("name", name)));
        String csv = Csv.of(table);
        return csv.substring("name\r\n".length(), csv.length() - 2);
    }
}
