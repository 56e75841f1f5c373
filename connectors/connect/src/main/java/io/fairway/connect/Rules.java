package io.fairway.connect;

import java.time.DateTimeException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** Checks of settings. */
final class Rules {
    private Rules() {}

    /** Reads the text of a setting. */
    interface Reading {
        @Nullable
        Object read(String value);
    }

    /** Anything that refuses a bad value by an exception. */
    interface Attempt {
        @Nullable
        Object run();
    }

    /** @throws ConfigException with key, value and the reason of the refusal */
    static void check(String key, @Nullable Object value, Attempt attempt) {
        try {
            var unused = attempt.run();
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new ConfigException(key, value, e.getMessage());
        }
    }

    /** @throws IllegalArgumentException that lists the names */
    static <T extends Enum<T>> T constant(Class<T> type, String name) {
        for (T constant : type.getEnumConstants()) {
            if (constant.name().equalsIgnoreCase(name)) {
                return constant;
            }
        }
        throw new IllegalArgumentException("must be one of "
                + Arrays.stream(type.getEnumConstants())
                        .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", ")));
    }
}
