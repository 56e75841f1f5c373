package io.fairway.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

class TopicProbeTest {
    /** Messages of Kafka's admin client. A fault counts only when it is seen twice. */
    @Test
    void brokersThatAreSilentAreTheSameFaultAtEachLook() {
        String first = TopicProbe.inWords(new KafkaException(new TimeoutException(
                "Call(callName=describeTopics, deadlineMs=1795894000123, tries=1, nextAllowedTryMs=1795894000224)"
                        + " timed out at 1795894000124 after 1 attempt(s)",
                new DisconnectException("Cancelled describeTopics request with correlation id 57 due to node 1 being"
                        + " disconnected"))));
        String second = TopicProbe.inWords(new KafkaException(
                new TimeoutException("Timed out waiting for a node assignment. Call: describeTopics")));

        assertThat(first).isEqualTo("does not answer within 8 s").isEqualTo(second);
    }

    @Test
    void otherFailuresSayWhy() {
        assertThat(TopicProbe.inWords(new KafkaException(new SaslAuthenticationException("no such user"))))
                .isEqualTo("does not answer: no such user");
        assertThat(TopicProbe.inWords(new KafkaException(new TopicAuthorizationException("not allowed"))))
                .startsWith("refuses: not allowed; ");
    }
}
