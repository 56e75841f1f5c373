package io.fairway.collect.slurm;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one job in Slurm's JSON, in the forms of all its versions: a number is a number, a text, or an object of
 * {@code set}, {@code infinite} and {@code number}; a state is a text or a list. A field that is missing or wrong is
 * told once, and reads as unknown.
 */
final class JobFields {
    private static final int SHOWN = 60;
    /** Slurm's NO_VAL and INFINITE of 32 bits, which old versions print as they are. */
    private static final long NO_VALUE = 0xfffffffeL;

    private static final long INFINITE = 0xffffffffL;

    private final JsonNode job;
    private final String place;
    private final Notices notices;

    /** @param place the job's place in the answer, such as {@code jobs[17]} */
    JobFields(JsonNode job, String place, Notices notices) {
        this.job = job;
        this.place = place;
        this.notices = notices;
    }

    /** A text; empty if unknown. */
    String text(String name) {
        JsonNode value = field(name);
        if (value == null || value.isNull()) {
            return "";
        }
        if (value.isValueNode()) {
            return value.asText();
        }
        wrong(name, value, "must be a text");
        return "";
    }

    /** Words in capitals: a list, or a text that separates them by commas, blanks or plus signs. */
    Set<String> words(String name) {
        JsonNode value = field(name);
        Set<String> words = new LinkedHashSet<>();
        if (value == null || value.isNull()) {
            return words;
        }
        if (value.isArray()) {
            value.forEach(word -> words.add(word.asText().toUpperCase(Locale.ROOT)));
        } else if (value.isTextual()) {
            for (String word : value.asText().split("[,+ ]+")) {
                if (!word.isEmpty()) {
                    words.add(word.toUpperCase(Locale.ROOT));
                }
            }
        } else {
            wrong(name, value, "must be a text or a list of texts");
        }
        return words;
    }

    /** A yes or no; null if unknown. */
    @Nullable
    Boolean flag(String name) {
        JsonNode value = job.path(name);
        return value.isBoolean() ? (Boolean) value.asBoolean() : null;
    }

    /** A whole number; null if it is not set, infinite or unknown. */
    @Nullable
    Long number(String name) {
        JsonNode value = field(name);
        if (value == null || value.isNull()) {
            return null;
        }
        if (value.isObject()) {
            if (!value.path("set").asBoolean(true) || value.path("infinite").asBoolean(false)) {
                return null;
            }
            value = value.path("number");
        }
        Long number = whole(value);
        if (number == null) {
            wrong(name, value, "must be a whole number");
            return null;
        }
        return number == NO_VALUE || number == INFINITE ? null : number;
    }

    private static @Nullable Long whole(JsonNode value) {
        if (value.isIntegralNumber() && value.canConvertToLong()) {
            return value.asLong();
        }
        if (value.isFloatingPointNumber() && value.asDouble() == Math.rint(value.asDouble())) {
            return (long) value.asDouble();
        }
        try {
            return value.isTextual() ? (Long) Long.parseLong(value.asText()) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** An instant from seconds; null if it is 0, not set or unknown. */
    @Nullable
    Instant time(String name) {
        Long seconds = number(name);
        if (seconds == null || seconds == 0) {
            return null;
        }
        if (seconds < 0 || seconds > INFINITE) {
            wrong(name, seconds, "must be seconds since 1970");
            return null;
        }
        return Instant.ofEpochSecond(seconds);
    }

    /** The exit status as code:signal, from a number, or an object; null if unknown. */
    @Nullable
    String exitStatus(String name) {
        JsonNode value = job.get(name);
        if (value == null || value.isNull()) {
            return null;
        }
        if (value.isObject()) {
            JsonNode code = value.path("return_code");
            JsonNode signal = value.path("signal");
            JsonNode number = signal.path("id").isMissingNode() ? signal.path("signal_id") : signal.path("id");
            return count(code) + ":" + count(number);
        }
        // As wait(2) has it: the code above the signal.
        Long status = whole(value);
        return status == null ? null : (status >> 8) + ":" + (status & 0x7f);
    }

    private static long count(JsonNode value) {
        return value.isObject() ? value.path("number").asLong(0) : value.asLong(0);
    }

    /** TRES counts; empty if unknown. */
    Map<String, Double> tres(String name) {
        try {
            return TresList.of(text(name));
        } catch (IllegalArgumentException e) {
            wrong(name, text(name), String.valueOf(e.getMessage()));
            return Map.of();
        }
    }

    /** Tells a value that breaks a rule. */
    void wrong(String name, Object value, String rule) {
        String text = value instanceof JsonNode node && node.isValueNode() ? node.asText() : value.toString();
        String shown = text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
        notices.once(
                "wrong " + name,
                place + ": " + name + " \"" + shown + "\": " + rule
                        + ". It counts as unknown, here and in all further jobs; this is not told again.");
    }

    /** Tells that the job is left out, because nothing can be said of it without this field. */
    void skipped(String name, Object value, String rule) {
        notices.once(
                "skipped " + name,
                place + ": " + name + " \"" + value + "\": " + rule
                        + ". The job is skipped, as all others like it; this is not told again.");
    }

    private @Nullable JsonNode field(String name) {
        JsonNode value = job.get(name);
        if (value == null) {
            notices.once(
                    "missing " + name,
                    place + ": Slurm's answer has no field " + name + ", which counts as unknown in all jobs");
        }
        return value;
    }
}
