package io.fairway.bench.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of a measurement: rows, and how quiet the machine was.
 *
 * @param machine processors and Java, in words
 * @param start before the first section
 * @param end after the last one
 */
public record BenchReport(String machine, Quietness start, Quietness end, List<BenchRow> rows) {
    private static final JsonFactory JSON = new JsonFactory();
    private static final List<String> HEAD = List.of("measure", "ours", "floor", "ratio", "goal", "");

    /** Prints the table, in Markdown with even columns, and what speaks against its figures. */
    public void print(PrintWriter out) {
        List<List<String>> lines = new ArrayList<>(List.of(HEAD));
        for (BenchRow row : rows) {
            lines.add(List.of(
                    row.section() + ": " + row.measure(),
                    BenchGoal.number(row.value()) + " " + row.unit(),
                    row.floor().isEmpty() ? "" : BenchGoal.number(row.floorValue()) + " " + row.unit(),
                    row.floor().isEmpty() ? "" : BenchGoal.number(row.ratio()),
                    row.goal().text(),
                    row.isReached() ? "" : "missed"));
        }
        int[] widths = new int[HEAD.size()];
        for (List<String> line : lines) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], line.get(column).length());
            }
        }
        print(out, lines.get(0), widths, ' ');
        print(out, HEAD.stream().map(name -> "").toList(), widths, '-');
        lines.subList(1, lines.size()).forEach(line -> print(out, line, widths, ' '));
        out.println();
        out.println(machine + "; load " + BenchGoal.number(start.load()) + " before, " + BenchGoal.number(end.load())
                + " after.");
        for (String doubt : Quietness.doubts(start, end)) {
            out.println("NOT QUIET: " + doubt + ".");
        }
    }

    private static void print(PrintWriter out, List<String> line, int[] widths, char fill) {
        StringBuilder text = new StringBuilder("|");
        for (int column = 0; column < widths.length; column++) {
            String cell = line.get(column);
            text.append(fill).append(cell);
            text.append(String.valueOf(fill).repeat(widths[column] - cell.length()))
                    .append(fill)
                    .append('|');
        }
        out.println(text);
    }

    /** Writes it as JSON, with the values of all runs; leaves the writer open. NaN is null. */
    public void write(Writer out) throws IOException {
        JsonGenerator json = JSON.createGenerator(out)
                .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                .useDefaultPrettyPrinter();
        json.writeStartObject();
        json.writeStringField("machine", machine);
        number(json, "loadBefore", start.load());
        number(json, "loadAfter", end.load());
        json.writeArrayFieldStart("doubts");
        for (String doubt : Quietness.doubts(start, end)) {
            json.writeString(doubt);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("rows");
        for (BenchRow row : rows) {
            json.writeStartObject();
            json.writeStringField("section", row.section());
            json.writeStringField("measure", row.measure());
            json.writeStringField("unit", row.unit());
            numbers(json, "ours", row.ours());
            numbers(json, "floor", row.floor());
            number(json, "value", row.value());
            number(json, "ratio", row.ratio());
            json.writeStringField("goal", row.goal().text());
            json.writeBooleanField("reached", row.isReached());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
        json.close();
        out.write(System.lineSeparator());
        out.flush();
    }

    private static void numbers(JsonGenerator json, String name, List<Double> values) throws IOException {
        json.writeArrayFieldStart(name);
        for (double value : values) {
            if (Double.isFinite(value)) {
                json.writeNumber(value);
            } else {
                json.writeNull();
            }
        }
        json.writeEndArray();
    }

    private static void number(JsonGenerator json, String name, double value) throws IOException {
        if (Double.isFinite(value)) {
            json.writeNumberField(name, value);
        } else {
            json.writeNullField(name);
        }
    }
}
