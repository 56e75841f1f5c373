package io.fairway.api.http;

import java.time.Duration;

/** The metrics of a program: what {@code /metrics} shows, and what the server adds to it. */
@FunctionalInterface
public interface ServerMetrics {
    /** All of them in Prometheus' text format 0.0.4. */
    String text();

    /**
     * A request was answered.
     *
     * @param method as the caller sent it
     * @param route the template of its path, such as {@code /v1/domains/{domain}/jobs}; empty where nothing is there
     * @param status of the answer, 100 to 599
     * @param took from the first byte of the request to the end of the answer; a stream ends when its reader leaves
     */
    default void answered(String method, String route, int status, Duration took) {}
}
