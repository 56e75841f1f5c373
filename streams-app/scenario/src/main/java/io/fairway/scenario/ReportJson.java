package io.fairway.scenario;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.fairway.scenario.report.Report;
import java.io.IOException;
import java.io.Writer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An evaluated scenario as JSON: title, source, and by policy the sections with their rows in order. Each row has its key, its
 * values by column and the terms behind them. Infinity is the text "inf"; an undefined number is null.
 */
public final class ReportJson {
    private ReportJson() {}

    /** Writes a scenario. */
    public static void write(Scenario scenario, Map<String, Report> reports, Writer out) throws IOException {
        try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            json.writeStringField("title", scenario.title());
            json.writeStringField("source", scenario.source());
            json.writeObjectFieldStart("policies");
            for (Map.Entry<String, Report> report : reports.entrySet()) {
                json.writeObjectFieldStart(report.getKey());
                for (var section : report.getValue().sections().entrySet()) {
                    json.writeArrayFieldStart(section.getKey());
                    for (var row : section.getValue().rows().entrySet()) {
                        write(row.getKey(), row.getValue(), json);
                    }
                    json.writeEndArray();
                }
                json.writeEndObject();
            }
            json.writeEndObject();
            json.writeNumberField("expectationsMet", scenario.met());
            json.writeArrayFieldStart("expectationsMissed");
            for (Expectations.Miss miss : scenario.misses()) {
                json.writeStartObject();
                json.writeStringField("where", miss.where());
                json.writeStringField("expected", miss.expected());
                json.writeStringField("actual", miss.actual());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        out.write(System.lineSeparator());
        out.flush();
    }

    private static void write(String key, Report.Row row, JsonGenerator json) throws IOException {
        json.writeStartObject();
        fields(key, row, json);
        json.writeEndObject();
    }

    /** Key, values and terms of a row, as fields of the current object. */
    static void fields(String key, Report.Row row, JsonGenerator json) throws IOException {
        json.writeStringField("key", key);
        for (Map.Entry<String, @Nullable Object> value : row.values().entrySet()) {
            json.writeFieldName(value.getKey());
            write(value.getValue(), json);
        }
        json.writeArrayFieldStart("terms");
        for (Report.Line line : row.lines()) {
            json.writeStartObject();
            json.writeStringField("name", line.name());
            json.writeFieldName("value");
            write((Object) line.value(), json);
            json.writeStringField("how", line.how());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    static void write(@Nullable Object value, JsonGenerator json) throws IOException {
        switch (value) {
            case null -> json.writeNull();
            case Long whole -> json.writeNumber(whole);
            case Double number -> {
                if (Double.isNaN(number)) {
                    json.writeNull();
                } else if (Double.isInfinite(number)) {
                    json.writeString(number > 0 ? "inf" : "-inf");
                } else {
                    json.writeNumber(number);
                }
            }
            default -> json.writeString(value.toString());
        }
    }
}
