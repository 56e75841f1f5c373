package io.fairway.app.runtime;

import io.fairway.schemas.Causes;
import io.fairway.schemas.RegistryAwayException;
import org.apache.kafka.common.errors.InvalidTxnStateException;

/** What ended a stream thread, as far as it matters for whether another one may take its place. */
enum ThreadFailure {
    /** A registry that is away comes back. */
    REGISTRY_AWAY("the schema registry does not answer"),

    /**
     * The broker rolled the transaction back before its commit came, because the thread or the broker stood still for
     * longer than the transaction timeout. Nothing of it counts, so it is done again. Kafka Streams itself starts again
     * after such a rollback unless the broker names it by this error (KAFKA-19690, KAFKA-20785).
     */
    ROLLED_BACK("the broker rolled a transaction back that took longer than the transaction timeout"),

    /** All else: to do it again would end the same way, or nobody knows. */
    FATAL("the stream died");

    private final String meaning;

    ThreadFailure(String meaning) {
        this.meaning = meaning;
    }

    static ThreadFailure of(Throwable failure) {
        if (RegistryAwayException.isCauseOf(failure)) {
            return REGISTRY_AWAY;
        }
        return Causes.anyOf(failure, InvalidTxnStateException.class::isInstance) ? ROLLED_BACK : FATAL;
    }

    String meaning() {
        return meaning;
    }
}
