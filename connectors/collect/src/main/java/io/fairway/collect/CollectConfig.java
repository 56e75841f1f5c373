package io.fairway.collect;

import io.fairway.program.ProgramConfig;
import io.fairway.program.Settings;
import io.fairway.program.metrics.MetricsServer;
import io.fairway.schemas.DomainPartitioner;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;

/** The configuration of a program that sends facts. A program with keys of its own extends it. */
public class CollectConfig extends ProgramConfig {
    public static final String CLIENT_ID = "client.id";

    /**
     * Reads settings.
     *
     * @throws org.apache.kafka.common.config.ConfigException for a bad setting; names place, key, value and rule
     */
    public CollectConfig(Settings settings) {
        this(definition(), settings);
    }

    /** As above, with more keys. */
    protected CollectConfig(ConfigDef definition, Settings settings) {
        super(definition, settings);
    }

    /** Every key, with its default and meaning. */
    public static ConfigDef definition() {
        return MetricsServer.define(commonDefinition(), "off")
                .define(
                        CLIENT_ID,
                        ConfigDef.Type.STRING,
                        "fairway-collect",
                        new ConfigDef.NonEmptyString(),
                        Importance.LOW,
                        "Name of this program at the brokers.");
    }

    /**
     * Settings of a producer of facts; {@code kafka.*} may override all but those against loss, doubles and wrong
     * partitions.
     */
    public final Map<String, Object> producer() {
        Map<String, Object> settings = new HashMap<>();
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 20);
        settings.put(ProducerConfig.BATCH_SIZE_CONFIG, 128 * 1024);
        settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        settings.putAll(clients());
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.PARTITIONER_CLASS_CONFIG, DomainPartitioner.class.getName());
        settings.put(DomainPartitioner.PINS_CONFIG, getString(DOMAIN_PINS));
        return settings;
    }

    /** Settings of a consumer of committed records, without a group. */
    public final Map<String, Object> consumer() {
        Map<String, Object> settings = clients();
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        return settings;
    }

    /** Settings of any client. */
    public final Map<String, Object> clients() {
        Map<String, Object> settings = new HashMap<>();
        settings.put(CLIENT_ID, getString(CLIENT_ID));
        settings.putAll(kafka());
        settings.put(BOOTSTRAP_SERVERS, getString(BOOTSTRAP_SERVERS));
        return settings;
    }
}
