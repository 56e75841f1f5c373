package io.fairway.program;

import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.KnownSchemas;
import io.fairway.schemas.NamedClusters;
import io.fairway.schemas.Topics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.common.config.SslConfigs;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a program that reads or writes the topics: the common settings, and the refusal of bad ones. A
 * key outside the definition is an error, except under {@code kafka.} (passed to the Kafka clients without that prefix)
 * and the keys of Confluent's serializers (passed to them unchanged).
 */
public abstract class ProgramConfig extends AbstractConfig {
    public static final String BOOTSTRAP_SERVERS = "bootstrap.servers";
    public static final String SCHEMA_REGISTRY_URL = "schema.registry.url";
    public static final String TOPIC_PREFIX = "topic.prefix";
    public static final String TOPICS_CLUSTERS = "topics.clusters";
    public static final String DOMAIN_PINS = "domain.pins";

    private static final String KAFKA = "kafka.";
    private static final Pattern SECRET =
            Pattern.compile("(?i)password|secret|jaas|token|user\\.info|credential|keystore\\.key");

    /** The factory's name before 0.1.0, which files of users may have. Kafka would only say that there is no such class. */
    private static final String FORMER_SSL_FACTORY = "io.fairway.schemas." + "ReloadingSslEngineFactory";

    private final Map<String, String> passedOn;

    /**
     * Checks settings against a definition.
     *
     * @throws ConfigException for every unknown, missing or invalid setting; names place, key, value and rule
     */
    protected ProgramConfig(ConfigDef definition, Settings settings) {
        super(definition, checked(definition, settings), false);
        passedOn = new TreeMap<>(settings.values());
        passedOn.keySet().removeAll(definition.names());
    }

    /** The keys of every program; a program adds its own. */
    protected static ConfigDef commonDefinition() {
        return new ConfigDef()
                .define(
                        BOOTSTRAP_SERVERS,
                        ConfigDef.Type.STRING,
                        Importance.HIGH,
                        "Brokers to connect to first, host:port separated by commas.")
                .define(
                        SCHEMA_REGISTRY_URL,
                        ConfigDef.Type.STRING,
                        Importance.HIGH,
                        "Schema registry. Every other key of Confluent's serializers (basic.auth.*, schema.registry.*, auto.register.schemas ...) is passed to them unchanged.")
                .define(
                        TOPIC_PREFIX,
                        ConfigDef.Type.STRING,
                        Topics.STANDARD_PREFIX,
                        (key, value) -> check(key, value, Topics::withPrefix),
                        Importance.MEDIUM,
                        "The beginning of every topic's name.")
                .define(
                        TOPICS_CLUSTERS,
                        ConfigDef.Type.STRING,
                        "",
                        (key, value) -> check(key, value, NamedClusters::parse),
                        Importance.MEDIUM,
                        "Clusters with topics of their own for job events and samples, separated by commas. A cluster"
                                + " whose events came on the common topics before has the instant of the change:"
                                + " alps=2026-12-01T00:00:00Z. All programs must have the same list.")
                .define(
                        DOMAIN_PINS,
                        ConfigDef.Type.STRING,
                        "",
                        (key, value) -> check(key, value, DomainPartitions::parse),
                        Importance.MEDIUM,
                        "Domains pinned to partitions, domain=partition separated by commas. All producers must have the same pins.");
    }

    public final Topics topics() {
        return Topics.of(getString(TOPIC_PREFIX), NamedClusters.parse(getString(TOPICS_CLUSTERS)));
    }

    public final DomainPartitions partitions() {
        return DomainPartitions.parse(getString(DOMAIN_PINS));
    }

    public final FairwaySerdes serdes() {
        return new FairwaySerdes(registrySettings());
    }

    /** Serdes of a program that keeps the schemas of its ids with its state. */
    public final FairwaySerdes keepingSerdes() {
        return new FairwaySerdes(registrySettings(), new KnownSchemas());
    }

    private Map<String, Object> registrySettings() {
        Map<String, Object> settings = new HashMap<>();
        passedOn.forEach((key, value) -> {
            if (FairwaySerdes.isSetting(key)) {
                settings.put(key, value);
            }
        });
        settings.put(SCHEMA_REGISTRY_URL, getString(SCHEMA_REGISTRY_URL));
        return settings;
    }

    /** The settings for Kafka's clients, without the prefix. Files of TLS that change are read again. */
    protected final Map<String, String> kafka() {
        Map<String, String> settings = new TreeMap<>();
        passedOn.forEach((key, value) -> {
            if (key.startsWith(KAFKA)) {
                settings.put(key.substring(KAFKA.length()), value);
            }
        });
        if (settings.getOrDefault(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, "")
                .toUpperCase(Locale.ROOT)
                .contains("SSL")) {
            settings.putIfAbsent(SslConfigs.SSL_ENGINE_FACTORY_CLASS_CONFIG, ReloadingSslEngineFactory.class.getName());
        }
        return settings;
    }

    /** Reads the text of a setting. */
    protected interface Rule {
        @Nullable
        Object read(String value);
    }

    /** A validator: refuses a value that the rule cannot read, with the rule's reason. */
    protected static void check(String key, @Nullable Object value, Rule rule) {
        try {
            var unused = rule.read(String.valueOf(value));
        } catch (IllegalArgumentException e) {
            throw new ConfigException(key, value, e.getMessage());
        }
    }

    private static Map<String, String> checked(ConfigDef definition, Settings settings) {
        Map<String, String> merged = new HashMap<>();
        List<String> problems = new ArrayList<>();
        settings.values().forEach((key, value) -> {
            if (definition.names().contains(key)) {
                merged.put(key, value);
            } else if (!key.startsWith(KAFKA) && !FairwaySerdes.isSetting(key)) {
                problems.add(settings.place(key) + "unknown key " + Settings.shown(key)
                        + (isSecret(key) ? "" : " (with value " + Settings.shown(value) + ")")
                        + suggestion(definition, key));
            }
        });
        String factory = KAFKA + SslConfigs.SSL_ENGINE_FACTORY_CLASS_CONFIG;
        if (FORMER_SSL_FACTORY.equals(settings.values().get(factory))) {
            problems.add(settings.place(factory) + factory + "=" + FORMER_SSL_FACTORY + ": the class is now "
                    + ReloadingSslEngineFactory.class.getName());
        }
        for (ConfigValue value : definition.validate(merged)) {
            // The first message gives the reason; those after it only follow from it.
            value.errorMessages().stream()
                    .findFirst()
                    .map(message -> withShown(message, merged.get(value.name())))
                    .ifPresent(message -> problems.add(settings.place(value.name()) + message));
        }
        if (problems.isEmpty()) {
            // Each may be right by itself, and a name too long with both.
            check(
                    TOPICS_CLUSTERS,
                    merged.getOrDefault(TOPICS_CLUSTERS, ""),
                    clusters -> Topics.of(
                            merged.getOrDefault(TOPIC_PREFIX, Topics.STANDARD_PREFIX), NamedClusters.parse(clusters)));
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(String.join("; ", problems));
        }
        return merged;
    }

    /** A message of Kafka's with the beginning of the value, which may be long, in place of the value. */
    private static String withShown(String message, @Nullable String value) {
        return value == null || value.isEmpty() ? message : message.replace(value, Settings.shown(value));
    }

    /** Whether the value of a key may be a secret: a message with it would be in logs and on terminals. */
    private static boolean isSecret(String key) {
        return SECRET.matcher(key).find();
    }

    private static String suggestion(ConfigDef definition, String key) {
        return definition.names().stream()
                .filter(name -> name.contains(key.toLowerCase(Locale.ROOT)) || key.contains(name))
                .findFirst()
                .map(nearest -> "; did you mean " + nearest + "?")
                .orElse("; must be one of " + String.join(", ", definition.names())
                        + ", a key of Kafka's clients prefixed by kafka., or a key of Confluent's serializers");
    }
}
