package io.fairway.dispatcher;

import io.fairway.schemas.DomainPartitioner;
import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Topics;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a dispatcher. A key that is not listed here is an error, except under {@code kafka.} (passed to the
 * Kafka clients without that prefix) and {@code schema.registry.} (passed to Confluent's serializers as it is).
 */
public final class DispatcherConfig extends AbstractConfig {
    public static final String BOOTSTRAP_SERVERS = "bootstrap.servers";
    public static final String SCHEMA_REGISTRY_URL = "schema.registry.url";
    public static final String TOPIC_PREFIX = "topic.prefix";
    public static final String DOMAIN_PINS = "domain.pins";
    public static final String DOMAIN = "domain";
    public static final String POLICY = "policy";
    public static final String NAME = "dispatcher.name";
    public static final String HEAD = "head";
    public static final String CYCLE = "cycle.ms";
    public static final String DRY_RUN = "dry.run";

    private static final String KAFKA = "kafka.";
    private static final String REGISTRY = "schema.registry.";
    private static final String HEAD_BLOCKS = "blocks";
    private static final String HEAD_PASSED_OVER = "passed-over";

    private final Map<String, String> passedOn = new TreeMap<>();

    /**
     * Reads settings.
     *
     * @throws ConfigException naming key, value and rule, if a setting is unknown, missing or out of range
     * @throws IllegalArgumentException if the topics' prefix or the domain pins are malformed
     */
    public DispatcherConfig(Map<String, String> settings) {
        super(definition(), known(settings), false);
        settings.forEach((key, value) -> {
            if (!definition().names().contains(key)) {
                passedOn.put(key, value);
            }
        });
        topics();
        partitions();
    }

    /** Every key, with its default and what it means. */
    public static ConfigDef definition() {
        return new ConfigDef()
                .define(
                        BOOTSTRAP_SERVERS,
                        ConfigDef.Type.STRING,
                        Importance.HIGH,
                        "Brokers to begin with, host:port separated by commas.")
                .define(
                        SCHEMA_REGISTRY_URL,
                        ConfigDef.Type.STRING,
                        Importance.HIGH,
                        "Schema registry. Other schema.registry.* keys are passed to Confluent's serializers as they are.")
                .define(
                        TOPIC_PREFIX,
                        ConfigDef.Type.STRING,
                        Topics.STANDARD_PREFIX,
                        Importance.MEDIUM,
                        "What every topic's name begins with.")
                .define(
                        DOMAIN_PINS,
                        ConfigDef.Type.STRING,
                        "",
                        Importance.MEDIUM,
                        "Domains that are put on a partition by hand, domain=partition separated by commas. All producers"
                                + " must have the same.")
                .define(
                        DOMAIN,
                        ConfigDef.Type.STRING,
                        "",
                        Importance.HIGH,
                        "The one domain whose jobs are dispatched; empty = all, each by its own queue.")
                .define(
                        POLICY,
                        ConfigDef.Type.STRING,
                        "",
                        Importance.MEDIUM,
                        "The policy whose order is followed; empty = the active one of each domain.")
                .define(
                        NAME,
                        ConfigDef.Type.STRING,
                        "fairway-dispatch",
                        new ConfigDef.NonEmptyString(),
                        Importance.LOW,
                        "Who dispatches, as the dispatch records say.")
                .define(
                        HEAD,
                        ConfigDef.Type.STRING,
                        HEAD_BLOCKS,
                        ValidString.in(HEAD_BLOCKS, HEAD_PASSED_OVER),
                        Importance.MEDIUM,
                        "What becomes of the queue when its first job does not fit: it blocks its cluster, or it is passed"
                                + " over for the next one that fits.")
                .define(
                        CYCLE,
                        ConfigDef.Type.LONG,
                        500L,
                        Range.atLeast(1),
                        Importance.MEDIUM,
                        "Time between dispatch cycles; each one puts the queue in order anew.")
                .define(
                        DRY_RUN,
                        ConfigDef.Type.BOOLEAN,
                        false,
                        Importance.HIGH,
                        "Whether nothing is published: jobs are chosen, and that is all.");
    }

    public Topics topics() {
        return Topics.withPrefix(getString(TOPIC_PREFIX));
    }

    public DomainPartitions partitions() {
        return DomainPartitions.parse(getString(DOMAIN_PINS));
    }

    /** The one domain, or null for all. */
    public @Nullable String domain() {
        return emptyToNull(getString(DOMAIN));
    }

    /** The policy to follow, or null for the active one. */
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

    public FairwaySerdes serdes() {
        Map<String, Object> settings = new HashMap<>();
        passedOn.forEach((key, value) -> {
            if (key.startsWith(REGISTRY)) {
                settings.put(key, value);
            }
        });
        settings.put(SCHEMA_REGISTRY_URL, getString(SCHEMA_REGISTRY_URL));
        return new FairwaySerdes(settings);
    }

    /** Settings of the consumer; {@code kafka.*} may override all but what the order depends on. */
    Map<String, Object> consumer() {
        Map<String, Object> settings = clients();
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        return settings;
    }

    /** Settings of the producer; {@code kafka.*} may override all but what nothing may be lost or doubled by. */
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
        passedOn.forEach((key, value) -> {
            if (key.startsWith(KAFKA)) {
                settings.put(key.substring(KAFKA.length()), value);
            }
        });
        settings.put(BOOTSTRAP_SERVERS, getString(BOOTSTRAP_SERVERS));
        return settings;
    }

    private static Map<String, String> known(Map<String, String> settings) {
        Map<String, String> known = new HashMap<>();
        settings.forEach((key, value) -> {
            if (definition().names().contains(key)) {
                known.put(key, value);
            } else if (!key.startsWith(KAFKA) && !key.startsWith(REGISTRY)) {
                throw new ConfigException(
                        key,
                        value,
                        "unknown key; a dispatcher's are "
                                + String.join(", ", definition().names())
                                + "; those of Kafka's clients begin with kafka., those of the serializers with"
                                + " schema.registry.");
            }
        });
        return known;
    }

    private static @Nullable String emptyToNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
