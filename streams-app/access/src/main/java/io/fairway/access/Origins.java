package io.fairway.access;

import java.net.URI;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** Origins of web pages (RFC 6454), as browsers send them: {@code https://portal.example.org}. */
final class Origins {
    private static final Pattern FORM = Pattern.compile("https?://[a-z0-9.\\[\\]:-]+");

    private Origins() {}

    /** Refuses what no browser sends, which would never match: a path, upper case, a star. */
    static void check(String key, @Nullable Object value) {
        for (Object origin : value instanceof List<?> list ? list : List.of()) {
            if (!isOrigin(String.valueOf(origin))) {
                throw new ConfigException(
                        key,
                        origin,
                        "must be an origin as browsers send it, such as https://portal.example.org: in lower case, without"
                                + " a path, no *");
            }
        }
    }

    private static boolean isOrigin(String text) {
        try {
            return FORM.matcher(text).matches() && URI.create(text).getHost() != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
