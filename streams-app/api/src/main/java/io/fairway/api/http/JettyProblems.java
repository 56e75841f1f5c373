package io.fairway.api.http;

import io.fairway.api.query.Json;
import io.fairway.api.query.Problem;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Requests that the server refuses before anything of ours sees them, such as a line or a header that is too long: the same
 * problem in JSON as any other (RFC 9457).
 */
final class JettyProblems extends ErrorHandler {
    @Override
    protected void generateResponse(
            Request request,
            Response response,
            int code,
            @Nullable String message,
            @Nullable Throwable cause,
            Callback callback) {
        String title = HttpStatus.getMessage(code);
        String detail = message == null || message.isBlank() || message.equals(title) ? advice(code) : message;
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, Forwarder.PROBLEM);
        response.write(true, ByteBuffer.wrap(Json.bytes(Problem.of(code, detail).answer(title))), callback);
    }

    private static String advice(int code) {
        return switch (code) {
            case HttpStatus.URI_TOO_LONG_414 -> "the address is too long; ask for less at once";
            case HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431 -> "the headers are too long";
            case HttpStatus.BAD_REQUEST_400 -> "this is no request of HTTP/1.1";
            default -> "the server refused the request";
        };
    }
}
