package io.fairway.app.runtime;

import io.fairway.api.access.AccessConfig;
import io.fairway.api.http.Address;
import io.fairway.engine.EngineSettings;
import io.fairway.schemas.ProgramConfig;
import io.fairway.schemas.Settings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of the application. A key that is not listed here is an error, except under {@code kafka.} (passed to
 * Kafka Streams and its clients without that prefix) and the keys of Confluent's serializers (passed to them as they
 * are). {@code docs/configuration.md} is made from this definition.
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
    public static final String STATE_DIR = "state.dir";
    public static final String THREADS = "threads";
    public static final String PROCESSING_GUARANTEE = "processing.guarantee";
    public static final String COMMIT_INTERVAL = "commit.interval.ms";
    public static final String INSTANCE_ID = "instance.id";
    public static final String STANDBY_REPLICAS = "standby.replicas";
    public static final String HTTP_LISTEN = "http.listen";
    public static final String HTTP_ADVERTISED = "http.advertised";
    public static final String HTTP_STANDBY_MOST_LAG = "http.standby.most.lag";
    public static final String METRICS_TOP_USERS = "metrics.top.users";
    public static final String LOG_FORMAT = "log.format";

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
    }

    /** Every key, with its default and what it means. */
    public static ConfigDef definition() {
        return AccessConfig.define(commonDefinition())
                .define(
                        APPLICATION_ID,
                        ConfigDef.Type.STRING,
                        "fairway",
                        Importance.HIGH,
                        "Name of this installation: consumer group, and prefix of its own topics. A rebuild has a new one.")
                .define(
                        TOPIC_REPLICATION,
                        ConfigDef.Type.SHORT,
                        (short) -1,
                        ConfigDef.Range.between(-1, 32),
                        Importance.MEDIUM,
                        "Replicas of the application's own topics; -1 = as the brokers say.")
                .define(
                        MODE,
                        ConfigDef.Type.STRING,
                        "live",
                        ValidString.in("live", "replay"),
                        Importance.MEDIUM,
                        "live: the wall clock drives evaluation. replay: the time in the events does, and no event is too old or too new.")
                .define(
                        REPLAY_AT,
                        ConfigDef.Type.LONG,
                        Long.MAX_VALUE,
                        Importance.LOW,
                        "replay: facts later than this instant (epoch milliseconds) are not applied.")
                .define(
                        EVALUATION_INTERVAL,
                        ConfigDef.Type.LONG,
                        250L,
                        ConfigDef.Range.atLeast(10),
                        Importance.MEDIUM,
                        "How often fairshare is evaluated where something changed: of the wall clock when live, of event time in replay.")
                .define(
                        EVALUATION_IDLE_INTERVAL,
                        ConfigDef.Type.LONG,
                        10_000L,
                        ConfigDef.Range.atLeast(100),
                        Importance.LOW,
                        "How often fairshare is evaluated where nothing changed but time, when live.")
                .define(
                        HEARTBEAT_INTERVAL,
                        ConfigDef.Type.LONG,
                        1_000L,
                        ConfigDef.Range.atLeast(100),
                        Importance.LOW,
                        "Time between heartbeats of a domain, when live.")
                .define(
                        EMISSION_SLICE,
                        ConfigDef.Type.INT,
                        5_000,
                        ConfigDef.Range.atLeast(1),
                        Importance.LOW,
                        "Most fairshare records that are sent at a time; the rest follows a tenth of a second later.")
                .define(
                        TIME_SKEW,
                        ConfigDef.Type.LONG,
                        Duration.ofMinutes(2).toMillis(),
                        ConfigDef.Range.atLeast(0),
                        Importance.MEDIUM,
                        "How far the time of an event may lie ahead of its append to the topic; later ones are dead letters.")
                .define(
                        LEDGER_HORIZON,
                        ConfigDef.Type.LONG,
                        Duration.ofDays(7).toMillis(),
                        ConfigDef.Range.atLeast(60_000),
                        Importance.MEDIUM,
                        "How far the time of an event may lie behind its append to the topic, and how long an ended job is remembered.")
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
                        "exactly_once_v2, or at_least_once where the last events before a crash may be counted twice.")
                .define(
                        COMMIT_INTERVAL,
                        ConfigDef.Type.LONG,
                        100L,
                        ConfigDef.Range.atLeast(1),
                        Importance.MEDIUM,
                        "Time between commits: how long a result waits before others see it.")
                .define(
                        INSTANCE_ID,
                        ConfigDef.Type.STRING,
                        "",
                        Importance.MEDIUM,
                        "Name of this instance for static membership; empty = dynamic, and the group is left on stopping.")
                .define(
                        STANDBY_REPLICAS,
                        ConfigDef.Type.INT,
                        0,
                        ConfigDef.Range.atLeast(0),
                        Importance.MEDIUM,
                        "Copies of the state that other instances keep.")
                .define(
                        HTTP_LISTEN,
                        ConfigDef.Type.STRING,
                        "127.0.0.1:8090",
                        (key, value) -> check(key, value, Address::listen),
                        Importance.HIGH,
                        "Where questions are answered, host:port; off = nowhere.")
                .define(
                        HTTP_ADVERTISED,
                        ConfigDef.Type.STRING,
                        "",
                        (key, value) -> check(key, value, Address::advertised),
                        Importance.MEDIUM,
                        "How other instances reach this one's HTTP server, host:port; empty = as it listens.")
                .define(
                        HTTP_STANDBY_MOST_LAG,
                        ConfigDef.Type.LONG,
                        10_000L,
                        ConfigDef.Range.atLeast(0),
                        Importance.LOW,
                        "How many records a standby may be behind and still answer while the active instance is away; what it says is marked as stale.")
                .define(
                        METRICS_TOP_USERS,
                        ConfigDef.Type.INT,
                        20,
                        ConfigDef.Range.atLeast(0),
                        Importance.LOW,
                        "Of how many users there are metrics: those of each share tree with the most usage, under each policy.")
                .define(
                        LOG_FORMAT,
                        ConfigDef.Type.STRING,
                        "text",
                        ValidString.in("text", "json"),
                        Importance.LOW,
                        "Lines of the log: text for people, or json, an object each.");
    }

    /**
     * Who may ask over HTTP.
     *
     * @throws org.apache.kafka.common.config.ConfigException naming the keys, where they contradict each other
     */
    public AccessConfig access() {
        return AccessConfig.of(this);
    }

    /** How a line of the log looks. */
    LogFormat logFormat() {
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
                getLong(LEDGER_HORIZON));
    }

    /** Where questions are answered; null = nowhere. */
    public @Nullable Address listen() {
        return Address.listen(getString(HTTP_LISTEN));
    }

    /** How other instances reach this one's HTTP server; null = not at all. */
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
        Map<String, Object> settings = admin();
        kafka().forEach((key, value) -> {
            if (key.startsWith("consumer.")) {
                settings.put(key.substring("consumer.".length()), value);
            }
        });
        return settings;
    }

    /** Settings of Kafka Streams; {@code kafka.*} may override all but what results depend on. */
    public Map<String, Object> streams() {
        Map<String, Object> settings = new TreeMap<>();
        settings.put(StreamsConfig.consumerPrefix("session.timeout.ms"), 10_000);
        settings.put(StreamsConfig.consumerPrefix("heartbeat.interval.ms"), 3_000);
        // What every client can read: some know no other compression.
        settings.put(StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "gzip");
        settings.put(StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG), 1_048_576 + 65_536);
        settings.put(StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG), 3_000);
        settings.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), 20);
        settings.putAll(admin());
        settings.putAll(kafka());
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, getString(APPLICATION_ID));
        settings.put(StreamsConfig.STATE_DIR_CONFIG, getString(STATE_DIR));
        settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, getInt(THREADS));
        settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, getString(PROCESSING_GUARANTEE));
        settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, getLong(COMMIT_INTERVAL));
        settings.put(
                StreamsConfig.REPLICATION_FACTOR_CONFIG,
                getShort(TOPIC_REPLICATION).intValue());
        settings.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, getInt(STANDBY_REPLICAS));
        settings.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, 0L);
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

    /** Whether the group is left on stopping: not with static membership, which keeps the place. */
    public boolean leavesGroup() {
        return getString(INSTANCE_ID).isEmpty();
    }
}
