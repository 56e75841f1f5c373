package io.fairway.dispatcher.config;

import io.fairway.program.ProgramConfig;
import io.fairway.program.Settings;
import io.fairway.program.metrics.MetricsServer;
import io.fairway.schemas.DomainPartitioner;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigException;
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
    public static final String STALE = "stale.after.ms";
    public static final String LEAD_SESSION = "lead.session.ms";
    public static final String SNAPSHOT = "snapshot.interval.ms";
    public static final String BYPASSED = "bypassed.max";

    /** The default of {@link #BYPASSED}. */
    public static final int MAX_BYPASSED = 1_000;

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
        return MetricsServer.define(commonDefinition(), "off")
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
                        "Whether to choose jobs only, and publish nothing.")
                .define(
                        STALE,
                        ConfigDef.Type.LONG,
                        0L,
                        (key, value) -> {
                            if (value instanceof Long millis && millis != 0 && millis < 5_000) {
                                throw new ConfigException(key, value, "must be 0 (any is taken) or 5000 or more");
                            }
                        },
                        Importance.MEDIUM,
                        "Greatest age of a ranking, and of what silent sources of a cluster know, by which anything is done;"
                                + " 0 = any. With --to slurm 60000 by default.")
                .define(
                        LEAD_SESSION,
                        ConfigDef.Type.INT,
                        6_000,
                        Range.between(1_000, 300_000),
                        Importance.MEDIUM,
                        "Silence after which a leading dispatcher counts as dead, and a standby takes over. A broker refuses less than its group.min.session.timeout.ms (6 s by default).")
                .define(
                        SNAPSHOT,
                        ConfigDef.Type.LONG,
                        30_000L,
                        Range.atLeast(100),
                        Importance.LOW,
                        "Time between two writes of what is known of the jobs. A restart reads the job events since the last one.")
                .define(
                        BYPASSED,
                        ConfigDef.Type.INT,
                        MAX_BYPASSED,
                        Range.between(0, 10_000),
                        Importance.LOW,
                        "Jobs of a cycle, the first in the order, of which it tells that others overtook them (BYPASSED). It tells so only where a policy of the domain has BYPASSWEIGHT. 0 = none.");
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

    /** The greatest age of a ranking by which anything is done; zero = any. */
    public Duration staleAfter() {
        return Duration.ofMillis(getLong(STALE));
    }

    /** Silence after which a leader counts as dead, in milliseconds. */
    public int leadSessionMillis() {
        return getInt(LEAD_SESSION);
    }

    /** Jobs of a cycle of which it tells that others overtook them. */
    public int mostBypassed() {
        return getInt(BYPASSED);
    }

    public long snapshotMillis() {
        return getLong(SNAPSHOT);
    }

    /** Its name, with host and process: several may have the same name. */
    public String fullName() {
        ProcessHandle self = ProcessHandle.current();
        return name() + " (process " + self.pid() + " on " + host() + ")";
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "an unknown host";
        }
    }

    /** The group of the dispatchers that would start the same jobs: those of one domain, or of all. */
    String groupId() {
        String domain = domain();
        return getString(TOPIC_PREFIX) + "dispatch" + (domain == null ? "" : "." + domain);
    }

    /**
     * Settings of the consumer that takes part in the group, and reads nothing. Who leads the group is its assignor's to say.
     */
    public Map<String, Object> group() {
        Map<String, Object> settings = consumer();
        settings.merge("client.id", "-lead", (name, more) -> name + "" + more);
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, groupId());
        settings.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, leadSessionMillis());
        settings.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, leadSessionMillis() / 6);
        settings.put(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, 10 * leadSessionMillis());
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 2 * leadSessionMillis());
        settings.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, leadSessionMillis());
        // Ends behind open transactions too.
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
        return settings;
    }

    /**
     * Settings of the producer that alone writes the starts of a domain. What is stuck for long counts as dead anyway.
     */
    public Map<String, Object> fencedProducer(String domain) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, 2 * leadSessionMillis());
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 2L * leadSessionMillis());
        settings.putAll(producer());
        settings.merge("client.id", "-" + domain, (name, more) -> name + "" + more);
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, getString(TOPIC_PREFIX) + "dispatch." + domain);
        return settings;
    }

    /** Settings of the consumer; {@code kafka.*} may override all that the order does not depend on. */
    public Map<String, Object> consumer() {
        Map<String, Object> settings = clients();
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        return settings;
    }

    /** Settings of the producer; {@code kafka.*} may override all but those against loss and duplicates. */
    public Map<String, Object> producer() {
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
