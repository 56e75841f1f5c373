package io.fairway.scenario;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.fairway.policies.explain.Outlook;
import io.fairway.policies.explain.Sum;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;

/**
 * Rows with their explanations as JSON, by policy: section, key, values, terms; and formula, sum, changes and recovery, if the
 * row has them. Infinity is the text "inf"; an undefined number is null.
 */
public final class ExplanationJson {
    private ExplanationJson() {}

    /** Writes the explanations of a scenario. */
    public static void write(Scenario scenario, Map<String, List<Subject>> explained, Writer out) throws IOException {
        try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            json.writeStringField("title", scenario.title());
            json.writeStringField("source", scenario.source());
            json.writeObjectFieldStart("policies");
            for (Map.Entry<String, List<Subject>> policy : explained.entrySet()) {
                json.writeArrayFieldStart(policy.getKey());
                for (Subject subject : policy.getValue()) {
                    write(subject, json);
                }
                json.writeEndArray();
            }
            json.writeEndObject();
            json.writeEndObject();
        }
        out.write(System.lineSeparator());
        out.flush();
    }

    private static void write(Subject subject, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("section", subject.section());
        ReportJson.fields(subject.key(), subject.row(), json);
        Outlook outlook = subject.row().outlook();
        if (outlook != null) {
            json.writeStringField("formula", outlook.formula());
            Sum sum = outlook.sum();
            if (sum != null) {
                json.writeObjectFieldStart("sum");
                json.writeStringField("of", sum.of());
                json.writeFieldName("total");
                ReportJson.write((Double) sum.total(), json);
                parts("parts", sum.parts(), sum, json);
                json.writeEndObject();
            }
            sentences("changes", outlook.changes(), json);
            sentences("recovery", outlook.recovery(), json);
        }
        json.writeEndObject();
    }

    private static void parts(String name, List<Sum.Part> parts, Sum sum, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart(name);
        for (Sum.Part part : parts) {
            json.writeStartObject();
            json.writeStringField("name", part.name());
            number("weight", part.weight(), json);
            number("value", part.value(), json);
            number("contribution", part.contribution(), json);
            if (name.equals("parts")) {
                number("percent", sum.percent(part), json);
                parts("factors", part.parts(), sum, json);
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void number(String name, double value, JsonGenerator json) throws IOException {
        json.writeFieldName(name);
        ReportJson.write((Double) value, json);
    }

    private static void sentences(String name, List<String> sentences, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart(name);
        for (String sentence : sentences) {
            json.writeString(sentence);
        }
        json.writeEndArray();
    }
}
