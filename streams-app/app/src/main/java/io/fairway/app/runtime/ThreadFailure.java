package io.fairway.app.runtime;

import io.fairway.schemas.Causes;
import io.fairway.schemas.RegistryAwayException;
import io.fairway.schemas.RegistryChangedException;
import java.util.Locale;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.TransactionAbortableException;

/** Why a stream thread ended, and so whether another one may take its place. */
enum ThreadFailure {
    /** The registry lost schemas. The probe of the registry says which, and pauses the instance. */
    REGISTRY_CHANGED("the schema registry lost schemas; 'fairway schemas restore' puts them back"),

    /** The registry does not answer now, but will again. */
    REGISTRY_AWAY("the schema registry does not answer"),

    /**
     * The thread or the broker paused for longer than the transaction timeout, so the broker rolled the transaction back before
     * its commit. Nothing in it counts, and the work is repeated. Kafka Streams itself restarts after such a rollback, unless
     * the broker reports it by this error (KAFKA-19690, KAFKA-20785).
     */
    ROLLED_BACK("the broker rolled a transaction back that took longer than the transaction timeout"),

    /**
     * No broker took a record, or told where a topic is, for as long as a producer waits. The transaction is rolled back, nothing in
     * it counts, and the work is repeated: brokers that are away come back.
     */
    BROKERS_AWAY("the brokers took no records for too long, so a transaction is rolled back"),

    /** All other causes: another try would fail in the same way, or its result is unknown. */
    FATAL("the stream died");

    private final String meaning;

    ThreadFailure(String meaning) {
        this.meaning = meaning;
    }

    static ThreadFailure of(Throwable failure) {
        if (RegistryChangedException.isChange(failure)) {
            return REGISTRY_CHANGED;
        }
        if (RegistryAwayException.isCauseOf(failure)) {
            return REGISTRY_AWAY;
        }
        if (Causes.anyOf(failure, TransactionAbortableException.class::isInstance)) {
            return BROKERS_AWAY;
        }
        return Causes.anyOf(failure, InvalidTxnStateException.class::isInstance) ? ROLLED_BACK : FATAL;
    }

    /** Its name in metrics. */
    String cause() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String meaning() {
        return meaning;
    }
}
