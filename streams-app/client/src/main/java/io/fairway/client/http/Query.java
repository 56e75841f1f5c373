package io.fairway.client.http;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A question: a path and its parameters, each percent-encoded.
 *
 * @param path with a slash at its beginning
 * @param parameters {@code name=value}, encoded
 */
public record Query(String path, List<String> parameters) {
    public Query {
        parameters = List.copyOf(parameters);
    }

    /** A path below {@code /v1} of these segments. */
    public static Query of(String... segments) {
        StringBuilder path = new StringBuilder("/v1");
        for (String segment : segments) {
            path.append('/').append(encoded(segment));
        }
        return new Query(path.toString(), List.of());
    }

    /** The question with one more parameter, if that has a value. */
    public Query with(String name, @Nullable Object value) {
        if (value == null) {
            return this;
        }
        List<String> more = new ArrayList<>(parameters);
        more.add(name + "=" + encoded(value.toString()));
        return new Query(path, more);
    }

    /** The question with a parameter for each value. */
    public Query withEach(String name, List<String> values) {
        Query query = this;
        for (String value : values) {
            query = query.with(name, value);
        }
        return query;
    }

    /** The text after the server's address. */
    String text() {
        return parameters.isEmpty() ? path : path + "?" + String.join("&", parameters);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
