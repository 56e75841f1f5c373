package io.fairway.access;

import java.util.Set;

/**
 * The caller of a request.
 *
 * @param name user name, as in share trees and jobs
 * @param coordinates the accounts that a coordinator looks after, each with all accounts below it. Empty for other
 *     roles
 */
public record Caller(String name, Role role, Set<Coordinated> coordinates) {
    /** The caller if nobody has to authenticate. */
    public static final Caller ANYBODY = new Caller("anybody", Role.OPERATOR, Set.of());

    public Caller {
        coordinates = Set.copyOf(coordinates);
    }

    public static Caller user(String name) {
        return new Caller(name, Role.USER, Set.of());
    }

    /** The form for messages: {@code anna (user)}. */
    public String text() {
        return name + " (" + role.word() + ")";
    }
}
