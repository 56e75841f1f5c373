/**
 * The HTTP server: paths, parameters, forwarding between instances, live events and the page. It computes no answers:
 * {@link io.fairway.api.query} does. Start with {@link ApiServer}, beside {@code openapi.yaml}.
 */
package io.fairway.api.http;
