package io.fairway.system.docs;

import io.fairway.avro.Policy;
import io.fairway.policies.registry.PolicyYaml;
import io.fairway.policies.yaml.RecordYaml;
import io.fairway.policies.yaml.YamlValue;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** {@code docs/policy-keys.md}: every key of a policy file with its default, from the schema and from the reader of files. */
class PolicyKeysDocTest {
    private static final String HEAD = "domain: d\nname: p\neffectiveFrom: 2026-01-01T00:00:00Z\nmeasure: {name: m}\n";

    /** The shortest files of each family. */
    private static final Map<String, String> SHORTEST = new LinkedHashMap<>();

    static {
        SHORTEST.put("Slurm", "algorithm: classic\n");
        SHORTEST.put("dialect 2.0", "algorithm: classic\nslurm: {dialect: '2.0'}\nnodes: 1\n");
        SHORTEST.put("LSF", "algorithm: lsf-dynamic\n");
        SHORTEST.put("Moab with FSPOLICY", "algorithm: moab-targets\nmoab: {parameters: {FSPOLICY: DEDICATEDPS}}\n");
        SHORTEST.put(
                "Maui with FSPOLICY",
                "algorithm: moab-targets\nmoab: {dialect: MAUI, parameters: {FSPOLICY: DEDICATEDPS}}\n");
    }

    @Test
    void thePageSaysWhatTheReaderDoes() throws IOException {
        ReferencePage.holds("policy-keys.md", page(), PolicyKeysDocTest.class);
    }

    private static String page() {
        StringBuilder page = new StringBuilder("""
                # Keys of a policy file

                Made from the schema of the topic and from the reader of files; a test fails when this page is stale. `policy apply`, `import`,
                `replay --policy` and `evaluate --policy-file` take the same file. [shares.md](shares.md#policies) shows one.

                *Default* is what a file gets that leaves the key out. Where a scheduler has another default than the records of the topic, its
                name stands before it: the record that is published says it. Milliseconds may be written as `7d`, `5h`, `30m` or `10s`.
                """);
        section(page, "The policy", "", Policy.getClassSchema());
        return page.toString();
    }

    private static void section(StringBuilder page, String title, String path, Schema record) {
        page.append("\n## ").append(title).append("\n\n| key | type | default | meaning |\n|---|---|---|---|\n");
        Map<String, Schema> inner = new LinkedHashMap<>();
        for (Schema.Field field : record.getFields()) {
            String key = path + field.name();
            page.append("| `")
                    .append(key)
                    .append("` | ")
                    .append(type(field.schema()))
                    .append(" | ")
                    .append(byDefault(field, key))
                    .append(" | ")
                    .append(Objects.requireNonNullElse(field.doc(), "")
                            .replaceAll("\\s+", " ")
                            .replace("|", "\\|"))
                    .append(" |\n");
            Schema within = within(field.schema());
            if (within.getType() == Schema.Type.RECORD) {
                String name = field.schema().getType() == Schema.Type.MAP
                        ? key + ".NAME."
                        : field.schema().getType() == Schema.Type.ARRAY ? key + "[]." : key + ".";
                inner.put(name, within);
            }
        }
        inner.forEach((name, schema) -> section(page, "`" + name.replaceAll("\\.$", "") + "`", name, schema));
    }

    /** What a map or a list holds, or what may be missing. */
    private static Schema within(Schema schema) {
        return switch (schema.getType()) {
            case MAP -> within(schema.getValueType());
            case ARRAY -> within(schema.getElementType());
            case UNION ->
                within(schema.getTypes().stream()
                        .filter(each -> each.getType() != Schema.Type.NULL)
                        .findFirst()
                        .orElseThrow());
            default -> schema;
        };
    }

    private static String type(Schema schema) {
        return switch (schema.getType()) {
            case MAP -> "map of " + type(schema.getValueType());
            case ARRAY -> "list of " + type(schema.getElementType());
            case UNION -> type(within(schema));
            case RECORD -> "section";
            case ENUM ->
                schema.getEnumSymbols().stream()
                        .filter(symbol -> !symbol.equals("UNKNOWN"))
                        .map(symbol -> "`" + symbol + "`")
                        .collect(Collectors.joining(", "));
            case LONG -> schema.getLogicalType() == null ? "whole number" : "instant";
            case INT -> "whole number";
            case DOUBLE -> "number";
            case BOOLEAN -> "true or false";
            default -> "text";
        };
    }

    private static String byDefault(Schema.Field field, String key) {
        if (field.defaultVal() == null) {
            return "required";
        }
        String ofRecords = shown(GenericData.get().getDefaultValue(field));
        Map<String, String> ofFiles = new LinkedHashMap<>();
        SHORTEST.forEach((family, file) -> {
            String said = said(PolicyYaml.read(YamlValue.parse("policy", HEAD + file)), key);
            String unsaid = said(
                    RecordYaml.read(YamlValue.parse("policy", HEAD + file), Policy.getClassSchema(), Policy.class),
                    key);
            if (!said.equals(unsaid)
                    && !said.isEmpty()
                    && !said.equals(ofRecords)
                    && !(family.startsWith("dialect") && said.equals(ofFiles.get("Slurm")))) {
                ofFiles.put(family, said);
            }
        });
        String others = ofFiles.entrySet().stream()
                .map(each -> each.getKey() + ": " + each.getValue())
                .collect(Collectors.joining("; "));
        return others.isEmpty() ? ofRecords : ofRecords.equals("none") ? others : others + "; else " + ofRecords;
    }

    /** The value of a key of a record; empty = it is in a section that the record does not have. */
    private static String said(Object record, String path) {
        Object value = record;
        for (String name : path.split("\\.")) {
            if (!(value instanceof IndexedRecord of) || of.getSchema().getField(name) == null) {
                return "";
            }
            value = of.get(of.getSchema().getField(name).pos());
        }
        boolean section =
                value instanceof IndexedRecord of && !of.getSchema().getName().equals("Decay");
        return section || value == null ? "" : shown(value);
    }

    private static String days(Object millis) {
        return millis instanceof Long time && time > 0 ? " of " + time / 86_400_000 + " days" : "";
    }

    private static String shown(@Nullable Object value) {
        if (value == null) {
            return "none";
        }
        return switch (value) {
            case IndexedRecord section -> "`" + section.get(0) + "`" + days(section.get(1));
            case Map<?, ?> map -> {
                if (map.isEmpty()) {
                    yield "none";
                }
                Map<String, String> sorted = new TreeMap<>();
                map.forEach((key, each) -> sorted.put(key.toString(), "`" + key + ": " + each + "`"));
                yield String.join(", ", sorted.values());
            }
            case Iterable<?> list -> list.iterator().hasNext() ? list.toString() : "none";
            default -> {
                String text = String.valueOf(value);
                yield text.isEmpty()
                                || text.equals("null")
                                || text.toLowerCase(Locale.ROOT).contains("jsonproperties")
                        ? "none"
                        : "`" + text + "`";
            }
        };
    }
}
