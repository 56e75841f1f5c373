package io.fairway.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

class ThreadFailureTest {
    @Test
    void aTransactionThatTheBrokerRolledBackIsDoneAgain() {
        Throwable failure = new StreamsException(
                "Error encountered trying to commit a transaction",
                new InvalidTxnStateException("The producer attempted a transactional operation in an invalid state."));

        assertThat(ThreadFailure.of(failure)).isEqualTo(ThreadFailure.ROLLED_BACK);
    }

    /** What ended the stream of Kafka 4.4.0 when all brokers were killed, and came back after two minutes. */
    @Test
    void aTransactionThatNoBrokerTookIsDoneAgain() {
        Throwable failure = new StreamsException(
                "Error encountered sending record to topic fairway-jobs-active-changelog for task 0_1",
                new TransactionAbortableException("Transaction Request was aborted after exhausting retries."));

        assertThat(ThreadFailure.of(failure)).isEqualTo(ThreadFailure.BROKERS_AWAY);
    }

    @Test
    void whatNobodyKnowsIsFatal() {
        assertThat(ThreadFailure.of(new StreamsException("?", new RecordTooLargeException("too large"))))
                .isEqualTo(ThreadFailure.FATAL);
        assertThat(ThreadFailure.of(new IllegalStateException("a fault of ours")))
                .isEqualTo(ThreadFailure.FATAL);
    }
}
