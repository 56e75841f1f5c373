package io.fairway.api.http;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Hears of each question from its beginning to its end, and says what goes with it to other instances. */
@FunctionalInterface
public interface ServerTracing {
    /** Hears nothing, and sends nothing along. */
    ServerTracing OFF = (method, header) -> Traced.NONE;

    /**
     * A request came in.
     *
     * @param method as the caller sent it
     * @param header the value of a header of the request by its name, or null
     */
    Traced begin(String method, UnaryOperator<@Nullable String> header);

    /** One question. */
    interface Traced {
        /** A question that nobody hears of. */
        Traced NONE = (route, status, parameters) -> {};

        /** Headers for the instances that are asked because of it. */
        default Map<String, String> headers() {
            return Map.of();
        }

        /**
         * It was answered.
         *
         * @param route the template of its path; empty where nothing is there
         * @param status of the answer
         * @param parameters those of path and query by their names: they may say who is asked about
         */
        void answered(String route, int status, Supplier<Map<String, List<String>>> parameters);
    }
}
