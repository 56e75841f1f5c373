package io.fairway.api.http;

import io.javalin.http.Context;
import java.util.Objects;
import java.util.Set;

/**
 * Lets scripts of some web pages read answers (CORS, as the Fetch standard has it). They read, and nothing else: no method
 * that changes anything is ever allowed, and no credentials that the browser would add by itself.
 *
 * @param origins the pages' origins; empty = no header is ever sent
 */
record Cors(Set<String> origins) {
    /** The methods of every path that only answers. */
    static final String METHODS = "GET, HEAD, OPTIONS";

    /** The methods of a path that changes something. No page of another origin may use them. */
    static final String CHANGING = "OPTIONS, POST";

    private static final Set<String> READING = Set.of("GET", "HEAD");
    private static final String SENT = "Authorization, If-None-Match, Last-Event-ID";
    private static final String READ = "ETag, Retry-After";
    private static final String SECONDS = "600";

    Cors {
        origins = Set.copyOf(origins);
    }

    /** Marks any answer. A cache must keep the answers to several origins apart. */
    void mark(Context context) {
        if (origins.isEmpty()) {
            return;
        }
        context.header("Vary", "Origin");
        if (isPermitted(context) && isReading(context)) {
            context.header("Access-Control-Allow-Origin", String.valueOf(context.header("Origin")));
            context.header("Access-Control-Expose-Headers", READ);
        }
    }

    /** Answers OPTIONS: what a path takes, and whether a page may ask. */
    void preflight(Context context) {
        context.header("Allow", METHODS).status(204);
        if (isPermitted(context) && isReading(context)) {
            context.header(
                    "Access-Control-Allow-Methods",
                    String.join(", ", READING.stream().sorted().toList()));
            context.header("Access-Control-Allow-Headers", SENT);
            context.header("Access-Control-Max-Age", SECONDS);
        }
    }

    /** Whether a request reads, or asks before one that does. */
    private static boolean isReading(Context context) {
        String method = context.method().name();
        return READING.contains(method)
                || (method.equals("OPTIONS")
                        && READING.contains(
                                Objects.requireNonNullElse(context.header("Access-Control-Request-Method"), "")));
    }

    private boolean isPermitted(Context context) {
        String origin = context.header("Origin");
        return origin != null && origins.contains(origin);
    }
}
