package io.fairway.app.http;

import io.javalin.config.JettyConfig;

/**
 * How the server listens.
 *
 * @param host address to listen on
 * @param port 0 = any that is free
 * @param scheme http, or https where TLS is configured
 * @param mostBodyBytes larger requests are refused
 */
public record ApiSettings(
        String host, int port, String scheme, long mostBodyBytes, String version, Gatekeeper gatekeeper) {

    /** Plain HTTP, where everybody may ask everything. */
    public static ApiSettings open(String host, int port, String version) {
        return new ApiSettings(host, port, "http", 65_536, version, Gatekeeper.OPEN);
    }

    void listen(JettyConfig jetty) {
        jetty.host = host;
        jetty.port = port;
    }

    String url(int actual) {
        return scheme + "://" + host + ":" + actual + "/";
    }
}
