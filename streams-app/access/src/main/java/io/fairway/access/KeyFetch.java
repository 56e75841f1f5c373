package io.fairway.access;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSetCacheRefreshEvaluator;
import com.nimbusds.jose.jwk.source.JWKSetRetrievalException;
import com.nimbusds.jose.jwk.source.JWKSetSource;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.JSONObjectUtils;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fetches an issuer's keys: from a file, from a URL, or from the URL in the issuer's discovery document. */
final class KeyFetch implements JWKSetSource<SecurityContext> {
    private static final Logger LOG = LoggerFactory.getLogger(KeyFetch.class);

    private final String issuer;
    private final String place;
    private final Duration patience;
    private final BoundedGet http = new BoundedGet();
    private volatile boolean failing;

    /**
     * Keys of an issuer.
     *
     * @param place URL or file; empty = ask the issuer
     * @param patience the longest time for a fetch, with all its requests and their answers
     */
    KeyFetch(String issuer, String place, Duration patience) {
        this.issuer = issuer;
        this.place = place;
        this.patience = patience;
    }

    /** Whether the last fetch brought no keys. */
    boolean failing() {
        return failing;
    }

    @Override
    public JWKSet getJWKSet(JWKSetCacheRefreshEvaluator evaluator, long now, @Nullable SecurityContext context)
            throws KeySourceException {
        try {
            JWKSet keys = fetch();
            failing = false;
            return keys;
        } catch (IOException e) {
            failing = true;
            LOG.warn("the keys of {} cannot be fetched: {}", issuer, e.getMessage());
            throw new JWKSetRetrievalException("the keys cannot be fetched", e);
        }
    }

    private JWKSet fetch() throws IOException {
        long deadline = System.nanoTime() + patience.toNanos();
        String where = place.isEmpty() ? discovered(deadline) : place;
        return keys(where, where.contains("://") ? http.get(where, deadline) : Files.readString(Path.of(where)));
    }

    /** OpenID Connect Discovery 1.0, section 4: an issuer's discovery document must name that same issuer. */
    private String discovered(long deadline) throws IOException {
        String base = issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
        String where = base + "/.well-known/openid-configuration";
        Map<String, Object> document;
        try {
            document = JSONObjectUtils.parse(http.get(where, deadline));
        } catch (ParseException e) {
            throw new IOException(where + " holds no JSON", e);
        }
        if (!issuer.equals(document.get("issuer"))) {
            throw new IOException(where + " is of another issuer than " + issuer);
        }
        String keys = String.valueOf(document.get("jwks_uri"));
        if (!keys.startsWith("https://") && !(keys.startsWith("http://") && issuer.startsWith("http://"))) {
            throw new IOException(where + " names no jwks_uri that is an https URL");
        }
        return keys;
    }

    /** The library's parser refuses a whole set for one bad key. Here, a key that cannot be read costs no other. */
    private static JWKSet keys(String where, String text) throws IOException {
        List<?> members;
        try {
            members = JSONObjectUtils.parse(text).get("keys") instanceof List<?> list ? list : null;
        } catch (ParseException e) {
            throw new IOException(where + " holds no JWKS", e);
        }
        if (members == null) {
            throw new IOException(where + " holds no JWKS");
        }
        List<JWK> keys = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            try {
                keys.add(JWK.parse(object(members.get(i))));
            } catch (ParseException | RuntimeException e) {
                // Leave out the exception's message: it may hold pieces of the key.
                LOG.debug("{}: key {} of {} is left out, it cannot be read", where, i + 1, members.size());
            }
        }
        if (keys.isEmpty() && !members.isEmpty()) {
            throw new IOException(where + " holds no key that can be read");
        }
        return new JWKSet(keys);
    }

    @SuppressWarnings("unchecked") // the names of JSON members are texts
    private static Map<String, Object> object(@Nullable Object member) {
        if (member instanceof Map<?, ?> map) {
            return (Map<String, Object>) map;
        }
        throw new IllegalArgumentException("no object");
    }

    @Override
    public void close() {
        http.close();
    }
}
