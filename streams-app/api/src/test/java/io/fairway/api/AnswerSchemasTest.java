package io.fairway.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.api.answer.FreshnessJson;
import io.fairway.api.answer.TermJson;
import io.fairway.api.http.ApiDescription;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The records of answers against their schemas in the description of the API. */
class AnswerSchemasTest {
    private static final JsonNode DESCRIPTION = ApiDescription.load().json();
    private static final JsonNode SCHEMAS = DESCRIPTION.at("/components/schemas");

    /**
     * Schemas without a record of their own: values, requests, joined answers of several instances, and answers with the record
     * inside another one's.
     */
    private static final Set<String> WITHOUT_RECORD = Set.of(
            "AdjustmentRequest",
            "Name",
            "Names",
            "InstantText",
            "Instant",
            "Number",
            "Domains",
            "Unreachable",
            "Status",
            "Share",
            "Standing",
            "State",
            "WhatIfOutcome",
            "Row");

    static Stream<String> schemas() {
        return SCHEMAS.properties().stream().map(Map.Entry::getKey).filter(name -> !WITHOUT_RECORD.contains(name));
    }

    @ParameterizedTest
    @MethodSource("schemas")
    void aRecordHasTheMembersOfItsSchema(String name) throws ClassNotFoundException {
        Class<?> record = Class.forName(FreshnessJson.class.getPackageName() + "." + name + "Json");
        JsonNode schema = SCHEMAS.get(name);
        // The operation answers a list of these.
        same(name, record, name.equals("ClusterUsage") ? schema.at("/properties/items/items") : schema);
    }

    private static void same(String where, Class<?> record, JsonNode schema) {
        Map<String, RecordComponent> members = members(record);
        Set<String> described = new TreeSet<>();
        schema.path("properties").fieldNames().forEachRemaining(described::add);
        if (described.isEmpty()) {
            assertThat(schema.path("additionalProperties").isMissingNode())
                    .as(where)
                    .isFalse();
            return;
        }
        if (record.equals(TermJson.class)) {
            assertThat(described).as(where).containsAll(members.keySet());
        } else {
            assertThat(members.keySet()).as(where).containsExactlyInAnyOrderElementsOf(described);
        }
        for (JsonNode required : schema.path("required")) {
            assertThat(isAlwaysWritten(members.get(required.asText())))
                    .as(where + " always has " + required)
                    .isTrue();
        }
        members.forEach((name, member) -> {
            Class<?> inner = recordOf(member.getGenericType());
            if (inner != null && !inner.equals(record)) {
                same(where + "." + name, inner, inside(schema.path("properties").path(name)));
            }
        });
    }

    /** The written members of a record, by name. The members of an unwrapped record count as the record's own. */
    private static Map<String, RecordComponent> members(Class<?> record) {
        Map<String, RecordComponent> members = new LinkedHashMap<>();
        for (RecordComponent component : record.getRecordComponents()) {
            AnnotatedElement accessor = component.getAccessor();
            JsonProperty name = accessor.getAnnotation(JsonProperty.class);
            if (accessor.isAnnotationPresent(JsonUnwrapped.class)) {
                members.putAll(members(component.getType()));
            } else {
                members.put(name == null ? component.getName() : name.value(), component);
            }
        }
        return members;
    }

    private static boolean isAlwaysWritten(@Nullable RecordComponent member) {
        if (member == null) {
            return false;
        }
        JsonInclude own = member.getAccessor().getAnnotation(JsonInclude.class);
        JsonInclude rule = own == null ? member.getDeclaringRecord().getAnnotation(JsonInclude.class) : own;
        return rule == null || rule.value() == JsonInclude.Include.ALWAYS;
    }

    /** The record that a member is, or holds a list of; null if it does neither. */
    private static @Nullable Class<?> recordOf(Type type) {
        if (type instanceof Class<?> plain) {
            return plain.isRecord() ? plain : null;
        }
        if (type instanceof ParameterizedType list && list.getRawType().equals(List.class)) {
            return recordOf(list.getActualTypeArguments()[0]);
        }
        return type instanceof WildcardType wildcard ? recordOf(wildcard.getUpperBounds()[0]) : null;
    }

    /** The schema of an object: behind a reference, of a list's items, or the one that is not null. */
    private static JsonNode inside(JsonNode schema) {
        if (schema.has("$ref")) {
            return inside(DESCRIPTION.at(schema.get("$ref").asText().substring(1)));
        }
        if (schema.has("items")) {
            return inside(schema.get("items"));
        }
        return schema.has("oneOf") ? inside(schema.get("oneOf").get(0)) : schema;
    }
}
