package io.fairway.client.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;

/** Values of answers in tables: {@code -} for a missing value, {@code inf} for infinity. */
public final class Shown {
    public static final String NONE = "-";

    private static final double SECONDS_PER_HOUR = 3600;

    private Shown() {}

    public static String text(JsonNode node) {
        if (node.isArray()) {
            StringBuilder all = new StringBuilder();
            node.forEach(one -> all.append(all.isEmpty() ? "" : ",").append(one.asText()));
            return all.toString();
        }
        return node.isMissingNode() || node.isNull() ? NONE : node.asText();
    }

    /** A number with a fixed number of decimals. */
    public static String fixed(JsonNode node, int decimals) {
        return node.isNumber() ? fixed(node.doubleValue(), decimals) : unusual(node);
    }

    /** Rounded as C's printf does: the exact value of the double, halves to the even digit. */
    public static String fixed(double number, int decimals) {
        if (!Double.isFinite(number)) {
            return Double.isNaN(number) ? NONE : number > 0 ? "inf" : "-inf";
        }
        return new BigDecimal(number).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    }

    /** The shortest digits that give the same double again. */
    public static String exact(JsonNode node) {
        if (!node.isNumber()) {
            return unusual(node);
        }
        BigDecimal value = node.isIntegralNumber() ? node.decimalValue() : BigDecimal.valueOf(node.doubleValue());
        BigDecimal plain = value.stripTrailingZeros();
        return plain.signum() == 0 ? "0" : plain.toPlainString();
    }

    /** TRES-seconds as TRES-hours. */
    public static String hours(JsonNode node) {
        return hours(node, decimalsOfHours(Math.abs(node.asDouble())));
    }

    static String hours(JsonNode node, int decimals) {
        return node.isNumber() ? fixed(node.doubleValue() / SECONDS_PER_HOUR, decimals) : unusual(node);
    }

    /** Two decimals of hours; four below 1 hour, six below 0.01 hours, so that little does not look like 0. */
    static int decimalsOfHours(double seconds) {
        double hours = seconds / SECONDS_PER_HOUR;
        return hours == 0 || hours >= 1 ? 2 : hours >= 0.01 ? 4 : 6;
    }

    static boolean isWhole(JsonNode node) {
        return !node.isNumber() || node.doubleValue() == Math.rint(node.doubleValue());
    }

    /**
     * A number for people: six decimals at most; six significant digits below 0.001; no zeros at the end.
     */
    public static String brief(JsonNode node) {
        if (!node.isNumber() || !Double.isFinite(node.doubleValue())) {
            return exact(node);
        }
        BigDecimal value = BigDecimal.valueOf(node.doubleValue());
        BigDecimal rounded = value.abs().compareTo(new BigDecimal("0.001")) < 0
                ? value.round(new MathContext(6, RoundingMode.HALF_EVEN))
                : value.setScale(Math.min(6, Math.max(0, value.scale())), RoundingMode.HALF_EVEN);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    /** An instant to the second, in local time. */
    public static String instant(JsonNode node) {
        return instant(node, Instants.LOCAL::local);
    }

    /** An instant to the second, in local time, with the name of the zone. */
    static String namedInstant(JsonNode node) {
        return instant(node, Instants.LOCAL::named);
    }

    private static String instant(JsonNode node, Function<Instant, String> form) {
        try {
            return node.isTextual() ? form.apply(Instant.parse(node.textValue())) : NONE;
        } catch (DateTimeException e) {
            return node.asText();
        }
    }

    /** How long from one instant to another: {@code 3-04:05:06}, days first. */
    public static String between(JsonNode from, JsonNode to) {
        JsonNode seconds = secondsBetween(from, to);
        return seconds.isNumber() ? seconds(seconds.longValue()) : NONE;
    }

    /** Seconds from one instant to another, 0 or more; missing if one of them is. */
    public static JsonNode secondsBetween(JsonNode from, JsonNode to) {
        if (!from.isTextual() || !to.isTextual()) {
            return MissingNode.getInstance();
        }
        try {
            Duration between = Duration.between(Instant.parse(from.textValue()), Instant.parse(to.textValue()));
            return LongNode.valueOf(Math.max(0, between.toSeconds()));
        } catch (DateTimeException e) {
            return MissingNode.getInstance();
        }
    }

    /** Seconds as {@code 3-04:05:06}. */
    public static String seconds(long seconds) {
        String clock = String.format(
                java.util.Locale.ROOT, "%02d:%02d:%02d", seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
        return seconds < 86_400 ? clock : seconds / 86_400 + "-" + clock;
    }

    private static String unusual(JsonNode node) {
        return switch (node.asText()) {
            case "Infinity" -> "inf";
            case "-Infinity" -> "-inf";
            default -> NONE;
        };
    }
}
