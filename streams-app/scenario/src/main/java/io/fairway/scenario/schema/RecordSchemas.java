package io.fairway.scenario.schema;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Records of the contract in files as JSON Schema: what {@link io.fairway.policies.yaml.RecordYaml} takes. Each record and enum is a
 * definition under its name.
 */
final class RecordSchemas {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final ObjectNode definitions;

    RecordSchemas(ObjectNode definitions) {
        this.definitions = definitions;
    }

    /**
     * A reference to the definition of a record.
     *
     * @param given the fields that a file may leave out, although they have no default
     */
    ObjectNode record(Schema schema, Set<String> given) {
        String name = schema.getName();
        if (!definitions.has(name)) {
            ObjectNode definition = definitions.putObject(name).put("type", "object");
            described(definition, schema.getDoc());
            ObjectNode properties = definition.putObject("properties");
            ArrayNode required = JSON.arrayNode();
            for (Schema.Field field : schema.getFields()) {
                properties.set(field.name(), described(value(field.schema(), field.name()), field.doc()));
                if (field.defaultVal() == null && !given.contains(field.name())) {
                    required.add(field.name());
                }
            }
            if (!required.isEmpty()) {
                definition.set("required", required);
            }
            definition.put("additionalProperties", false);
        }
        return reference(name);
    }

    static ObjectNode reference(String definition) {
        return JSON.objectNode().put("$ref", "#/$defs/" + definition);
    }

    private static ObjectNode described(ObjectNode node, @Nullable String text) {
        return text == null ? node : node.put("description", text.replaceAll("\\s+", " "));
    }

    private ObjectNode value(Schema schema, String field) {
        return switch (schema.getType()) {
            case STRING -> reference("text");
            case BOOLEAN -> reference("yes");
            case DOUBLE -> reference("number");
            case INT -> reference("whole");
            case LONG -> whole(schema, field);
            case ENUM -> words(schema);
            case RECORD -> record(schema, Set.of());
            case MAP -> {
                ObjectNode map = JSON.objectNode().put("type", "object");
                map.set("additionalProperties", value(schema.getValueType(), field));
                yield map;
            }
            case ARRAY -> {
                ObjectNode list = JSON.objectNode().put("type", "array");
                list.set("items", value(schema.getElementType(), field));
                yield list;
            }
            case UNION -> {
                ObjectNode any = JSON.objectNode();
                ArrayNode types = any.putArray("anyOf");
                for (Schema each : schema.getTypes()) {
                    types.add(
                            each.getType() == Schema.Type.NULL
                                    ? JSON.objectNode().put("type", "null")
                                    : value(each, field));
                }
                yield any;
            }
            case BYTES, FIXED, FLOAT, NULL -> JSON.objectNode().put("not", true);
        };
    }

    private static ObjectNode whole(Schema schema, String field) {
        if (schema.getLogicalType() instanceof LogicalTypes.TimestampMillis) {
            return reference("instant");
        }
        return reference(field.toLowerCase(Locale.ROOT).endsWith("millis") ? "millis" : "whole");
    }

    /** The symbols as the records have them, and in lower case with hyphens. */
    private ObjectNode words(Schema schema) {
        String name = schema.getName();
        if (!definitions.has(name)) {
            Set<String> words = new LinkedHashSet<>();
            List<String> symbols = schema.getEnumSymbols().stream()
                    .filter(symbol -> !symbol.equals(schema.getEnumDefault()))
                    .toList();
            words.addAll(symbols);
            symbols.forEach(symbol -> words.add(symbol.toLowerCase(Locale.ROOT).replace('_', '-')));
            ObjectNode definition = definitions.putObject(name);
            described(definition, schema.getDoc());
            ArrayNode all = definition.putArray("enum");
            words.forEach(all::add);
        }
        return reference(name);
    }
}
