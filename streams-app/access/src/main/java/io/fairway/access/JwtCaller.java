package io.fairway.access;

import com.nimbusds.jwt.JWTClaimsSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the caller from the claims of a checked JWT. */
final class JwtCaller {
    private static final int LONGEST_NAME = 200;

    private final OidcSettings settings;

    JwtCaller(OidcSettings settings) {
        this.settings = settings;
    }

    /**
     * The caller: an operator if one of its roles is a configured value, else a coordinator if it coordinates accounts,
     * else a user.
     *
     * @throws Denied if the claims have no user name, or an account that cannot be read
     */
    Caller of(JWTClaimsSet claims) {
        String name = name(claims);
        if (texts(find(claims, settings.roleClaim())).stream().anyMatch(settings.operators()::contains)) {
            return new Caller(name, Role.OPERATOR, Set.of());
        }
        Set<Coordinated> accounts = settings.coordinatorsClaim().isEmpty() ? Set.of() : accounts(claims);
        return new Caller(name, accounts.isEmpty() ? Role.USER : Role.COORDINATOR, accounts);
    }

    private Set<Coordinated> accounts(JWTClaimsSet claims) {
        try {
            return texts(find(claims, settings.coordinatorsClaim())).stream()
                    .map(Coordinated::parse)
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IllegalArgumentException e) {
            throw Denied.invalid(
                    "an account in the claim " + settings.coordinatorsClaim() + " of the JWT " + e.getMessage());
        }
    }

    private String name(JWTClaimsSet claims) {
        for (String claim : settings.userClaims()) {
            Object value = find(claims, claim);
            if (value == null) {
                continue;
            }
            if (value instanceof String name
                    && !name.isBlank()
                    && name.length() <= LONGEST_NAME
                    && name.chars().noneMatch(Character::isISOControl)) {
                return name;
            }
            throw Denied.invalid("the claim " + claim + " of the JWT is no user name");
        }
        throw Denied.invalid("the JWT has no user name; it must be in " + String.join(" or ", settings.userClaims()));
    }

    /** The claim of that name; without one, the dots of the name lead into nested claims. */
    private static @Nullable Object find(JWTClaimsSet claims, String name) {
        Object whole = claims.getClaim(name);
        if (whole != null) {
            return whole;
        }
        Object at = claims.getClaims();
        for (String part : name.split("\\.")) {
            at = at instanceof Map<?, ?> map ? map.get(part) : null;
        }
        return at;
    }

    /**
     * The texts of a list; a text by itself is one text, whatever blanks it has. Otherwise a role called "no hpc-admins"
     * would make an operator.
     */
    private static Set<String> texts(@Nullable Object value) {
        if (value instanceof String text) {
            return text.isBlank() ? Set.of() : Set.of(text);
        }
        return value instanceof List<?> list
                ? list.stream()
                        .filter(String.class::isInstance)
                        .map(String.class::cast)
                        .collect(Collectors.toUnmodifiableSet())
                : Set.of();
    }
}
