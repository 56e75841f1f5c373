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

/** {@code openapi.yaml} as the server uses it: paths, the parameters of each, and what a body holds. */
public final class ApiDescription {
    private final String text;
    private final JsonNode root;
    private final Map<String, Operation> operations = new LinkedHashMap<>();
    private final Map<String, Operation> changes = new LinkedHashMap<>();

    private ApiDescription(String text, JsonNode root) {
        this.text = text;
        this.root = root;
        root.get("paths").properties().forEach(path -> {
            JsonNode get = path.getValue().get("get");
            if (get != null) {
                operations.put(get.get("operationId").asText(), operation(path.getKey(), get));
            }
            JsonNode post = path.getValue().get("post");
            if (post != null) {
                changes.put(post.get("operationId").asText(), operation(path.getKey(), post));
            }
        });
    }

    private Operation operation(String path, JsonNode described) {
        List<Parameter> parameters = new ArrayList<>();
        for (JsonNode listed : described.path("parameters")) {
            JsonNode parameter = resolve(listed);
            parameters.add(new Parameter(
                    parameter.get("name").asText(),
                    parameter.path("x-former-name").asText(),
                    parameter.get("in").asText(),
                    parameter.path("required").asBoolean(),
                    schema(parameter)));
        }
        JsonNode body = described.at("/requestBody/content/application~1json/schema");
        return new Operation(
                described.get("operationId").asText(),
                path,
                parameters,
                body.isMissingNode() ? List.of() : members(resolve(body)));
    }

    /** The members of an object in the body of a request. */
    private List<Parameter> members(JsonNode object) {
        Set<String> required = new HashSet<>();
        object.path("required").forEach(name -> required.add(name.asText()));
        List<Parameter> members = new ArrayList<>();
        object.get("properties")
                .properties()
                .forEach(member -> members.add(new Parameter(
                        member.getKey(), "", "body", required.contains(member.getKey()), resolve(member.getValue()))));
        return members;
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

    /** The operations that change nothing, by their ids: GETs. */
    public Map<String, Operation> operations() {
        return operations;
    }

    /** The operations that change something, by their ids: POSTs. */
    public Map<String, Operation> changes() {
        return changes;
    }

    /**
     * One operation.
     *
     * @param body the members of the object in its request; none if it takes no body
     */
    public record Operation(String id, String path, List<Parameter> parameters, List<Parameter> body) {
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

        /**
         * Checks the body of a request. A member that is null is one that is not there.
         *
         * @param asked the parameters in query and path, which stay
         * @throws Problem naming the member, its value and the rule
         */
        Asked check(Asked asked, JsonNode object) {
            Map<String, String> values = new HashMap<>();
            for (Parameter parameter : parameters) {
                values.put(parameter.name(), asked.needed(parameter.name()));
            }
            for (Parameter member : body) {
                JsonNode given = object.path(member.name());
                String value = given.isMissingNode() || given.isNull() ? member.absent() : member.check(given);
                if (value != null) {
                    values.put(member.name(), value);
                }
            }
            List<String> known = body.stream().map(Parameter::name).sorted().toList();
            object.fieldNames().forEachRemaining(name -> {
                if (!known.contains(name)) {
                    throw Problem.parameter(name, "unknown member; known: " + String.join(", ", known));
                }
            });
            return new Asked(values);
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

        String check(JsonNode value) {
            return SchemaCheck.value(name, schema, value);
        }

        String check(String value) {
            return SchemaCheck.text(name, schema, value);
        }
    }
}
