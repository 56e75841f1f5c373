package io.fairway.api.access;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.nimbusds.jose.jwk.JWKSet;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;

/** Fetches an issuer's keys: from a file, from a URL, or from where the issuer's discovery document says. */
final class KeyFetch implements IssuerKeys.Source {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int LARGEST = 1 << 20;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String issuer;
    private final String place;
    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(PATIENCE)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    /**
     * Keys of an issuer.
     *
     * @param place URL or file; empty = ask the issuer
     */
    KeyFetch(String issuer, String place) {
        this.issuer = issuer;
        this.place = place;
    }

    @Override
    public JWKSet fetch() throws IOException {
        String where = place.isEmpty() ? discovered() : place;
        String text = where.contains("://") ? get(where) : Files.readString(Path.of(where));
        try {
            return JWKSet.parse(text);
        } catch (ParseException e) {
            throw new IOException(where + " holds no JWKS", e);
        }
    }

    /** OpenID Connect Discovery 1.0, section 4: what the issuer says of itself must name that same issuer. */
    private String discovered() throws IOException {
        String base = issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
        String where = base + "/.well-known/openid-configuration";
        JsonNode document;
        try {
            document = JSON.readTree(get(where));
        } catch (JsonProcessingException e) {
            throw new IOException(where + " holds no JSON", e);
        }
        if (!issuer.equals(document.path("issuer").asText())) {
            throw new IOException(where + " is of another issuer than " + issuer);
        }
        String keys = document.path("jwks_uri").asText();
        if (!keys.startsWith("https://") && !(keys.startsWith("http://") && issuer.startsWith("http://"))) {
            throw new IOException(where + " names no jwks_uri that is an https URL");
        }
        return keys;
    }

    private String get(String url) throws IOException {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                    .timeout(PATIENCE)
                    .header("Accept", "application/json")
                    .build();
            HttpResponse<InputStream> response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                if (response.statusCode() != 200) {
                    throw new IOException(url + " answered " + response.statusCode());
                }
                byte[] bytes = body.readNBytes(LARGEST + 1);
                if (bytes.length > LARGEST) {
                    throw new IOException(url + " answered more than " + LARGEST + " bytes");
                }
                return new String(bytes, StandardCharsets.UTF_8);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(url + ": interrupted", e);
        } catch (IllegalArgumentException e) {
            throw new IOException(url + " is no URL", e);
        } catch (java.net.ConnectException e) {
            throw new IOException(url + " cannot be connected to", e);
        }
    }
}
