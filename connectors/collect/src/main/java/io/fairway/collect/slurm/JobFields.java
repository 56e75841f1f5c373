package io.fairway.collect.slurm;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.collect.ask.Notices;
import io.fairway.readers.slurm.SlurmTres;
import io.fairway.schemas.Bounds;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
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
    /** What C prints for no text. */
    private static final String NULL = "(null)";

    private static final long MAX_CPUS = 1_000_000_000_000L;
    private static final char REPLACEMENT = '\ufffd';
    /** Up to here a double has every whole number. */
    private static final double MAX_WHOLE = 0x1p53;
    /** Slurm's NO_VAL and INFINITE of 32 bits, which old versions print as they are. */
    private static final long NO_VALUE = 0xfffffffeL;

    private static final long INFINITE = 0xffffffffL;

    /** The same of 64 bits, as they are or as a signed number. */
    private static final BigInteger NO_VALUE_64 = BigInteger.TWO.pow(64).subtract(BigInteger.TWO);

    private static final BigInteger INFINITE_64 = NO_VALUE_64.add(BigInteger.ONE);

    /** Clocks of two machines may differ by this. */
    private static final Duration SKEW = Duration.ofHours(1);

    private final JsonNode job;
    private final String place;
    private final Instant look;
    private final Notices notices;
    private final Set<String> unread = new HashSet<>();

    /**
     * @param place the job's place in the answer, such as {@code jobs[17]}
     * @param look when Slurm was asked
     */
    JobFields(JsonNode job, String place, Instant look, Notices notices) {
        this.job = job;
        this.place = place;
        this.look = look;
        this.notices = notices;
    }

    /** The fields that were asked for and have a value that cannot be read, or none that a job could have. */
    Set<String> unread() {
        return unread;
    }

    /** A text of at most as many bytes as a name may have; empty if unknown. */
    String name(String name) {
        return text(name, Bounds.NAME);
    }

    /** A text of at most so many bytes; empty if unknown. */
    String text(String name, int most) {
        String text = text(name);
        if (text.length() > most || text.getBytes(StandardCharsets.UTF_8).length > most) {
            unreadable(name, text, "must have at most " + most + " bytes");
            return "";
        }
        return text;
    }

    /** A text of any length; empty if unknown. Bytes that are no UTF-8 are Latin-1, control characters are replaced. */
    String text(String name) {
        JsonNode value = field(name);
        if (value == null || value.isNull()) {
            return "";
        }
        if (!value.isValueNode()) {
            unreadable(name, value, "must be a text");
            return "";
        }
        String text = value.asText();
        if (text.equals(NULL)) {
            return "";
        }
        if (LenientText.hasMarks(text)) {
            text = LenientText.latin1(text);
            characters(name, text, "must be UTF-8. What is not, is read as Latin-1");
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            characters(name, text, "must have no control characters. They are replaced");
            text = clean(text);
        }
        return text;
    }

    private void characters(String name, String text, String rule) {
        notices.once(
                rule + name,
                place + ": " + name + " \"" + shown(text) + "\": " + rule
                        + ", here and in all further jobs; this is not told again.");
    }

    private static String clean(String text) {
        StringBuilder clean = new StringBuilder(text);
        for (int i = 0; i < clean.length(); i++) {
            if (Character.isISOControl(clean.charAt(i))) {
                clean.setCharAt(i, REPLACEMENT);
            }
        }
        return clean.toString();
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
            unreadable(name, value, "must be a text or a list of texts");
        }
        return words;
    }

    /** A yes or no; null if unknown. */
    @Nullable
    Boolean flag(String name) {
        JsonNode value = job.path(name);
        if (!value.isMissingNode() && !value.isNull() && !value.isBoolean()) {
            unreadable(name, value, "must be true or false");
        }
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
            if (value.path("infinite").asBoolean(false)) {
                unread.add(name);
                return null;
            }
            if (!value.path("set").asBoolean(true)) {
                return null;
            }
            value = value.path("number");
        }
        if (value.isBigInteger()
                && (value.bigIntegerValue().equals(NO_VALUE_64)
                        || value.bigIntegerValue().equals(INFINITE_64))) {
            return null;
        }
        Long number = whole(value);
        if (number == null) {
            unreadable(name, value, "must be a whole number");
            return null;
        }
        return number == NO_VALUE || number == INFINITE ? null : number;
    }

    /** A whole number in a range; null if it is not set, infinite, unknown, or out of the range. */
    @Nullable
    Long number(String name, long least, long most) {
        Long number = number(name);
        if (number == null || (number >= least && number <= most)) {
            return number;
        }
        unreadable(name, number, "must be " + least + " to " + most);
        return null;
    }

    private static @Nullable Long whole(JsonNode value) {
        if (value.isIntegralNumber() && value.canConvertToLong()) {
            return value.asLong();
        }
        if (value.isFloatingPointNumber()) {
            double number = value.asDouble();
            return number == Math.rint(number) && Math.abs(number) <= MAX_WHOLE ? (Long) (long) number : null;
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
            unreadable(name, seconds, "must be seconds since 1970");
            return null;
        }
        return Instant.ofEpochSecond(seconds);
    }

    /** The same of something that has happened; null also if it lies after the look. */
    @Nullable
    Instant past(String name) {
        Instant time = time(name);
        if (time != null && time.isAfter(look.plus(SKEW))) {
            unreadable(name, time, "must not be later than " + look + ", when Slurm was asked");
            return null;
        }
        return time;
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

    /** TRES counts that can be read, without what Slurm computes from the others ({@code billing}); memory in MB. */
    Map<String, Double> tres(String name) {
        String text = text(name);
        Map<String, Double> counts = SlurmTres.parse(text, (part, rule) -> {
            String resource = part.substring(0, Math.max(0, part.indexOf('=')));
            notices.once(
                    "wrong " + name + " " + resource,
                    place + ": " + name + " \"" + shown(text) + "\": TRES \"" + shown(part) + "\": " + rule
                            + ". The others count, here and in all further jobs; this is not told again.");
        });
        counts.remove("billing");
        return counts;
    }

    /** The same of what a job holds; if its CPUs cannot be read there, they are those of the field {@code cpus}. */
    Map<String, Double> held(String name) {
        Map<String, Double> counts = tres(name);
        if (!counts.containsKey("cpu") && !text(name).isEmpty()) {
            Long cpus = number("cpus", 1, MAX_CPUS);
            if (cpus != null) {
                counts.put("cpu", (double) cpus);
            }
        }
        return counts;
    }

    /** Tells once what is assumed of jobs like this one. */
    void assumed(String subject, String words) {
        notices.once(
                "assumed " + subject, place + ": " + words + ", here and in all further jobs; this is not told again.");
    }

    private void unreadable(String name, Object value, String rule) {
        unread.add(name);
        wrong(name, value, rule);
    }

    /** Tells a value that breaks a rule. */
    void wrong(String name, Object value, String rule) {
        notices.once(
                "wrong " + name,
                place + ": " + name + " \"" + shown(value) + "\": " + rule
                        + ". It counts as unknown, here and in all further jobs; this is not told again.");
    }

    /** Tells that the job is left out, because nothing can be said of it without this field. */
    void skipped(String name, Object value, String rule) {
        notices.once(
                "skipped " + name,
                place + ": " + name + " \"" + shown(value) + "\": " + rule
                        + ". The job is skipped, as all others like it; this is not told again.");
    }

    private static String shown(Object value) {
        String text = value instanceof JsonNode node && node.isValueNode() ? node.asText() : value.toString();
        return LenientText.latin1(text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...");
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
