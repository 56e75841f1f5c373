package io.fairway.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fairway.api.query.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code openapi.yaml} as the server uses it: paths, and the parameters of each. */
public final class ApiDescription {
    private final String text;
    private final JsonNode root;
    private final Map<String, Operation> operations = new LinkedHashMap<>();

    private ApiDescription(String text, JsonNode root) {
        this.text = text;
        this.root = root;
        root.get("paths").properties().forEach(path -> {
            JsonNode get = path.getValue().get("get");
            List<Parameter> parameters = new ArrayList<>();
            for (JsonNode listed : get.path("parameters")) {
                JsonNode parameter = resolve(listed);
                parameters.add(new Parameter(
                        parameter.get("name").asText(),
                        parameter.path("x-former-name").asText(),
                        parameter.get("in").asText(),
                        parameter.path("required").asBoolean(),
                        schema(parameter)));
            }
            operations.put(
                    get.get("operationId").asText(),
                    new Operation(get.get("operationId").asText(), path.getKey(), parameters));
        });
    }

    /** Reads the description that is part of the application. */
    public static ApiDescription load() {
        try (InputStream in = Objects.requireNonNull(ApiDescription.class.getResourceAsStream("openapi.yaml"))) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new ApiDescription(text, new YAMLMapper().readTree(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The schema of a parameter, and of the items of a list, without references. */
    private JsonNode schema(JsonNode parameter) {
        JsonNode schema = resolve(parameter.get("schema"));
        return schema.has("items")
                ? ((ObjectNode) schema.deepCopy()).set("items", resolve(schema.get("items")))
                : schema;
    }

    private JsonNode resolve(JsonNode node) {
        JsonNode reference = node.get("$ref");
        return reference == null ? node : resolve(root.at(reference.asText().substring(1)));
    }

    /** The description as it was written. */
    public String text() {
        return text;
    }

    /** The same as JSON. */
    public JsonNode json() {
        return root;
    }

    /** The operations by their ids. */
    public Map<String, Operation> operations() {
        return operations;
    }

    /** One operation; all of them are GETs. */
    public record Operation(String id, String path, List<Parameter> parameters) {
        /**
         * Checks the parameters of a query.
         *
         * @throws Problem naming the parameter, its value and the rule
         */
        Asked check(Map<String, List<String>> query, Map<String, String> inPath) {
            Map<String, String> values = new HashMap<>();
            Map<String, Set<String>> several = new HashMap<>();
            Set<String> names = new HashSet<>();
            for (Parameter parameter : parameters) {
                switch (parameter.in()) {
                    case "query" -> {
                        names.add(parameter.name());
                        List<String> given = query.getOrDefault(parameter.name(), List.of());
                        if (parameter.isList()) {
                            several.put(parameter.name(), parameter.checkEach(given));
                            break;
                        }
                        if (given.size() > 1) {
                            throw Problem.parameter(parameter.name(), "given " + given.size() + " times");
                        }
                        if (!parameter.formerName().isEmpty() && query.containsKey(parameter.formerName())) {
                            throw Problem.parameter(parameter.formerName(), "is now called " + parameter.name());
                        }
                        String value = given.isEmpty() ? parameter.absent() : parameter.check(given.get(0));
                        if (value != null) {
                            values.put(parameter.name(), value);
                        }
                    }
                    case "path" ->
                        values.put(parameter.name(), parameter.check(String.valueOf(inPath.get(parameter.name()))));
                    default -> {}
                }
            }
            for (String name : query.keySet()) {
                if (!names.contains(name)) {
                    throw Problem.parameter(
                            name,
                            "unknown parameter; known: "
                                    + String.join(", ", names.stream().sorted().toList()));
                }
            }
            return new Asked(values, several);
        }
    }

    /**
     * One parameter with its schema.
     *
     * @param formerName what it was called in earlier versions; empty if it had no other name
     */
    public record Parameter(String name, String formerName, String in, boolean required, JsonNode schema) {
        @Nullable
        String absent() {
            if (required) {
                throw Problem.parameter(name, "missing");
            }
            return schema.has("default") ? schema.get("default").asText() : null;
        }

        /** Whether it may be given several times. */
        boolean isList() {
            return schema.path("type").asText().equals("array");
        }

        Set<String> checkEach(List<String> given) {
            int most = schema.get("maxItems").asInt();
            if (given.size() > most) {
                throw Problem.parameter(name, "given " + given.size() + " times; at most " + most + " are allowed");
            }
            Parameter one = new Parameter(name, formerName, in, required, schema.get("items"));
            given.forEach(one::check);
            return new LinkedHashSet<>(given);
        }

        String check(String value) {
            switch (schema.path("type").asText()) {
                case "integer" -> checkNumber(value, integer(value));
                case "number" -> checkNumber(value, number(value));
                default -> checkText(value);
            }
            return value;
        }

        private double integer(String value) {
            try {
                return Long.parseLong(value);
            } catch (NumberFormatException wrong) {
                throw Problem.parameter(name, "'" + value + "' is not an integer");
            }
        }

        private double number(String value) {
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

        private void checkNumber(String value, double number) {
            JsonNode least = schema.get("minimum");
            JsonNode most = schema.get("maximum");
            if ((least != null && number < least.asDouble()) || (most != null && number > most.asDouble())) {
                throw Problem.parameter(
                        name,
                        value + " is not within " + (least == null ? "" : least.asText()) + " to "
                                + (most == null ? "" : most.asText()));
            }
        }

        private void checkText(String value) {
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
}
