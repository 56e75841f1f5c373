package io.fairway.policies.yaml;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * A value of a YAML or JSON file with its position. Messages about it name file, line and key.
 *
 * <p>Every method throws IllegalArgumentException with the value and the rule if the value is of another kind.
 */
public final class YamlValue {
    /** An error in a value, with the position of the value. */
    private static final class Wrong extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        private Wrong(String message) {
            super(message);
        }
    }

    private final String file;
    private final String key;
    private final Node node;

    private YamlValue(String file, String key, Node node) {
        this.file = file;
        this.key = key;
        this.node = node;
    }

    /** Reads a file with one map. */
    public static YamlMap read(Path file) {
        try {
            return parse(String.valueOf(file.getFileName()), Files.readString(file));
        } catch (IOException e) {
            throw new IllegalArgumentException("file " + file + " cannot be read: " + e, e);
        }
    }

    /** Reads a text with one map. */
    public static YamlMap parse(String file, String text) {
        @Nullable Node root;
        try {
            root = new Yaml(new LoaderOptions()).compose(new java.io.StringReader(text));
        } catch (MarkedYAMLException wrong) {
            String line = wrong.getProblemMark() == null
                    ? ""
                    : ", line " + (wrong.getProblemMark().getLine() + 1);
            throw new IllegalArgumentException(file + line + ": " + wrong.getProblem(), wrong);
        }
        if (root == null) {
            throw new IllegalArgumentException(file + ": is empty");
        }
        return new YamlValue(file, "", root).map();
    }

    /**
     * The texts of a record by section and name, read as a file has them. They have no lines.
     *
     * @param source what messages name instead of the file
     */
    public static YamlMap of(String source, Map<String, Map<String, String>> sections) {
        return new YamlValue(source, "", node(sections)).map();
    }

    private static Node node(Object value) {
        return value instanceof Map<?, ?> map
                ? new MappingNode(
                        Tag.MAP,
                        map.entrySet().stream()
                                .map(entry -> new NodeTuple(node(entry.getKey()), node(entry.getValue())))
                                .toList(),
                        DumperOptions.FlowStyle.BLOCK)
                : new ScalarNode(Tag.STR, value.toString(), null, null, DumperOptions.ScalarStyle.PLAIN);
    }

    /** The value as a map whose keys are known. */
    public YamlMap map() {
        return new YamlMap(this, entries());
    }

    /** The value as a map whose keys are names. */
    public Map<String, YamlValue> entries() {
        if (!(node instanceof MappingNode mapping)) {
            throw wrong("must be a map");
        }
        Map<String, YamlValue> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode name)) {
                throw wrong("must have plain names as keys");
            }
            YamlValue value = new YamlValue(file, join(name.getValue()), tuple.getValueNode());
            if (entries.put(name.getValue(), value) != null) {
                throw value.wrong("is given twice");
            }
        }
        return entries;
    }

    /** The value as a list. */
    public List<YamlValue> list() {
        if (!(node instanceof SequenceNode sequence)) {
            throw wrong("must be a list");
        }
        List<YamlValue> values = new ArrayList<>();
        for (Node element : sequence.getValue()) {
            values.add(new YamlValue(file, key + "[" + values.size() + "]", element));
        }
        return values;
    }

    public boolean isMap() {
        return node instanceof MappingNode;
    }

    /** Whether it is null, ~ or nothing. */
    public boolean isNull() {
        return node instanceof ScalarNode scalar && Tag.NULL.equals(scalar.getTag());
    }

    public String text() {
        if (!(node instanceof ScalarNode scalar)) {
            throw wrong("must be a text or a number");
        }
        return scalar.getValue();
    }

    /** A decimal number, exactly as written. */
    public BigDecimal decimal() {
        try {
            return new BigDecimal(text());
        } catch (NumberFormatException e) {
            throw wrong("must be a number");
        }
    }

    public double number() {
        return switch (text()) {
            case ".inf", "inf", "INF", "Infinity" -> Double.POSITIVE_INFINITY;
            case "-.inf", "-inf", "-INF", "-Infinity" -> Double.NEGATIVE_INFINITY;
            default -> decimal().doubleValue();
        };
    }

    public long whole() {
        try {
            return decimal().longValueExact();
        } catch (ArithmeticException e) {
            throw wrong("must be a whole number");
        }
    }

    public boolean yes() {
        return switch (text().toLowerCase(Locale.ROOT)) {
            case "true", "yes" -> true;
            case "false", "no" -> false;
            default -> throw wrong("must be true or false");
        };
    }

    /** An instant such as 2026-11-21T12:00:00Z, epoch milliseconds. */
    public long instant() {
        try {
            return Instant.parse(text()).toEpochMilli();
        } catch (DateTimeParseException e) {
            throw wrong("must be an instant such as 2026-11-21T12:00:00Z");
        }
    }

    /** Runs a check of this value; if it fails, the error names the position of the value. */
    public <T> T checked(Supplier<T> action) {
        try {
            return action.get();
        } catch (Wrong located) {
            throw located;
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(
                    wrong(String.valueOf(refused.getMessage())).getMessage(), refused);
        }
    }

    /** An error in this value, with file, line (if it has one), key and value. */
    public IllegalArgumentException wrong(String rule) {
        String value = node instanceof ScalarNode scalar ? " \"" + scalar.getValue() + "\"" : "";
        String what = key.isEmpty() ? "" : key + value + ": ";
        String line = node.getStartMark() == null
                ? ""
                : ", line " + (node.getStartMark().getLine() + 1);
        return new Wrong(file + line + ": " + what + rule);
    }

    private String join(String name) {
        return key.isEmpty() ? name : key + "." + name;
    }
}
