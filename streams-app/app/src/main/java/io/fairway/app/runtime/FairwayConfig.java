package io.fairway.app.runtime;

import io.fairway.access.AccessConfig;
import io.fairway.access.Address;
import io.fairway.app.memory.MemoryShare;
import io.fairway.app.metrics.CertificateFile;
import io.fairway.app.metrics.MetricsSettings;
import io.fairway.engine.EngineSettings;
import io.fairway.engine.UsageSettings;
import io.fairway.engine.task.CommitRequests;
import io.fairway.program.ProgramConfig;
import io.fairway.program.Settings;
import io.fairway.tracing.TracingSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of the application. An unknown key is an error. Keys under {@code kafka.} go to Kafka Streams and its
 * clients without that prefix. Keys of Confluent's serializers go to them unchanged. {@code docs/configuration.md} is generated
 * from this definition.
 */
public final class FairwayConfig extends ProgramConfig {
    public static final String APPLICATION_ID = "application.id";
    public static final String TOPIC_REPLICATION = "topic.replication";
    public static final String MODE = "mode";
    public static final String REPLAY_AT = "replay.at";
    public static final String EVALUATION_INTERVAL = "evaluation.interval.ms";
    public static final String EVALUATION_IDLE_INTERVAL = "evaluation.idle.interval.ms";
    public static final String HEARTBEAT_INTERVAL = "heartbeat.interval.ms";
    public static final String EMISSION_SLICE = "emission.slice";
    public static final String TIME_SKEW = "time.skew.ms";
    public static final String LEDGER_HORIZON = "ledger.horizon.ms";
    public static final String DOMAINS_MAX = "domains.max";
    public static final String STATE_DIR = "state.dir";
    public static final String THREADS = "threads";
    public static final String PROCESSING_GUARANTEE = "processing.guarantee";
    public static final String COMMIT_INTERVAL = "commit.interval.ms";
    public static final String INSTANCE_ID = "instance.id";
    public static final String STANDBY_REPLICAS = "standby.replicas";
    public static final String HTTP_LISTEN = "http.listen";
    public static final String HTTP_ADVERTISED = "http.advertised";
    public static final String HTTP_STANDBY_MOST_LAG = "http.standby.most.lag";
    public static final String LOG_FORMAT = "log.format";
    public static final String ROCKSDB_MEMORY = "rocksdb.memory.bytes";

    private static final String GLOBAL_HANDLER = "processing.exception.handler.global.enabled";

    public FairwayConfig(Map<String, String> settings) {
        this(Settings.of(settings));
    }

    /**
     * Reads settings.
     *
     * @throws org.apache.kafka.common.config.ConfigException naming place, key, value and rule
     */
    public FairwayConfig(Settings settings) {
        super(definition(), settings);
        String setter = StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG;
        if (getLong(ROCKSDB_MEMORY) != 0 && kafka().containsKey(setter)) {
            throw new ConfigException(
                    ROCKSDB_MEMORY,
                    getLong(ROCKSDB_MEMORY),
                    "with kafka." + setter + ", that class decides about RocksDB's memory. Leave out one of the two.");
        }
        Object protocol = kafka().get(StreamsConfig.GROUP_PROTOCOL_CONFIG);
        if (protocol != null && protocol.toString().equalsIgnoreCase("streams") && !leavesGroup()) {
            throw new ConfigException(
                    "kafka." + StreamsConfig.GROUP_PROTOCOL_CONFIG,
                    protocol,
                    "with " + INSTANCE_ID + "=" + getString(INSTANCE_ID) + " a restart after a kill would be fatal: the"
                            + " group's coordinator refuses the new member until the session of the old one ends."
                            + " Leave out one of the two.");
        }
    }

    /** Every key, with its default and what it means. */
    public static ConfigDef definition() {
        return MetricsSettings.define(TracingSettings.define(AccessConfig.define(commonDefinition())))
                .define(
                        APPLICATION_ID,
                        ConfigDef.Type.STRING,
                        "fairway",
                        Importance.HIGH,
                        "Name of this installation. It is the consumer group and the prefix of its own topics. A rebuild needs a new name.")
                .define(
                        TOPIC_REPLICATION,
                        ConfigDef.Type.SHORT,
                        (short) -1,
                        ConfigDef.Range.between(-1, 32),
                        Importance.MEDIUM,
                        "Replicas of the application's own topics. -1 = default of the brokers.")
                .define(
                        MODE,
                        ConfigDef.Type.STRING,
                        "live",
                        ValidString.in("live", "replay"),
                        Importance.MEDIUM,
                        "live: the wall clock drives evaluation. replay: the time in the events drives it, and no event is too old or too new.")
                .define(
                        REPLAY_AT,
                        ConfigDef.Type.LONG,
                        Long.MAX_VALUE,
                        Importance.LOW,
                        "In replay: ignore events later than this instant (epoch milliseconds).")
                .define(
                        EVALUATION_INTERVAL,
                        ConfigDef.Type.LONG,
                        250L,
                        ConfigDef.Range.atLeast(10),
                        Importance.MEDIUM,
                        "Time between evaluations of fairshare after a change: wall-clock time if live, event time in replay.")
                .define(
                        EVALUATION_IDLE_INTERVAL,
                        ConfigDef.Type.LONG,
                        10_000L,
                        ConfigDef.Range.atLeast(100),
                        Importance.LOW,
                        "Time between evaluations of fairshare without a change, if live.")
                .define(
                        HEARTBEAT_INTERVAL,
                        ConfigDef.Type.LONG,
                        1_000L,
                        ConfigDef.Range.atLeast(100),
                        Importance.LOW,
                        "The longest time between heartbeats of a domain, if live. One also goes out with new results.")
                .define(
                        EMISSION_SLICE,
                        ConfigDef.Type.INT,
                        5_000,
                        ConfigDef.Range.atLeast(1),
                        Importance.LOW,
                        "Most fairshare records to send at once. The rest follows 0.1 seconds later.")
                .define(
                        TIME_SKEW,
                        ConfigDef.Type.LONG,
                        Duration.ofMinutes(2).toMillis(),
                        ConfigDef.Range.atLeast(0),
                        Importance.MEDIUM,
                        "How far the time of an event may be ahead of its append to the topic. An event further ahead becomes a dead letter. Clocks of instances may be as far ahead of the brokers'.")
                .define(
                        LEDGER_HORIZON,
                        ConfigDef.Type.LONG,
                        Duration.ofDays(7).toMillis(),
                        ConfigDef.Range.atLeast(60_000),
                        Importance.MEDIUM,
                        "How far the time of an event may be behind its append to the topic. Fairway remembers ended jobs for twice as long.")
                .define(
                        DOMAINS_MAX,
                        ConfigDef.Type.INT,
                        1_000,
                        ConfigDef.Range.atLeast(1),
                        Importance.LOW,
                        "Most domains of a partition. Each has its state in memory, so a record of one more becomes a dead letter.")
                .define(
                        STATE_DIR,
                        ConfigDef.Type.STRING,
                        "fairway-state",
                        Importance.HIGH,
                        "Directory of the local state.")
                .define(
                        THREADS,
                        ConfigDef.Type.INT,
                        1,
                        ConfigDef.Range.atLeast(1),
                        Importance.MEDIUM,
                        "Stream threads.")
                .define(
                        PROCESSING_GUARANTEE,
                        ConfigDef.Type.STRING,
                        StreamsConfig.EXACTLY_ONCE_V2,
                        ValidString.in(StreamsConfig.EXACTLY_ONCE_V2, StreamsConfig.AT_LEAST_ONCE),
                        Importance.MEDIUM,
                        "exactly_once_v2 or at_least_once. With at_least_once, the last events before a crash may count twice, and all of them if the group's offsets are lost.")
                .define(
                        COMMIT_INTERVAL,
                        ConfigDef.Type.LONG,
                        100L,
                        ConfigDef.Range.between(1, 60_000),
                        Importance.MEDIUM,
                        "Time between commits. Other programs see a result after the next commit. A transaction may take 3 s, or twice as long as this if that is more.")
                .define(
                        INSTANCE_ID,
                        ConfigDef.Type.STRING,
                        "",
                        Importance.MEDIUM,
                        "Name of this instance for static membership. Empty = dynamic membership: the instance leaves the group when it stops.")
                .define(
                        STANDBY_REPLICAS,
                        ConfigDef.Type.INT,
                        0,
                        ConfigDef.Range.atLeast(0),
                        Importance.MEDIUM,
                        "Number of copies of the state on other instances.")
                .define(
                        HTTP_LISTEN,
                        ConfigDef.Type.STRING,
                        "127.0.0.1:8090",
                        (key, value) -> check(key, value, Address::listen),
                        Importance.HIGH,
                        "Address of the HTTP API and the page, host:port. off = no HTTP.")
                .define(
                        HTTP_ADVERTISED,
                        ConfigDef.Type.STRING,
                        "",
                        (key, value) -> check(key, value, Address::advertised),
                        Importance.MEDIUM,
                        "Address at which other instances reach this one's HTTP server, host:port. Empty = http.listen.")
                .define(
                        HTTP_STANDBY_MOST_LAG,
                        ConfigDef.Type.LONG,
                        10_000L,
                        ConfigDef.Range.atLeast(0),
                        Importance.LOW,
                        "How many records behind a standby may be and still answer while the active instance is away. Its answers are marked as stale.")
                .define(
                        ROCKSDB_MEMORY,
                        ConfigDef.Type.LONG,
                        0L,
                        FairwayConfig::checkMemory,
                        Importance.MEDIUM,
                        "Memory of RocksDB, beside the heap, for all stores of the instance together. 0 = half of what the heap leaves of the container's or the machine's memory, from 64 MiB to 1 GiB.")
                .define(
                        LOG_FORMAT,
                        ConfigDef.Type.STRING,
                        "text",
                        ValidString.in("text", "json"),
                        Importance.LOW,
                        "Format of log lines: text, or json (an object on each line).");
    }

    /**
     * Access control of the HTTP API.
     *
     * @throws org.apache.kafka.common.config.ConfigException naming the keys, if they contradict each other
     */
    public AccessConfig access() {
        return AccessConfig.of(this);
    }

    /** The traces of questions and events. */
    public TracingSettings tracing() {
        return TracingSettings.of(this);
    }

    /** Which metrics there are. */
    public MetricsSettings metrics() {
        return MetricsSettings.of(this);
    }

    /** The file with the certificate that the application shows to the brokers; null = none. */
    public @Nullable CertificateFile brokersCertificate() {
        Map<String, String> kafka = kafka();
        String file = kafka.getOrDefault(SslConfigs.SSL_KEYSTORE_LOCATION_CONFIG, "");
        return file.isEmpty()
                ? null
                : new CertificateFile(
                        "kafka." + SslConfigs.SSL_KEYSTORE_LOCATION_CONFIG,
                        Path.of(file),
                        () -> kafka.getOrDefault(SslConfigs.SSL_KEYSTORE_PASSWORD_CONFIG, ""));
    }

    /** The format of log lines. */
    public LogFormat logFormat() {
        return LogFormat.valueOf(getString(LOG_FORMAT).toUpperCase(Locale.ROOT));
    }

    public EngineSettings engine() {
        return new EngineSettings(
                getString(MODE).equals("replay"),
                getLong(REPLAY_AT),
                getLong(EVALUATION_INTERVAL),
                getLong(EVALUATION_IDLE_INTERVAL),
                getLong(HEARTBEAT_INTERVAL),
                getInt(EMISSION_SLICE),
                getLong(TIME_SKEW),
                getLong(LEDGER_HORIZON),
                getInt(DOMAINS_MAX));
    }

    /** The settings that make usage. All instances must agree on them, so they are kept with the state. */
    public UsageSettings usageSettings() {
        return new UsageSettings(
                Map.of(
                        MODE, getString(MODE),
                        LEDGER_HORIZON, getLong(LEDGER_HORIZON).toString(),
                        TIME_SKEW, getLong(TIME_SKEW).toString(),
                        PROCESSING_GUARANTEE, getString(PROCESSING_GUARANTEE),
                        DOMAIN_PINS, new TreeMap<>(partitions().pins()).toString(),
                        TOPICS_CLUSTERS, topics().clusters().toString()),
                false);
    }

    private static void checkMemory(String key, Object value) {
        long bytes = (Long) value;
        if (bytes != 0 && bytes < MemoryShare.LEAST) {
            throw new ConfigException(key, value, "must be 0, or " + MemoryShare.LEAST + " or more");
        }
    }

    /** Memory of RocksDB for all stores of the instance together, bytes. */
    public long rocksDbMemory() {
        long bytes = getLong(ROCKSDB_MEMORY);
        return bytes == 0 ? MemoryShare.here() : bytes;
    }

    /** The address of the HTTP API; null = none. */
    public @Nullable Address listen() {
        return Address.listen(getString(HTTP_LISTEN));
    }

    /** The address at which other instances reach this one's HTTP server; null = none. */
    public @Nullable Address advertised() {
        Address advertised = Address.advertised(getString(HTTP_ADVERTISED));
        return advertised == null ? listen() : advertised;
    }

    /** Settings of an admin client. */
    public Map<String, Object> admin() {
        Map<String, Object> settings = new HashMap<>();
        settings.put(BOOTSTRAP_SERVERS, getString(BOOTSTRAP_SERVERS));
        kafka().forEach((key, value) -> {
            if (!key.startsWith("producer.") && !key.startsWith("consumer.")) {
                settings.put(key, value);
            }
        });
        return settings;
    }

    /** Settings of a consumer of its own, without serializers. */
    public Map<String, Object> consumer() {
        return client("consumer.");
    }

    /** Settings of a producer of its own, without serializers. */
    public Map<String, Object> producer() {
        return client("producer.");
    }

    private Map<String, Object> client(String kind) {
        Map<String, Object> settings = admin();
        kafka().forEach((key, value) -> {
            if (key.startsWith(kind)) {
                settings.put(key.substring(kind.length()), value);
            }
        });
        return settings;
    }

    /** Where the tasks of this application have their stores. */
    Path stateDirectory() {
        return Path.of(getString(STATE_DIR), getString(APPLICATION_ID));
    }

    /** Settings of Kafka Streams. {@code kafka.*} may override all settings that results do not depend on. */
    public Map<String, Object> streams() {
        Map<String, Object> settings = new TreeMap<>();
        long commit = CommitRequests.ofStreams(getLong(COMMIT_INTERVAL));
        settings.put(StreamsConfig.consumerPrefix("session.timeout.ms"), 10_000);
        settings.put(StreamsConfig.consumerPrefix("heartbeat.interval.ms"), 3_000);
        // The cheapest. The broker packs the topics that others read anew, see Topic.settings().
        settings.put(StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "lz4");
        settings.put(StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG), 1_048_576 + 65_536);
        settings.put(StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG), (int)
                Math.max(3_000, 2 * commit));
        settings.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), 20);
        settings.put(StreamsConfig.STATE_CLEANUP_DIR_MAX_AGE_MS_CONFIG, StoresOnDisk.MAX_AGE.toMillis());
        settings.putAll(admin());
        settings.putAll(kafka());
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, getString(APPLICATION_ID));
        settings.put(StreamsConfig.STATE_DIR_CONFIG, getString(STATE_DIR));
        settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, getInt(THREADS));
        settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, getString(PROCESSING_GUARANTEE));
        settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, commit);
        settings.put(
                StreamsConfig.REPLICATION_FACTOR_CONFIG,
                getShort(TOPIC_REPLICATION).intValue());
        settings.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, getInt(STANDBY_REPLICAS));
        settings.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, 0L);
        // There is no global store; Kafka 4.4 warns at each start while this is not said, and its constant is
        // deprecated.
        settings.put(GLOBAL_HANDLER, true);
        // The assignor reads it from the settings of its consumer, where Kafka Streams does not put it, and warns.
        settings.put(StreamsConfig.mainConsumerPrefix(GLOBAL_HANDLER), true);
        settings.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        settings.put(StreamsConfig.topicPrefix(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG), "LogAppendTime");
        Address advertised = advertised();
        if (advertised != null) {
            settings.put(StreamsConfig.APPLICATION_SERVER_CONFIG, advertised.toString());
        }
        if (!getString(INSTANCE_ID).isEmpty()) {
            settings.put(StreamsConfig.consumerPrefix("group.instance.id"), getString(INSTANCE_ID));
        }
        return settings;
    }

    /** Whether the instance leaves the group when it stops. With static membership, it keeps its place. */
    public boolean leavesGroup() {
        return getString(INSTANCE_ID).isEmpty();
    }
}
