package io.fairway.schemas;

import io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;
import org.apache.kafka.common.errors.AuthorizationException;

/** What to do when a cluster refuses. */
public final class Permissions {
    private static final String REMEDY =
            "; this program's user lacks a permission: 'fairway topics acl' prints the ACLs that each role needs";

    private static final String NO_REGISTRY =
            "is none (status 404): check the path in schema.registry.url, such as /apis/ccompat/v7 of Apicurio Registry";

    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

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

    /** What to do when the schema registry fails, in words. */
    public static String atRegistry(Throwable failure) {
        if (isNoRegistry(failure)) {
            return "it " + NO_REGISTRY;
        }
        int status = refusedLogin(failure);
        return status == 0
                ? "try again"
                : "it refuses this program's login (status " + status + "): check basic.auth.* or bearer.auth.*";
    }

    /** What a schema registry that does not do its work does instead, in words. */
    public static String ofRegistry(Throwable failure) {
        if (isNoRegistry(failure)) {
            return NO_REGISTRY;
        }
        return (isLoginRefused(failure) ? "refuses this program's login (basic.auth.*): " : "does not answer: ")
                + Causes.rootOf(failure).getMessage();
    }

    /** A registry says in its answer what it does not find. Whoever else is asked by HTTP has the status alone. */
    private static boolean isNoRegistry(Throwable failure) {
        return Causes.first(failure, RestClientException.class::isInstance) instanceof RestClientException answer
                && answer.getStatus() == NOT_FOUND
                && !Integer.toString(answer.getErrorCode()).startsWith("404");
    }

    /** Whether the schema registry, or what stands in front of it, refused the login. */
    public static boolean isLoginRefused(Throwable failure) {
        return refusedLogin(failure) != 0;
    }

    /** The status of the answer; 0 = another failure. */
    private static int refusedLogin(Throwable failure) {
        return Causes.first(failure, RestClientException.class::isInstance) instanceof RestClientException answer
                        && (answer.getStatus() == UNAUTHORIZED || answer.getStatus() == FORBIDDEN)
                ? answer.getStatus()
                : 0;
    }
}
