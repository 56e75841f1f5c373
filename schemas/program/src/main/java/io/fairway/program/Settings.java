package io.fairway.program;

import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** A program's settings from files and options, each with its place; a later one overrides an earlier one. */
public final class Settings {
    private static final int SHOWN = 200;
    private static final String KAFKA = "kafka.";

    private final Map<String, String> values = new LinkedHashMap<>();
    private final Map<String, String> places = new LinkedHashMap<>();

    /** Settings without a place. */
    public static Settings of(Map<String, String> values) {
        Settings settings = new Settings();
        settings.values.putAll(values);
        return settings;
    }

    /** Adds one setting; {@code place} names its source, such as {@code --set}. */
    public Settings put(String key, String value, String place) {
        values.put(key, value);
        places.put(key, place);
        return this;
    }

    /** As {@link #put}, unless the value is null: an option that was not given. */
    public Settings putIfGiven(String key, @Nullable String value, String place) {
        return value == null ? this : put(key, value, place);
    }

    /**
     * Adds all settings of a properties file in UTF-8.
     *
     * @throws ConfigException if the file is unreadable, has a bad escape, or has a key twice; names the file, and the
     *     line if there is one
     */
    public Settings read(Path file) {
        List<String> lines = lines(file);
        Map<String, Integer> lineOf = new LinkedHashMap<>();
        int next = 0;
        while (next < lines.size()) {
            int number = next + 1;
            StringBuilder text = new StringBuilder(lines.get(next++));
            while (next < lines.size() && isContinued(text)) {
                text.append('\n').append(lines.get(next++));
            }
            String place = file + ", line " + number;
            parse(text.toString(), place).forEach((key, value) -> {
                Integer before = lineOf.putIfAbsent(String.valueOf(key), number);
                if (before != null) {
                    throw new ConfigException(place + ": key " + shown(String.valueOf(key)) + " is already in line "
                            + before + "; remove one");
                }
                put(String.valueOf(key), String.valueOf(value), place);
            });
        }
        return this;
    }

    /** The settings. */
    public Map<String, String> values() {
        return Collections.unmodifiableMap(values);
    }

    /**
     * The settings as a client of Kafka takes them: {@code kafka.KEY}, as a program's configuration has it, is KEY.
     *
     * @throws ConfigException if a key is there in both forms
     */
    public Map<String, String> ofClient() {
        Map<String, String> client = new LinkedHashMap<>();
        values.forEach((key, value) -> {
            String name = key.startsWith(KAFKA) ? key.substring(KAFKA.length()) : key;
            if (client.putIfAbsent(name, value) != null) {
                throw new ConfigException(
                        place(key) + "key " + shown(name) + " is there with and without " + KAFKA + "; remove one");
            }
        });
        return client;
    }

    /** The place of a setting, as the beginning of a message; empty if unknown. */
    public String place(String key) {
        String place = places.get(key);
        return place == null ? "" : place + ": ";
    }

    private static List<String> lines(Path file) {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (IOException e) {
            throw unreadable(file, e.toString(), e);
        }
        List<String> lines = new ArrayList<>();
        for (int from = 0; from < bytes.length; ) {
            int to = from;
            while (to < bytes.length && bytes[to] != '\n') {
                to++;
            }
            lines.add(text(bytes, from, to > from && bytes[to - 1] == '\r' ? to - 1 : to, file, lines.size() + 1));
            from = to + 1;
        }
        return lines;
    }

    private static String text(byte[] bytes, int from, int to, Path file, int number) {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, from, to - from))
                    .toString();
        } catch (CharacterCodingException e) {
            String shown = shown(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
            throw unreadable(file, "line " + number + ": \"" + shown + "\": it must be UTF-8", e);
        }
        if (text.indexOf('\0') >= 0) {
            throw new ConfigException("configuration file " + file + " cannot be read: line " + number + ": \""
                    + shown(text) + "\": it must be text in UTF-8, but has a byte 0");
        }
        return number == 1 && text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /** A value as messages show it: its beginning, without what would act on a terminal. */
    static String shown(String value) {
        String beginning = value.length() <= SHOWN ? value : value.substring(0, SHOWN) + "...";
        return beginning.replaceAll("\\p{Cc}", "?");
    }

    private static ConfigException unreadable(Path file, String why, IOException cause) {
        var unreadable = new ConfigException("configuration file " + file + " cannot be read: " + why);
        unreadable.initCause(cause);
        return unreadable;
    }

    private static Properties parse(String text, String place) {
        Properties parsed = new Properties();
        try {
            parsed.load(new StringReader(text));
            return parsed;
        } catch (IOException | IllegalArgumentException e) {
            throw new ConfigException(place + ": \"" + shown(text) + "\": " + e.getMessage());
        }
    }

    /** Whether a line ends in an odd number of backslashes; a comment never continues on the next line. */
    private static boolean isContinued(CharSequence text) {
        String line = text.toString().stripLeading();
        if (line.startsWith("#") || line.startsWith("!")) {
            return false;
        }
        int end = line.length();
        while (end > 0 && line.charAt(end - 1) == '\\') {
            end--;
        }
        return (line.length() - end) % 2 == 1;
    }
}
