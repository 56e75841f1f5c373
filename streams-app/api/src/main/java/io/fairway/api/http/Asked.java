package io.fairway.api.http;

import io.fairway.api.query.Page;
import io.fairway.api.query.Problem;
import io.fairway.core.time.Period;
import io.javalin.http.Context;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The parameters of a question, checked against the description. */
public final class Asked implements io.fairway.api.query.Answers.Parameters {
    private final Map<String, String> values;
    private final Map<String, Set<String>> several;

    /** The values by their names, already checked. */
    public Asked(Map<String, String> values) {
        this(values, Map.of());
    }

    /** With parameters that may be given several times. */
    Asked(Map<String, String> values, Map<String, Set<String>> several) {
        this.values = values;
        this.several = several;
        // A bad cursor is a bad question, whatever else is wrong with it.
        Page.at(values.get("cursor"), 1);
    }

    /** The same question with another value of a parameter. */
    Asked with(String name, String value) {
        Map<String, String> changed = new HashMap<>(values);
        changed.put(name, value);
        return new Asked(changed, several);
    }

    /** The address of a question as it came in. */
    static String pathAndQuery(Context context) {
        String query = context.queryString();
        return context.req().getRequestURI() + (query == null ? "" : "?" + query);
    }

    @Override
    public @Nullable String text(String name) {
        return values.get(name);
    }

    /** A parameter that is required or has a default. */
    @Override
    public String needed(String name) {
        return Objects.requireNonNull(values.get(name), name);
    }

    @Override
    public @Nullable Integer integer(String name) {
        String value = values.get(name);
        return value == null ? null : (Integer) Integer.parseInt(value);
    }

    @Override
    public @Nullable Double number(String name) {
        String value = values.get(name);
        return value == null ? null : (Double) Double.parseDouble(value);
    }

    /** The words of a list with commas; none if the parameter is missing. */
    @Override
    public List<String> words(String name) {
        String value = values.get(name);
        return value == null || value.isEmpty() ? List.of() : List.of(value.split(","));
    }

    @Override
    public Set<String> each(String name) {
        return several.getOrDefault(name, Set.of());
    }

    /** The epoch milliseconds of a date, of an instant, or of a number, which is epoch milliseconds already. A date is one of the zone. */
    @Override
    public @Nullable Long instant(String name) {
        String value = values.get(name);
        if (value == null) {
            return null;
        }
        try {
            if (value.chars().allMatch(c -> c >= '0' && c <= '9')) {
                return check(name, value, Long.parseLong(value));
            }
            long millis = value.contains("T")
                    ? OffsetDateTime.parse(value).toInstant().toEpochMilli()
                    : LocalDate.parse(value).atStartOfDay(zone()).toInstant().toEpochMilli();
            return check(name, value, millis);
        } catch (DateTimeException | NumberFormatException | ArithmeticException wrong) {
            throw Problem.parameter(
                    name,
                    "'" + value
                            + "' is not a date (2026-05-03), an instant (2026-05-03T12:00:00Z) or epoch milliseconds");
        }
    }

    @Override
    public @Nullable Period period(long now) {
        String name = text("period");
        Long from = instant("from");
        Long to = instant("to");
        if (name != null && (from != null || to != null)) {
            throw Problem.parameter("period", "goes from its beginning to its end; leave out from and to");
        }
        if (name == null && from == null) {
            if (to != null) {
                throw Problem.parameter("from", "is missing: the instant at which the period begins");
            }
            return null;
        }
        if (from != null && from >= now) {
            throw Problem.parameter("from", Instant.ofEpochMilli(from) + " is not before now");
        }
        try {
            return from == null
                    ? Period.of(Objects.requireNonNull(name), zone(), now)
                    : new Period(from, Math.min(now, to == null ? now : to));
        } catch (IllegalArgumentException wrong) {
            throw Problem.parameter(name == null ? "to" : "period", String.valueOf(wrong.getMessage()));
        }
    }

    private ZoneId zone() {
        String name = values.getOrDefault("zone", "UTC");
        try {
            return ZoneId.of(name);
        } catch (DateTimeException wrong) {
            throw Problem.parameter("zone", "'" + name + "' is not the name of a time zone, such as Europe/Berlin");
        }
    }

    private static long check(String name, String value, long millis) {
        if (millis < 0 || millis > Instant.parse("9999-12-31T23:59:59Z").toEpochMilli()) {
            throw Problem.parameter(name, value + " is not between the years 1970 and 9999");
        }
        return millis;
    }

    @Override
    public Page page() {
        Integer limit = integer("limit");
        return Page.at(text("cursor"), limit == null ? 100 : limit);
    }
}
