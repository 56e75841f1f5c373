package io.fairway.api.http;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.router.Endpoint;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tells metrics and traces of each request. */
final class RequestLog {
    private static final String TRACED = "fairway.traced";

    private final ServerMetrics metrics;
    private final ServerTracing tracing;

    RequestLog(ServerMetrics metrics, ServerTracing tracing) {
        this.metrics = metrics;
        this.tracing = tracing;
    }

    /** Before any handler. */
    void begin(JavalinConfig config) {
        config.routes.before(
                context -> context.attribute(TRACED, tracing.begin(context.req().getMethod(), context::header)));
        config.requestLogger.http((context, millis) -> {
            Duration took = Duration.ofNanos((long) (millis * 1e6));
            metrics.answered(context.req().getMethod(), route(context), context.statusCode(), took);
            traced(context).answered(route(context), context.statusCode(), () -> parameters(context));
        });
    }

    /** Headers for the instances that are asked because of a request. */
    static Map<String, String> traceOf(Context context) {
        return traced(context).headers();
    }

    /** Of a request that does not reach any handler, nobody hears. */
    private static ServerTracing.Traced traced(Context context) {
        ServerTracing.Traced traced = context.attribute(TRACED);
        return traced == null ? ServerTracing.Traced.NONE : traced;
    }

    /** The template of the path; empty where nothing is there. */
    private static String route(Context context) {
        Endpoint endpoint = context.endpoints().matchedHttpEndpoint();
        return endpoint == null ? "" : endpoint.path;
    }

    private static Map<String, List<String>> parameters(Context context) {
        Map<String, List<String>> parameters = new HashMap<>(context.queryParamMap());
        context.pathParamMap().forEach((name, value) -> parameters.put(name, List.of(value)));
        return parameters;
    }
}
