package io.fairway.policies.avro;

import io.fairway.avro.RemoteCredential;
import io.fairway.avro.RemoteUsage;
import io.fairway.schedulers.moab.Credential;
import io.fairway.schedulers.moab.CredentialType;
import io.fairway.schedulers.moab.ImportedUsage;
import org.jspecify.annotations.Nullable;

/** Reads usage on other clusters. */
public final class RemoteUsages {
    private RemoteUsages() {}

    /**
     * The usage of a record.
     *
     * @throws IllegalArgumentException if the record is not possible; the message names the value and the rule
     */
    public static ImportedUsage usage(RemoteUsage said) {
        return new ImportedUsage(
                said.getSource(),
                credential(said.getSource(), said.getCredential(), said.getName()),
                said.getAsOf().toEpochMilli(),
                said.getWindows());
    }

    /**
     * Checks the name of a record in its key.
     *
     * @param credential the name of a constant of {@link RemoteCredential}
     * @throws IllegalArgumentException if it is none, or the name does not go with it
     */
    public static void checkKey(String source, String credential, String name) {
        for (RemoteCredential one : RemoteCredential.values()) {
            if (one.name().equals(credential)) {
                credential(source, one, name);
                return;
            }
        }
        throw new IllegalArgumentException(
                "credential " + credential + " of source " + source + ": must be TOTAL, USER, GROUP or ACCOUNT");
    }

    private static @Nullable Credential credential(String source, RemoteCredential credential, String name) {
        if (source.isEmpty()) {
            throw new IllegalArgumentException("source '' of remote usage: must not be empty");
        }
        if (name.isEmpty() != (credential == RemoteCredential.TOTAL)) {
            throw new IllegalArgumentException("name '" + name + "' of " + credential + " of source " + source
                    + ": TOTAL has none, and the others must have one");
        }
        return switch (credential) {
            case TOTAL -> null;
            case USER -> new Credential(CredentialType.USER, name);
            case GROUP -> new Credential(CredentialType.GROUP, name);
            case ACCOUNT -> new Credential(CredentialType.ACCOUNT, name);
            case UNKNOWN ->
                throw new IllegalArgumentException(
                        "credential UNKNOWN of source " + source + ": newer than this version, or not set");
        };
    }
}
