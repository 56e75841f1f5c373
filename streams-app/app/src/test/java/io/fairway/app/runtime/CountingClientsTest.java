package io.fairway.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.Producer;
import org.junit.jupiter.api.Test;

class CountingClientsTest {
    /** Without a broker there is no transaction to roll back, and Kafka's producer says so: the call still reaches it. */
    @Test
    void aRollbackIsCountedAndCarriedOut() {
        AtomicInteger aborted = new AtomicInteger();
        Producer<byte[], byte[]> producer = new CountingClients(aborted::incrementAndGet)
                .getProducer(Map.of("bootstrap.servers", "localhost:1", "transactional.id", "t"));

        assertThatThrownBy(producer::abortTransaction).isInstanceOf(IllegalStateException.class);
        producer.close(Duration.ZERO);

        assertThat(aborted).hasValue(1);
    }
}
