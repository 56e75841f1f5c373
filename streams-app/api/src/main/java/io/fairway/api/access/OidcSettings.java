package io.fairway.api.access;

import java.util.List;
import java.util.Set;

/**
 * What is asked of a JWT.
 *
 * @param issuer the only issuer whose tokens are good, exactly as its tokens name it
 * @param audience who they must be for
 * @param jwks URL or file of the issuer's keys; empty = as its discovery document says
 * @param algorithms signatures that are taken: of RS256, PS256, ES256, EdDSA
 * @param userClaims claims for the user name; the first that is there counts
 * @param roleClaim claim that holds roles or groups, a text or a list
 * @param operators values of it that make an operator
 * @param coordinatorsClaim claim that holds the accounts which the user coordinates; empty = none does
 * @param skewMillis how far the clocks of issuer and application may differ
 */
record OidcSettings(
        String issuer,
        String audience,
        String jwks,
        List<String> algorithms,
        List<String> userClaims,
        String roleClaim,
        Set<String> operators,
        String coordinatorsClaim,
        long skewMillis) {
    static final List<String> ALGORITHMS = List.of("RS256", "PS256", "ES256", "EdDSA");

    OidcSettings {
        algorithms = List.copyOf(algorithms);
        userClaims = List.copyOf(userClaims);
        operators = Set.copyOf(operators);
    }
}
