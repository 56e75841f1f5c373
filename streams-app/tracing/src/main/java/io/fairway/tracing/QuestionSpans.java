package io.fairway.tracing;

import io.fairway.api.http.ServerTracing;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A span for each question, named by its method and the template of its path: the path itself may name a user. */
final class QuestionSpans implements ServerTracing {
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
    private static final List<String> NAMES = List.of("user", "account", "job");
    private static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");
    private static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");
    private static final AttributeKey<Long> STATUS = AttributeKey.longKey("http.response.status_code");

    private final Tracer tracer;
    private final boolean names;

    QuestionSpans(Tracer tracer, boolean names) {
        this.tracer = tracer;
        this.names = names;
    }

    @Override
    public Traced begin(String method, UnaryOperator<@Nullable String> header) {
        // Whoever asks may send any text as a method.
        String known = METHODS.contains(method) ? method : "_OTHER";
        Context caller =
                W3CTraceContextPropagator.getInstance().extract(Context.root(), header, RequestHeaders.INSTANCE);
        Span span = tracer.spanBuilder(known)
                .setSpanKind(SpanKind.SERVER)
                .setParent(caller)
                .setAttribute(METHOD, known)
                .startSpan();
        return new Question(span, known);
    }

    private final class Question implements Traced {
        private final Span span;
        private final String method;

        Question(Span span, String method) {
            this.span = span;
            this.method = method;
        }

        @Override
        public Map<String, String> headers() {
            Map<String, String> headers = new HashMap<>();
            W3CTraceContextPropagator.getInstance()
                    .inject(Context.root().with(span), headers, (map, name, value) -> headers.put(name, value));
            return headers;
        }

        @Override
        public void answered(String route, int status, Supplier<Map<String, List<String>>> parameters) {
            if (!route.isEmpty()) {
                span.updateName(method + " " + route);
                span.setAttribute(ROUTE, route);
            }
            span.setAttribute(STATUS, status);
            if (status >= 500) {
                span.setStatus(StatusCode.ERROR);
            }
            // What is refused may have anything for a domain, a user's name too.
            if (status < 400 && span.isRecording()) {
                say(parameters.get());
            }
            span.end();
        }

        private void say(Map<String, List<String>> parameters) {
            say(EventSpans.DOMAIN, parameters.get("domain"));
            if (names) {
                NAMES.forEach(name -> say(AttributeKey.stringKey("fairway." + name), parameters.get(name)));
            }
        }

        private void say(AttributeKey<String> key, @Nullable List<String> values) {
            if (values != null) {
                span.setAttribute(key, String.join(",", values));
            }
        }
    }

    /** A question has each header by its name; nothing needs a list of them. */
    private enum RequestHeaders implements TextMapGetter<UnaryOperator<@Nullable String>> {
        INSTANCE;

        @Override
        public Iterable<String> keys(UnaryOperator<@Nullable String> headers) {
            return List.of();
        }

        @Override
        public @Nullable String get(@Nullable UnaryOperator<@Nullable String> headers, String name) {
            return headers == null ? null : headers.apply(name);
        }
    }
}
