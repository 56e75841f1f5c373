package io.fairway.schedulers.moab;

import java.util.Objects;

/**
 * One credential, as {@code USERCFG[john]} names it.
 *
 * @param type what it is
 * @param name its name, case-sensitive; {@link #DEFAULT} is the template of its type
 */
public record Credential(CredentialType type, String name) {
    /** The name of the object whose settings hold for all that have none of their own. */
    public static final String DEFAULT = "DEFAULT";

    public Credential {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(name, "name");
    }

    /** The template of this credential's type. */
    public Credential template() {
        return new Credential(type, DEFAULT);
    }

    @Override
    public String toString() {
        return type + "CFG[" + name + "]";
    }
}
