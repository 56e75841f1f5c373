package io.fairway.api.access;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The public keys of an issuer. They are kept for a quarter of an hour, and fetched again when a token names a key that is not
 * among them, but not more often than every ten seconds, whatever callers send. While the issuer is out of reach, keys that
 * were fetched before stay good for a day.
 */
final class IssuerKeys {
    static final long KEPT = 15 * 60_000;
    static final long BETWEEN_FETCHES = 10_000;
    static final long KEPT_WITHOUT_ISSUER = 24 * 3_600_000;

    private static final Logger LOG = LoggerFactory.getLogger(IssuerKeys.class);

    /** Where keys come from. */
    @FunctionalInterface
    interface Source {
        /** The keys as they are now; the message of the exception says what is out of reach. */
        JWKSet fetch() throws IOException;
    }

    private record Fetched(JWKSet keys, long at) {}

    private final String issuer;
    private final Source source;
    private final LongSupplier clock;
    private final ReentrantLock fetching = new ReentrantLock();
    private volatile @Nullable Fetched fetched;
    private @Nullable Long triedAt;

    /**
     * Keys of a source.
     *
     * @param clock epoch milliseconds
     */
    IssuerKeys(String issuer, Source source, LongSupplier clock) {
        this.issuer = issuer;
        this.source = source;
        this.clock = clock;
    }

    /** Keys from where the settings say; nothing is fetched yet. */
    static IssuerKeys of(OidcSettings settings, LongSupplier clock) {
        return new IssuerKeys(settings.issuer(), new KeyFetch(settings.issuer(), settings.jwks()), clock);
    }

    /**
     * The keys that may have made a signature.
     *
     * @param kid name of the key as the token tells it; null = it tells none
     * @throws Denied with 503 if no keys are known and the issuer is out of reach
     */
    List<JWK> find(@Nullable String kid, JWSAlgorithm algorithm) {
        Fetched known = fetched;
        if (known == null || clock.getAsLong() - known.at() >= KEPT) {
            known = refresh(known);
        }
        List<JWK> found = matching(known.keys(), kid, algorithm);
        return found.isEmpty() ? matching(refresh(known).keys(), kid, algorithm) : found;
    }

    private static List<JWK> matching(JWKSet keys, @Nullable String kid, JWSAlgorithm algorithm) {
        return keys.getKeys().stream()
                .filter(key -> kid == null || Objects.equals(kid, key.getKeyID()))
                .filter(key -> Signatures.fits(key, algorithm))
                .toList();
    }

    /** Fetches, unless another thread does or has done so since {@code seen}, or somebody did within the last seconds. */
    private Fetched refresh(@Nullable Fetched seen) {
        boolean usable = seen != null && clock.getAsLong() - seen.at() < KEPT_WITHOUT_ISSUER;
        if (usable && !fetching.tryLock()) {
            return Objects.requireNonNull(seen);
        }
        if (!usable) {
            fetching.lock();
        }
        try {
            return refreshed(seen);
        } finally {
            fetching.unlock();
        }
    }

    @SuppressWarnings("ReferenceEquality") // whether another thread fetched meanwhile, not whether the same came
    private Fetched refreshed(@Nullable Fetched seen) {
        Fetched known = fetched;
        if (known != null && known != seen) {
            return known;
        }
        long now = clock.getAsLong();
        Long before = triedAt;
        if (before == null || now - before >= BETWEEN_FETCHES || now < before) {
            triedAt = now;
            try {
                Fetched fresh = new Fetched(source.fetch(), now);
                fetched = fresh;
                return fresh;
            } catch (IOException e) {
                LOG.warn("the keys of {} cannot be fetched: {}", issuer, e.getMessage());
            }
        }
        if (known != null && now - known.at() < KEPT_WITHOUT_ISSUER) {
            return known;
        }
        throw Denied.unavailable("the token cannot be checked now: the keys of " + issuer + " are out of reach", (int)
                (BETWEEN_FETCHES / 1_000));
    }
}
