package io.fairway.api.access;

import java.util.Set;

/**
 * Who asks.
 *
 * @param name user name, as share trees and jobs have it
 * @param coordinates the accounts that a coordinator looks after, each with all below it, in every tree that has one of this
 *     name (as Slurm's coordinators belong to an account on all clusters); empty for other roles
 */
public record Caller(String name, Role role, Set<String> coordinates) {
    /** Who asks where nobody has to say who they are. */
    public static final Caller ANYBODY = new Caller("anybody", Role.OPERATOR, Set.of());

    public Caller {
        coordinates = Set.copyOf(coordinates);
    }

    public static Caller user(String name) {
        return new Caller(name, Role.USER, Set.of());
    }

    /** As messages name it: {@code anna (user)}. */
    public String text() {
        return name + " (" + role.word() + ")";
    }
}
