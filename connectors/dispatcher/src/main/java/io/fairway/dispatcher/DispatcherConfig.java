package io.fairway.dispatcher;

import io.fairway.schemas.DomainPartitioner;
import io.fairway.schemas.ProgramConfig;
import io.fairway.schemas.Settings;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a dispatcher.
 */
public final class DispatcherConfig extends ProgramConfig {
    public static final String DOMAIN = "domain";
    public static final String POLICY = "policy";
    public static final String NAME = "dispatcher.name";
    public static final String HEAD = "head";
    public static final String CYCLE = "cycle.ms";
    public static final String DRY_RUN = "dry.run";

    private static final String HEAD_BLOCKS = "blocks";
    private static final String HEAD_PASSED_OVER = "passed-over";

    public DispatcherConfig(Map<String, String> settings) {
        this(Settings.of(settings));
    }

    /**
     * Reads settings.
     *
     * @throws org.apache.kafka.common.config.ConfigException for a bad setting; names place, key, value and rule
     */
    public DispatcherConfig(Settings settings) {
        super(definition(), settings);
    }

    /** Every key, with its default and meaning. */
    public static ConfigDef definition() {
        return commonDefinition()
                .define(
                        DOMAIN,
                        ConfigDef.Type.STRING,
                        "",
                        Importance.HIGH,
                        "The only domain to dispatch; empty = all, each with its own queue.")
                .define(
                        POLICY,
                        ConfigDef.Type.STRING,
                        "",
                        Importance.MEDIUM,
                        "The policy to follow; empty = the active one of each domain.")
                .define(
                        NAME,
                        ConfigDef.Type.STRING,
                        "fairway-dispatch",
                        new ConfigDef.NonEmptyString(),
                        Importance.LOW,
                        "Name of the dispatcher in its dispatch records.")
                .define(
                        HEAD,
                        ConfigDef.Type.STRING,
                        HEAD_BLOCKS,
                        ValidString.in(HEAD_BLOCKS, HEAD_PASSED_OVER),
                        Importance.MEDIUM,
                        "Rule for a first job that does not fit: it blocks its cluster, or the next job that fits starts.")
                .define(
                        CYCLE,
                        ConfigDef.Type.LONG,
                        500L,
                        Range.atLeast(1),
                        Importance.MEDIUM,
                        "Time between dispatch cycles; each cycle sorts the queue again.")
                .define(
                        DRY_RUN,
                        ConfigDef.Type.BOOLEAN,
                        false,
                        Importance.HIGH,
                        "Whether to choose jobs only, and publish nothing.");
    }

    /** The only domain to dispatch; null for all. */
    public @Nullable String domain() {
        return emptyToNull(getString(DOMAIN));
    }

    /** The policy to follow; null for the active one. */
    public @Nullable String policy() {
        return emptyToNull(getString(POLICY));
    }

    public String name() {
        return getString(NAME);
    }

    public HeadRule headRule() {
        return getString(HEAD).equals(HEAD_BLOCKS) ? HeadRule.BLOCKS : HeadRule.IS_PASSED_OVER;
    }

    public long cycleMillis() {
        return getLong(CYCLE);
    }

    public boolean isDryRun() {
        return getBoolean(DRY_RUN);
    }

    /** Settings of the consumer; {@code kafka.*} may override all that the order does not depend on. */
    Map<String, Object> consumer() {
        Map<String, Object> settings = clients();
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        return settings;
    }

    /** Settings of the producer; {@code kafka.*} may override all but those against loss and duplicates. */
    Map<String, Object> producer() {
        Map<String, Object> settings = clients();
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.PARTITIONER_CLASS_CONFIG, DomainPartitioner.class.getName());
        settings.put(DomainPartitioner.PINS_CONFIG, getString(DOMAIN_PINS));
        return settings;
    }

    private Map<String, Object> clients() {
        Map<String, Object> settings = new HashMap<>();
        settings.put("client.id", name());
        settings.putAll(kafka());
        settings.put(BOOTSTRAP_SERVERS, getString(BOOTSTRAP_SERVERS));
        return settings;
    }

    private static @Nullable String emptyToNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
