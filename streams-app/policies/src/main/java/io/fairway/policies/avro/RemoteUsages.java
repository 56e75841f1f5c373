package io.fairway.policies.avro;

import io.fairway.avro.RemoteCredential;
import io.fairway.avro.RemoteShareLoad;
import io.fairway.avro.RemoteUsage;
import io.fairway.schedulers.lsf.fairshare.Consumption;
import io.fairway.schedulers.lsf.fairshare.RemoteLoad;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.credential.CredentialType;
import io.fairway.schedulers.moab.fairshare.ImportedUsage;
import org.jspecify.annotations.Nullable;

/** Reads usage on other clusters. */
public final class RemoteUsages {
    private RemoteUsages() {}

    /**
     * Checks a record.
     *
     * @throws IllegalArgumentException if the record is not possible; the message names the value and the rule
     */
    public static void check(RemoteUsage record) {
        if (isLoad(record)) {
            load(record);
        } else {
            usage(record);
        }
    }

    /** Whether a record has a load, for {@link #load}, and not windows, for {@link #usage}. */
    public static boolean isLoad(RemoteUsage record) {
        return record.getCredential() == RemoteCredential.SHARE_ACCOUNT;
    }

    /**
     * The load of a record.
     *
     * @throws IllegalArgumentException if the record is not possible; the message names the value and the rule
     */
    public static RemoteLoad load(RemoteUsage record) {
        checkName(record.getSource(), record.getCredential(), record.getName());
        RemoteShareLoad load = record.getLoad();
        if (load == null || !record.getWindows().isEmpty()) {
            throw new IllegalArgumentException("share account " + record.getName() + " of source " + record.getSource()
                    + ": must have a load, and no windows");
        }
        return new RemoteLoad(
                load.getTree(),
                RemoteLoad.path(record.getName()),
                load.getLoad(),
                new Consumption(
                        load.getCpuTimeHours(),
                        load.getRunTimeHours(),
                        load.getHistoricalRunTimeHours(),
                        load.getCommittedRunTimeHours(),
                        load.getJobSlots(),
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0));
    }

    /**
     * The usage of a record.
     *
     * @throws IllegalArgumentException if the record is not possible; the message names the value and the rule
     */
    public static ImportedUsage usage(RemoteUsage record) {
        if (record.getLoad() != null) {
            throw new IllegalArgumentException("load of " + record.getCredential() + " " + record.getName()
                    + " of source " + record.getSource() + ": only a SHARE_ACCOUNT has one");
        }
        return new ImportedUsage(
                record.getSource(),
                credential(record.getSource(), record.getCredential(), record.getName()),
                record.getAsOf().toEpochMilli(),
                record.getWindows());
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
                checkName(source, one, name);
                return;
            }
        }
        throw new IllegalArgumentException("credential " + credential + " of source " + source
                + ": must be TOTAL, USER, GROUP, ACCOUNT or SHARE_ACCOUNT");
    }

    private static void checkName(String source, RemoteCredential credential, String name) {
        if (source.isEmpty()) {
            throw new IllegalArgumentException("source '' of remote usage: must not be empty");
        }
        if (name.isEmpty() != (credential == RemoteCredential.TOTAL)) {
            throw new IllegalArgumentException("name '" + name + "' of " + credential + " of source " + source
                    + ": TOTAL has none, and the others must have one");
        }
        if (credential == RemoteCredential.UNKNOWN) {
            throw new IllegalArgumentException(
                    "credential UNKNOWN of source " + source + ": newer than this version, or not set");
        }
        if (credential == RemoteCredential.SHARE_ACCOUNT) {
            RemoteLoad.path(name);
        }
    }

    private static @Nullable Credential credential(String source, RemoteCredential credential, String name) {
        checkName(source, credential, name);
        return switch (credential) {
            case TOTAL -> null;
            case USER -> new Credential(CredentialType.USER, name);
            case GROUP -> new Credential(CredentialType.GROUP, name);
            case ACCOUNT -> new Credential(CredentialType.ACCOUNT, name);
            case SHARE_ACCOUNT, UNKNOWN ->
                throw new IllegalArgumentException(
                        "credential " + credential + " of source " + source + ": has no windows");
        };
    }
}
