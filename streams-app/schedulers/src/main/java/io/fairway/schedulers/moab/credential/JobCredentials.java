package io.fairway.schedulers.moab.credential;

import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The credentials of a job.
 *
 * @param byType at most one of each type, in the order of types; not to be changed
 */
public record JobCredentials(Map<CredentialType, Credential> byType) {
    /** No credentials. */
    public static final JobCredentials NONE = of(Map.of());

    /** Credentials by type; an empty name is no credential. */
    public static JobCredentials of(Map<CredentialType, String> names) {
        EnumMap<CredentialType, Credential> byType = new EnumMap<>(CredentialType.class);
        names.forEach((type, name) -> {
            if (!name.isEmpty()) {
                byType.put(type, new Credential(type, name));
            }
        });
        return new JobCredentials(byType);
    }

    /** The credentials in the job's events. A job without a class is in the class of its queue. */
    public static JobCredentials of(JobAttributes job) {
        EnumMap<CredentialType, String> names = new EnumMap<>(CredentialType.class);
        names.put(CredentialType.USER, job.text(Attribute.USER, ""));
        names.put(CredentialType.GROUP, job.text(Attribute.GROUP, ""));
        names.put(CredentialType.ACCOUNT, job.text(Attribute.ACCOUNT, ""));
        names.put(CredentialType.QOS, job.text(Attribute.QOS, ""));
        names.put(CredentialType.CLASS, job.text(Attribute.JOB_CLASS, job.text(Attribute.QUEUE, "")));
        return of(names);
    }

    /** The credential of a type; {@code null} if the job has none. */
    public @Nullable Credential get(CredentialType type) {
        return byType.get(type);
    }

    /** All of them, in the order of their types. */
    public List<Credential> all() {
        return new ArrayList<>(byType.values());
    }

    @Override
    public String toString() {
        return byType.values().toString();
    }
}
