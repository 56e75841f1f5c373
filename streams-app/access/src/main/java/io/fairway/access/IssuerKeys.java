package io.fairway.access;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSetBasedJWKSource;
import com.nimbusds.jose.jwk.source.JWKSetCacheRefreshEvaluator;
import com.nimbusds.jose.jwk.source.JWKSetSource;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import com.nimbusds.jose.proc.SecurityContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The public keys of an issuer, in the library's cache. They stay valid for a day, and so outlast an outage of the
 * issuer. A background fetch renews them every 15 minutes. A token that names an unknown key causes a fetch, too: at
 * most two in ten seconds, whatever callers send. Only one fetch runs at a time. A caller whose key is known never
 * waits for it.
 */
final class IssuerKeys implements JWKSource<SecurityContext> {
    static final long REFRESHED = 15 * 60_000;
    static final long BETWEEN_FETCHES = 10_000;
    static final long KEPT = 24 * 3_600_000;

    /** The longest that a fetch may take, where nothing says otherwise. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    /** The longest that a caller with an unknown key waits while another caller's fetch is under way. */
    private static final long WAIT = 2_000;

    private final KeyFetch fetch;
    private final JWKSetSource<SecurityContext> keys;
    private final LongSupplier clock;

    /**
     * The keys of a source. The constructor fetches nothing.
     *
     * @param clock epoch milliseconds
     */
    IssuerKeys(KeyFetch fetch, LongSupplier clock) {
        this.fetch = fetch;
        this.clock = clock;
        ThreadFactory daemons =
                Thread.ofPlatform().daemon().name("issuer-keys-", 0).factory();
        var source = JWKSourceBuilder.create(fetch)
                .cache(KEPT, WAIT)
                .rateLimited(BETWEEN_FETCHES)
                .refreshAheadCache(
                        KEPT - REFRESHED,
                        null,
                        Executors.newSingleThreadExecutor(daemons),
                        true,
                        Executors.newSingleThreadScheduledExecutor(daemons),
                        true)
                .build();
        // The builder's source reads the machine's clock itself. The source inside it takes the time as an argument.
        keys = ((JWKSetBasedJWKSource<SecurityContext>) source).getJWKSetSource();
    }

    /**
     * The keys from the place that the settings name.
     *
     * @param patience the longest that a fetch may take, discovery included
     */
    static IssuerKeys of(OidcSettings settings, LongSupplier clock, Duration patience) {
        return new IssuerKeys(new KeyFetch(settings.issuer(), settings.jwks(), patience), clock);
    }

    /**
     * The keys that a selector takes; none if the issuer publishes no such key.
     *
     * @throws KeySourceException if the keys cannot be fetched now
     */
    @Override
    public List<JWK> get(JWKSelector selector, @Nullable SecurityContext context) throws KeySourceException {
        long now = clock.getAsLong();
        JWKSet cached = keys.getJWKSet(JWKSetCacheRefreshEvaluator.noRefresh(), now, context);
        List<JWK> found = selector.select(cached);
        if (!found.isEmpty()) {
            return found;
        }
        try {
            return selector.select(
                    keys.getJWKSet(JWKSetCacheRefreshEvaluator.referenceComparison(cached), now, context));
        } catch (RateLimitReachedException e) {
            if (fetch.failing()) {
                throw e;
            }
            return List.of();
        }
    }
}
