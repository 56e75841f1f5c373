package io.fairway.api.http;

import io.fairway.api.query.Page;
import io.fairway.api.query.Problem;
import io.javalin.http.Context;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The parameters of a question, checked against the description. */
public final class Asked implements io.fairway.api.query.Answers.Parameters {
    private final Map<String, String> values;
    private final Map<String, Set<String>> several;

    Asked(Map<String, String> values) {
        this(values, Map.of());
    }

    /** With parameters that may be given several times. */
    Asked(Map<String, String> values, Map<String, Set<String>> several) {
        this.values = values;
        this.several = several;
        // A bad cursor is a bad question, whatever else is wrong with it.
        Page.at(values.get("cursor"), 1);
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

    /** The epoch milliseconds of a date, of an instant, or of a number, which is epoch milliseconds already. */
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
                    : LocalDate.parse(value)
                            .atStartOfDay(ZoneOffset.UTC)
                            .toInstant()
                            .toEpochMilli();
            return check(name, value, millis);
        } catch (DateTimeException | NumberFormatException | ArithmeticException wrong) {
            throw Problem.parameter(
                    name,
                    "'" + value
                            + "' is not a date (2026-05-03), an instant (2026-05-03T12:00:00Z) or epoch milliseconds");
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
