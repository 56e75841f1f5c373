package io.fairway.app.acl;

import io.fairway.schemas.Topics;
import org.jspecify.annotations.Nullable;

/**
 * The names of an installation on the brokers.
 *
 * @param topics its topics ({@code topic.prefix})
 * @param applicationId {@code application.id}
 * @param domain the only domain of the dispatcher; null = all
 * @param readerGroups the beginning of the consumer groups of readers
 * @param connect the beginning of the names of Connect: the workers' group and topics, and the sinks' groups
 */
public record AclNames(
        Topics topics, String applicationId, @Nullable String domain, String readerGroups, String connect) {
    /** The names without any setting. */
    public static AclNames standard() {
        return of(Topics.standard(), "fairway");
    }

    /** The names of an installation; those that it does not set itself are as usual. */
    public static AclNames of(Topics topics, String applicationId) {
        return new AclNames(topics, applicationId, null, "fairway-reader-", "connect-");
    }
}
