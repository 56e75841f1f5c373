package io.fairway.schemas;

import io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;
import org.apache.kafka.common.errors.AuthorizationException;

/** What to do when a cluster refuses. */
public final class Permissions {
    private static final String REMEDY =
            "; this program's user lacks a permission: 'fairway topics acl' prints the ACLs that each role needs";

    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    private Permissions() {}

    /**
     * The end of a message about a failure: what to do if an ACL is missing; empty for other failures. Kafka's own message
     * names the topic, the group or the transactional id. It does not say which operation, nor who asked.
     */
    public static String remedy(Throwable failure) {
        return isRefusal(failure) ? REMEDY : "";
    }

    /** Whether brokers refused what no ACL allows. */
    public static boolean isRefusal(Throwable failure) {
        return Causes.anyOf(failure, AuthorizationException.class::isInstance);
    }

    /** Whether the schema registry, or what stands in front of it, refused the login. */
    public static boolean isLoginRefused(Throwable failure) {
        return Causes.first(failure, RestClientException.class::isInstance) instanceof RestClientException answer
                && (answer.getStatus() == UNAUTHORIZED || answer.getStatus() == FORBIDDEN);
    }
}
