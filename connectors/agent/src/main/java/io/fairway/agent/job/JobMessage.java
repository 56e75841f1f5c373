package io.fairway.agent.job;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A message about a job: a line with a verb and {@code key=value} words. In values, blanks, {@code %} and control
 * characters are {@code %} and two hexadecimal digits for each byte of their UTF-8.
 *
 * @param verb what happened
 * @param values by key; each key is one of {@link #KEYS}
 */
public record JobMessage(Verb verb, Map<String, String> values) {
    /** What happened. */
    public enum Verb {
        /** The job starts. */
        START,
        /** The job ended. */
        FINISH
    }

    /** Longest line in bytes. */
    public static final int MAX_LINE = 64 * 1024;

    /** The scheduler's id of the job. */
    public static final String JOB = "job";
    /** Start time of the run by the scheduler's clock, epoch seconds; the same on all of the job's hosts. */
    public static final String RUN = "run";
    /** When it happened, epoch seconds with a fraction. */
    public static final String TIME = "time";
    /** Which host reports the job, of those that it runs on. */
    public static final String BATCH_HOST = "batch-host";
    /** A process of the job. */
    public static final String PID = "pid";

    /** All keys, and what they mean. */
    public static final Map<String, String> KEYS = Map.ofEntries(
            Map.entry(JOB, "the scheduler's id of the job"),
            Map.entry(RUN, "start time of the run by the scheduler's clock, epoch seconds"),
            Map.entry(TIME, "when it happened, epoch seconds"),
            Map.entry(BATCH_HOST, "the host that reports the job; others only sample it"),
            Map.entry(PID, "a process of the job, where it has no control group"),
            Map.entry("user", "user to charge"),
            Map.entry("account", "account to charge"),
            Map.entry("tree", "share tree"),
            Map.entry("group", "user group"),
            Map.entry("partition", "partition"),
            Map.entry("queue", "queue"),
            Map.entry("qos", "quality of service"),
            Map.entry("project", "project"),
            Map.entry("name", "name of the job"),
            Map.entry("tres", "allocated resources: cpu=4,mem=2048,node=1 (mem in MB)"),
            Map.entry("exit", "exit status"),
            Map.entry("found", "set by the agent itself"),
            Map.entry("unstarted", "set by the agent itself"),
            Map.entry("ended", "set by the agent itself"));

    private static final Set<String> TIMES = Set.of(RUN, TIME, "ended");
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}&&[^\t]]");
    /** Year 3000. */
    private static final BigDecimal LATEST = BigDecimal.valueOf(32_503_680_000L);

    /** Copies the values. */
    public JobMessage {
        values = Map.copyOf(values);
    }

    /**
     * Reads a line of bytes.
     *
     * @throws IllegalArgumentException names the word and the rule
     */
    static JobMessage parse(byte[] bytes, int length) {
        try {
            return parse(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, length))
                    .toString());
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(
                    "\"" + shown(new String(bytes, 0, length, StandardCharsets.ISO_8859_1)) + "\": must be UTF-8", e);
        }
    }

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException names the word and the rule
     */
    public static JobMessage parse(String line) {
        String plain = line.startsWith("\uFEFF") ? line.substring(1) : line;
        if (CONTROL.matcher(plain.strip()).find()) {
            throw new IllegalArgumentException(
                    "\"" + shown(plain) + "\": control characters must be % and two hexadecimal digits");
        }
        String[] words = plain.strip().split("[ \\t]+");
        Verb verb = switch (words[0]) {
            case "start" -> Verb.START;
            case "finish" -> Verb.FINISH;
            default -> throw new IllegalArgumentException("\"" + shown(words[0]) + "\": must be start or finish");
        };
        Map<String, String> values = new HashMap<>();
        for (int i = 1; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            String key = equals < 0 ? words[i] : words[i].substring(0, equals);
            if (equals < 0 || !KEYS.containsKey(key)) {
                throw new IllegalArgumentException("\"" + shown(words[i]) + "\": must be KEY=VALUE with a key of "
                        + String.join(", ", new TreeSet<>(KEYS.keySet())));
            }
            if (values.put(key, decoded(words[i].substring(equals + 1))) != null) {
                throw new IllegalArgumentException(key + ": must be given once");
            }
        }
        return checked(new JobMessage(verb, values));
    }

    /**
     * The message, if it can be carried out.
     *
     * @throws IllegalArgumentException names the key, the value and the rule
     */
    public static JobMessage checked(JobMessage message) {
        if (message.text(JOB) == null) {
            throw new IllegalArgumentException("job: must be given");
        }
        message.values().forEach((key, value) -> {
            if (value.isEmpty()) {
                throw new IllegalArgumentException(key + ": must not be empty");
            }
            if (TIMES.contains(key)) {
                var unused = millis(key, value);
            }
        });
        if (message.text(PID) != null) {
            var unused = message.pid();
        }
        var unused = message.tres();
        return message;
    }

    /** A value; null if it is not given. */
    public @Nullable String text(String key) {
        return values.get(key);
    }

    /** The job. */
    public String job() {
        return values.getOrDefault(JOB, "");
    }

    /** A time in epoch milliseconds; null if it is not given. */
    public @Nullable Long millis(String key) {
        String value = text(key);
        return value == null ? null : millis(key, value);
    }

    private static Long millis(String key, String value) {
        if (value.matches("\\d{1,12}(\\.\\d{1,9})?")) {
            BigDecimal seconds = new BigDecimal(value);
            if (seconds.compareTo(LATEST) < 0) {
                return seconds.movePointRight(3).longValue();
            }
        }
        throw new IllegalArgumentException(
                key + " \"" + shown(value) + "\": must be epoch seconds before the year 3000");
    }

    /** A process of the job; null if it is not given. */
    public @Nullable Long pid() {
        String value = text(PID);
        if (value == null) {
            return null;
        }
        if (!value.matches("[1-9]\\d{0,9}")) {
            throw new IllegalArgumentException("pid \"" + shown(value) + "\": must be the id of a process");
        }
        return Long.valueOf(value);
    }

    /** The allocated resources; null if they are not given. */
    public @Nullable Map<String, Double> tres() {
        String value = text("tres");
        if (value == null) {
            return null;
        }
        Map<String, Double> counts = new TreeMap<>();
        for (String entry : value.split(",", -1)) {
            int equals = entry.lastIndexOf('=');
            if (equals < 1 || !entry.substring(equals + 1).matches("\\d{1,15}(\\.\\d{1,9})?")) {
                throw new IllegalArgumentException(
                        "tres \"" + shown(entry) + "\": must be NAME=COUNT, separated by commas");
            }
            counts.put(entry.substring(0, equals), Double.valueOf(entry.substring(equals + 1)));
        }
        return counts;
    }

    /** The line of this message, without its end. */
    public String line() {
        StringBuilder line = new StringBuilder(verb.name().toLowerCase(Locale.ROOT));
        new TreeMap<>(values)
                .forEach(
                        (key, value) -> line.append(' ').append(key).append('=').append(encoded(value)));
        return line.toString();
    }

    private static String encoded(String value) {
        StringBuilder text = new StringBuilder();
        for (byte octet : value.getBytes(StandardCharsets.UTF_8)) {
            if (octet > ' ' && octet < 0x7f && octet != '%') {
                text.append((char) octet);
            } else {
                text.append('%').append(HexFormat.of().withUpperCase().toHexDigits(octet));
            }
        }
        return text.toString();
    }

    private static String decoded(String value) {
        byte[] octets = value.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream decoded = new ByteArrayOutputStream(octets.length);
        for (int i = 0; i < octets.length; i++) {
            if (octets[i] != '%') {
                decoded.write(octets[i]);
            } else if (i + 2 < octets.length
                    && HexFormat.isHexDigit(octets[i + 1])
                    && HexFormat.isHexDigit(octets[i + 2])) {
                decoded.write(HexFormat.fromHexDigit(octets[i + 1]) * 16 + HexFormat.fromHexDigit(octets[i + 2]));
                i += 2;
            } else {
                throw new IllegalArgumentException(
                        "\"" + shown(value) + "\": % must be followed by two hexadecimal digits");
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(decoded.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("\"" + shown(value) + "\": must be UTF-8", e);
        }
    }

    /** A value as messages show it: short, without control characters. */
    static String shown(String value) {
        String plain = value.replaceAll("\\p{Cc}", "?");
        return plain.length() <= 60 ? plain : plain.substring(0, 60) + "...";
    }
}
