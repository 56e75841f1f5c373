package io.fairway.access;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** Makes the configured authenticator: none, tokens of a file, JWTs, or either of the two. */
public final class Authenticators {
    private static final String SCHEME = "bearer ";

    /** More than servers accept as a header. */
    private static final int LONGEST = 16_384;

    private Authenticators() {}

    /**
     * The configured authenticator. It reads the token file at once. It asks an issuer when the first token comes.
     *
     * @param clock epoch milliseconds
     * @throws ConfigException with file, line and rule, if a file cannot be read
     */
    public static Authenticator of(AccessConfig config, LongSupplier clock) {
        return of(config, clock, IssuerKeys.PATIENCE);
    }

    /**
     * As above.
     *
     * @param patience the longest that the issuer of JWTs may take to send its keys
     */
    public static Authenticator of(AccessConfig config, LongSupplier clock, Duration patience) {
        if (!config.authenticates()) {
            return header -> Caller.ANYBODY;
        }
        try {
            Path file = config.tokenFile();
            OidcSettings settings = config.oidc();
            return of(
                    file == null ? null : new TokenFile(file, clock),
                    settings == null ? null : new JwtCheck(settings, IssuerKeys.of(settings, clock, patience), clock));
        } catch (IllegalArgumentException e) {
            var refused = new ConfigException(e.getMessage());
            refused.initCause(e);
            throw refused;
        }
    }

    static Authenticator of(@Nullable TokenFile tokens, @Nullable JwtCheck jwts) {
        return header -> {
            String token = token(header);
            Caller caller = tokens == null ? null : tokens.find(token);
            if (caller != null) {
                return caller;
            }
            if (jwts != null
                    && (tokens == null || token.chars().filter(c -> c == '.').count() >= 2)) {
                return jwts.check(token);
            }
            throw Denied.invalid("the token is not one of this Fairway's" + (jwts == null ? "" : ", and it is no JWT"));
        };
    }

    private static String token(@Nullable String header) {
        if (header == null || header.isBlank()) {
            throw Denied.missing("there is no token; send the header Authorization: Bearer TOKEN");
        }
        if (!header.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
            throw Denied.missing("the header Authorization has another scheme; it must be Bearer, and then the token");
        }
        String token = header.substring(SCHEME.length()).strip();
        if (token.isEmpty()) {
            throw Denied.missing("the header Authorization has no token after Bearer");
        }
        if (token.length() > LONGEST) {
            throw Denied.invalid("the token is longer than " + LONGEST + " characters");
        }
        return token;
    }
}
