package io.fairway.schedulers.moab.credential;

/**
 * One credential, as in {@code USERCFG[john]}.
 *
 * @param type its type
 * @param name its name, case-sensitive; {@link #DEFAULT} is the template of its type
 */
public record Credential(CredentialType type, String name) {
    /** The name of the object whose settings apply to credentials without their own. */
    public static final String DEFAULT = "DEFAULT";

    /** The template of this credential's type. */
    public Credential template() {
        return new Credential(type, DEFAULT);
    }

    @Override
    public String toString() {
        return type + "CFG[" + name + "]";
    }
}
