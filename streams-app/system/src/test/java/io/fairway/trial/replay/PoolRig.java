package io.fairway.trial.replay;

import io.fairway.app.runtime.FairwayConfig;
import io.fairway.dispatcher.config.DispatcherConfig;
import io.fairway.schemas.Topic;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;

/** An application and a dispatcher on a {@link Workbench}, and what they have written. */
final class PoolRig {
    private PoolRig() {}

    /** The last value of every key that is not withdrawn, in the order of their first values. */
    static <T extends SpecificRecord> Map<String, T> last(Workbench bench, Topic topic, Class<T> type) {
        Map<String, T> last = new LinkedHashMap<>();
        try (Deserializer<T> values = bench.serdes().deserializer(type)) {
            new TopicReader(bench).readAll(topic, record -> {
                T value = values.deserialize(record.topic(), record.value());
                if (value == null) {
                    last.remove(record.key());
                } else {
                    last.put(record.key(), Objects.requireNonNull(value));
                }
            });
        }
        return last;
    }

    static DispatcherConfig dispatching(Workbench bench, String domain) {
        Map<String, String> settings = new HashMap<>(bench.addresses());
        settings.put(DispatcherConfig.NAME, "test");
        settings.put(DispatcherConfig.DOMAIN, domain);
        settings.put(DispatcherConfig.LEAD_SESSION, "30000");
        return new DispatcherConfig(settings);
    }

    static FairwayConfig application(Workbench bench, String id) {
        Map<String, String> settings = new HashMap<>(bench.addresses());
        settings.put(FairwayConfig.APPLICATION_ID, id);
        settings.put(FairwayConfig.TOPIC_REPLICATION, "1");
        settings.put(FairwayConfig.STATE_DIR, bench.directory().resolve("state").toString());
        settings.put(FairwayConfig.EVALUATION_INTERVAL, "100");
        // Nobody takes over from it, and the machine may be busy: a transaction may take its time.
        settings.put("kafka.producer.transaction.timeout.ms", "60000");
        settings.put(FairwayConfig.EVALUATION_IDLE_INTERVAL, "500");
        return new FairwayConfig(settings);
    }
}
