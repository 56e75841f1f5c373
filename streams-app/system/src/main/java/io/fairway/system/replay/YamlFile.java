package io.fairway.system.replay;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads YAML strictly: an unknown key, a key said twice or a wrong type is an error that names file and line. */
final class YamlFile {
    private static final ObjectMapper MAPPER = new ObjectMapper(
                    new YAMLFactory().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION))
            .setPropertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT);

    private YamlFile() {}

    /**
     * Reads a file.
     *
     * @param what what the file is, for the message
     * @throws IllegalArgumentException naming file, line and rule, if it cannot be read
     */
    static <T> T read(String what, Path file, TypeReference<T> type) {
        String text = text(what, file);
        try {
            @Nullable T read = MAPPER.readValue(text, type);
            if (read == null) {
                throw new IllegalArgumentException(what + " " + file + ": is empty");
            }
            return read;
        } catch (UnrecognizedPropertyException unknown) {
            throw new IllegalArgumentException(
                    what + " " + file + line(text, unknown.getPropertyName()) + ": unknown key \""
                            + unknown.getPropertyName() + "\"; must be one of "
                            + String.join(
                                    ", ",
                                    unknown.getKnownPropertyIds().stream()
                                            .map(String::valueOf)
                                            .collect(java.util.stream.Collectors.toCollection(TreeSet::new))),
                    unknown);
        } catch (JsonProcessingException wrong) {
            String rule = wrong.getOriginalMessage().lines().findFirst().orElse("cannot be read");
            throw new IllegalArgumentException(place(what, file, wrong) + rule, wrong);
        }
    }

    private static String text(String what, Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalArgumentException(what + " " + file + " cannot be read: " + e, e);
        }
    }

    /** The line of a key: the parser stands behind its value when it finds that nobody knows it. */
    private static String line(String text, String key) {
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).contains(key)) {
                return ", line " + (i + 1);
            }
        }
        return "";
    }

    private static String place(String what, Path file, JsonProcessingException wrong) {
        JsonLocation at = wrong.getLocation();
        return what + " " + file + (at == null ? ": " : ", line " + at.getLineNr() + ": ");
    }
}
