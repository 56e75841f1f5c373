/** Paths, parameters and JSON: the questions of {@code io.fairway.app.query} over HTTP, and the page. */
package io.fairway.api.http;
