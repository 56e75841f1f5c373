package io.fairway.api.http;

import io.fairway.access.AccessConfig;
import io.fairway.access.PeerConfig;
import io.fairway.access.PeerPass;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How this instance asks others.
 *
 * @param scheme http or https
 * @param trust in certificates of others; null = Java's own
 * @param pass signs questions and verifies answers; null = instances share no secret
 * @param refusal why nobody is asked; null = others are asked
 */
record Peers(
        String scheme,
        @Nullable SSLContext trust,
        @Nullable PeerPass pass,
        @Nullable String refusal) {
    /** Others are asked, and nothing is signed. */
    static final Peers OPEN = new Peers("http", null, null, null);

    /** Callers have names that only a pass can carry to another instance: their tokens stay here. */
    static Peers of(AccessConfig access) {
        PeerConfig config = access.peers();
        return new Peers(
                access.tls() ? "https" : "http",
                config.trust(),
                config.pass(System::currentTimeMillis),
                access.authenticates() && !config.hasSecret()
                        ? "this instance passes no question on, because " + PeerConfig.SECRET + " is not set"
                        : null);
    }
}
