/**
 * The HTTP client of the commands: the server, its token, the path of a question. It shows nothing. Start with {@link
 * Api}.
 */
package io.fairway.client.http;
