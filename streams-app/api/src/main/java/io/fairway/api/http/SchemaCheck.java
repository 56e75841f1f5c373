package io.fairway.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.api.query.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A value against its schema, with what the description's schemas use of JSON Schema. A problem names the parameter, its
 * value and the rule.
 */
final class SchemaCheck {
    private SchemaCheck() {}

    /** A member of a body. */
    static String value(String name, JsonNode schema, JsonNode value) {
        boolean number = schema.path("type").asText().equals("number");
        if (number ? !value.isNumber() : !value.isTextual()) {
            throw Problem.parameter(
                    name,
                    "must be a " + (number ? "number" : "string") + " and is of type "
                            + value.getNodeType().name().toLowerCase(Locale.ROOT));
        }
        return text(name, schema, value.asText());
    }

    /** A parameter, which is always text. */
    static String text(String name, JsonNode schema, String value) {
        switch (schema.path("type").asText()) {
            case "integer" -> checkNumber(name, schema, value, integer(name, value));
            case "number" -> checkNumber(name, schema, value, number(name, value));
            default -> checkText(name, schema, value);
        }
        return value;
    }

    private static double integer(String name, String value) {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException wrong) {
            throw Problem.parameter(name, "'" + value + "' is not an integer");
        }
    }

    private static double number(String name, String value) {
        try {
            double number = Double.parseDouble(value);
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException wrong) {
            // The problem below says so.
        }
        throw Problem.parameter(name, "'" + value + "' is not a number");
    }

    private static void checkNumber(String name, JsonNode schema, String value, double number) {
        JsonNode above = schema.get("exclusiveMinimum");
        if (above != null && number <= above.asDouble()) {
            throw Problem.parameter(name, value + " is not above " + above.asText());
        }
        JsonNode least = schema.get("minimum");
        JsonNode most = schema.get("maximum");
        if ((least != null && number < least.asDouble()) || (most != null && number > most.asDouble())) {
            throw Problem.parameter(
                    name,
                    value + " is not within " + (least == null ? "" : least.asText()) + " to "
                            + (most == null ? "" : most.asText()));
        }
    }

    private static void checkText(String name, JsonNode schema, String value) {
        if (value.length() < schema.path("minLength").asInt(0)
                || value.length() > schema.path("maxLength").asInt(Integer.MAX_VALUE)) {
            throw Problem.parameter(
                    name,
                    "has " + value.length() + " characters; allowed are "
                            + schema.path("minLength").asInt(0) + " to "
                            + schema.path("maxLength").asText("any number"));
        }
        JsonNode allowed = schema.get("enum");
        if (allowed != null) {
            List<String> words = new ArrayList<>();
            allowed.forEach(word -> words.add(word.asText()));
            if (!words.contains(value)) {
                throw Problem.parameter(name, "'" + value + "' is not one of " + String.join(", ", words));
            }
        }
        JsonNode pattern = schema.get("pattern");
        if (pattern != null && !value.matches(pattern.asText())) {
            throw Problem.parameter(name, "'" + value + "' does not match " + pattern.asText());
        }
        if (value.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
            throw Problem.parameter(name, "holds a control character");
        }
    }
}
