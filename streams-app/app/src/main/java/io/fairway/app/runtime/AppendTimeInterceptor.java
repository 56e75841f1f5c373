package io.fairway.app.runtime;

import io.fairway.core.time.BrokerTime;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/** Hears from the brokers when they appended what the application has just written, for {@link BrokerTime}. */
public final class AppendTimeInterceptor implements ProducerInterceptor<Object, Object> {
    private static final String BROKER_TIME = "fairway.broker.time";

    private BrokerTime brokerTime = BrokerTime.UNBOUNDED;

    /** Adds it to the producers of an application, behind those that its settings name. */
    static void addTo(Properties streams, BrokerTime brokerTime) {
        streams.merge(
                StreamsConfig.producerPrefix(ProducerConfig.INTERCEPTOR_CLASSES_CONFIG),
                AppendTimeInterceptor.class.getName(),
                (named, own) -> named + "," + own);
        streams.put(StreamsConfig.producerPrefix(BROKER_TIME), brokerTime);
    }

    @Override
    public void configure(Map<String, ?> configs) {
        if (configs.get(BROKER_TIME) instanceof BrokerTime given) {
            brokerTime = given;
        }
    }

    @Override
    public ProducerRecord<Object, Object> onSend(ProducerRecord<Object, Object> record) {
        return record;
    }

    /** Without metadata, or with an offset of -1, the record was not written. */
    @Override
    public void onAcknowledgement(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
        if (failure == null && metadata != null && metadata.hasTimestamp()) {
            brokerTime.acknowledged(metadata.partition(), metadata.timestamp());
        }
    }

    @Override
    public void close() {}
}
