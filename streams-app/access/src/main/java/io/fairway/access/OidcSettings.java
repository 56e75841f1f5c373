package io.fairway.access;

import java.util.List;
import java.util.Set;

/**
 * The rules for a JWT.
 *
 * @param issuer the only accepted issuer, exactly as its tokens name it
 * @param audience the audience that tokens must name
 * @param jwks URL or file of the issuer's keys; empty = the discovery document names it
 * @param algorithms accepted signature algorithms: of RS256, PS256, ES256, EdDSA
 * @param userClaims claims for the user name; the first one present counts
 * @param roleClaim claim that holds roles or groups, a text or a list
 * @param operators values of that claim that make an operator
 * @param coordinatorsClaim claim that holds the accounts of a coordinator; empty = there are no coordinators
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
