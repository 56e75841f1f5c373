package io.fairway.agent;

import io.fairway.agent.cgroup.CgroupPattern;
import io.fairway.agent.host.HostReport;
import io.fairway.agent.job.JobClient;
import io.fairway.agent.job.JobDesk.EventsFrom;
import io.fairway.agent.outbox.AgentOutbox;
import io.fairway.agent.record.AgentIdentity;
import io.fairway.agent.sample.SampleGrid;
import io.fairway.agent.sample.Sampler;
import io.fairway.avro.HostState;
import io.fairway.program.ProgramConfig;
import io.fairway.program.Settings;
import io.fairway.program.metrics.MetricsServer;
import io.fairway.schemas.DomainPartitioner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** The configuration of the agent. */
public final class AgentConfig extends ProgramConfig {
    public static final String CLUSTER = "cluster";
    public static final String DOMAIN = "domain";
    public static final String HOST = "host";
    public static final String HOST_REPORT = "host.report";
    public static final String HOST_SLOTS = "host.slots";
    public static final String HOST_GROUPS = "host.groups";
    public static final String HOST_STATE = "host.state";
    public static final String EVENTS = "events";
    public static final String PATTERNS = "patterns";
    public static final String INTERVAL = "interval.ms";
    public static final String CGROUP_ROOT = "cgroup.root";
    public static final String PROC_ROOT = "proc.root";
    public static final String NVIDIA_SMI = "nvidia.smi";
    public static final String STATE_DIR = "state.dir";
    public static final String SOCKET = "socket";
    public static final String SOCKET_PERMISSIONS = "socket.permissions";
    public static final String SPOOL_DIR = "spool.dir";
    public static final String SEGMENT_BYTES = "outbox.segment.bytes";
    public static final String SAMPLE_BYTES = "outbox.samples.bytes";
    public static final String RESERVE_BYTES = "outbox.reserve.bytes";
    public static final String SPREAD = "send.spread.percent";
    public static final String RATE = "send.samples.bytes.per.second";

    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

    /** An end of the agent may take so much longer. */
    private static final Duration HOST_PATIENCE = Duration.ofSeconds(3);

    /** Settings of the producer that the agent's promises rest on. */
    private static final Set<String> FIXED = Set.of(
            ProducerConfig.ACKS_CONFIG,
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
            ProducerConfig.PARTITIONER_CLASS_CONFIG,
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            DomainPartitioner.PINS_CONFIG);

    /**
     * Reads settings.
     *
     * @throws ConfigException for a bad setting; names place, key, value and rule
     */
    public AgentConfig(Settings settings) {
        super(definition(), settings);
        for (String key : new TreeSet<>(kafka().keySet())) {
            if (FIXED.contains(key)) {
                throw new ConfigException(settings.place("kafka." + key) + "kafka." + key + " (with value "
                        + kafka().get(key) + "): must not be set, because the agent's promises rest on its own");
            }
        }
    }

    /** Every key, with its default and meaning. */
    public static ConfigDef definition() {
        return outbox(places(host(commonDefinition()
                .define(
                        CLUSTER,
                        ConfigDef.Type.STRING,
                        ConfigDef.NO_DEFAULT_VALUE,
                        new ConfigDef.NonEmptyString(),
                        Importance.HIGH,
                        "Cluster of the jobs, as the scheduler's records have it.")
                .define(
                        DOMAIN,
                        ConfigDef.Type.STRING,
                        "",
                        Importance.HIGH,
                        "Domain of the jobs; empty = the name of the cluster.")
                .define(
                        HOST,
                        ConfigDef.Type.STRING,
                        "",
                        Importance.MEDIUM,
                        "Name of this host in its samples; empty = the kernel's. Two hosts must not have one name.")
                .define(
                        EVENTS,
                        ConfigDef.Type.STRING,
                        "told",
                        ValidString.in("told", "found", "none"),
                        Importance.HIGH,
                        "Whose starts and ends the agent reports: told = of jobs that prolog and epilog report; found = of those, and of each job whose control group comes and goes; none = it only samples.")
                .define(
                        PATTERNS,
                        ConfigDef.Type.LIST,
                        "slurm,pbs,lsf,systemd",
                        (key, value) -> check(key, value, text -> CgroupPattern.list(list(value))),
                        Importance.MEDIUM,
                        "Control groups of jobs: slurm, pbs, lsf, systemd, or paths below the root of a hierarchy such as site.slice/*/job-<job>.")
                .define(
                        INTERVAL,
                        ConfigDef.Type.LONG,
                        30_000L,
                        Range.between(1_000, 3_600_000),
                        Importance.MEDIUM,
                        "Distance of the points of the clock grid at which jobs are sampled."))));
    }

    private static ConfigDef host(ConfigDef definition) {
        return definition
                .define(
                        HOST_REPORT,
                        ConfigDef.Type.BOOLEAN,
                        false,
                        Importance.MEDIUM,
                        "Whether to write this host to the table of hosts: when the agent starts, when the host changes, and as down when the agent ends.")
                .define(
                        HOST_SLOTS,
                        ConfigDef.Type.LONG,
                        0L,
                        Range.between(0, 999_999_999),
                        Importance.LOW,
                        "Job slots of this host in that table; 0 = one for each processor that is online.")
                .define(
                        HOST_GROUPS,
                        ConfigDef.Type.LIST,
                        "",
                        Importance.LOW,
                        "Groups and partitions of this host in that table.")
                .define(
                        HOST_STATE,
                        ConfigDef.Type.STRING,
                        "open",
                        ValidString.in("open", "closed"),
                        Importance.LOW,
                        "State of this host in that table while the agent runs; closed = it takes no new jobs.");
    }

    private static ConfigDef places(ConfigDef definition) {
        return MetricsServer.define(
                definition
                        .define(
                                CGROUP_ROOT,
                                ConfigDef.Type.STRING,
                                "/sys/fs/cgroup",
                                Importance.LOW,
                                "Mount point of control groups.")
                        .define(PROC_ROOT, ConfigDef.Type.STRING, "/proc", Importance.LOW, "Mount point of proc.")
                        .define(
                                NVIDIA_SMI,
                                ConfigDef.Type.STRING,
                                "nvidia-smi",
                                Importance.LOW,
                                "Program that tells the load of GPUs; empty = none is asked. A host without it asks once.")
                        .define(
                                STATE_DIR,
                                ConfigDef.Type.STRING,
                                "/var/lib/fairway-agent",
                                Importance.HIGH,
                                "Directory of the outbox and of the known jobs. It must survive a restart of the host.")
                        .define(
                                SOCKET,
                                ConfigDef.Type.STRING,
                                JobClient.SOCKET,
                                Importance.MEDIUM,
                                "Unix socket for prolog and epilog.")
                        .define(
                                SOCKET_PERMISSIONS,
                                ConfigDef.Type.STRING,
                                "rw-------",
                                (key, value) -> check(key, value, PosixFilePermissions::fromString),
                                Importance.MEDIUM,
                                "Who may report jobs: permissions of the socket as ls prints them.")
                        .define(
                                SPOOL_DIR,
                                ConfigDef.Type.STRING,
                                JobClient.SPOOL,
                                Importance.MEDIUM,
                                "Directory in which prolog and epilog leave messages while the agent is away. It should be on another file system than state.dir."),
                "127.0.0.1:9818");
    }

    private static ConfigDef outbox(ConfigDef definition) {
        return definition
                .define(
                        SEGMENT_BYTES,
                        ConfigDef.Type.INT,
                        1 << 20,
                        Range.between(1 << 12, 1 << 26),
                        Importance.LOW,
                        "Size at which a file of the outbox is full and the next one begins.")
                .define(
                        SAMPLE_BYTES,
                        ConfigDef.Type.LONG,
                        256L << 20,
                        Range.atLeast(1 << 13),
                        Importance.MEDIUM,
                        "Most bytes of unsent samples; beyond it, the oldest file of samples is dropped. Events have no bound but the disk.")
                .define(
                        RESERVE_BYTES,
                        ConfigDef.Type.INT,
                        1 << 20,
                        Range.between(0, 1 << 26),
                        Importance.LOW,
                        "Bytes that the agent holds on the disk, to give them up for events when the disk is full.")
                .define(
                        SPREAD,
                        ConfigDef.Type.INT,
                        80,
                        Range.between(0, 100),
                        Importance.LOW,
                        "Part of the interval over which hosts are spread, by their names, when they send samples.")
                .define(
                        RATE,
                        ConfigDef.Type.LONG,
                        256L * 1024,
                        Range.atLeast(1_024),
                        Importance.LOW,
                        "Most bytes of samples a second, so that hosts do not flood brokers that come back. Events are not held up.");
    }

    private static List<String> list(Object value) {
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of(String.valueOf(value).split("\\s*,\\s*"));
    }

    /** What all records share. */
    public AgentIdentity identity() {
        String cluster = getString(CLUSTER);
        String domain = getString(DOMAIN);
        String host = getString(HOST);
        return new AgentIdentity(domain.isEmpty() ? cluster : domain, cluster, host.isEmpty() ? kernelHost() : host);
    }

    private static String kernelHost() {
        try {
            return Files.readString(HOST_NAME).strip();
        } catch (IOException e) {
            throw new ConfigException(HOST + ": must be set, because " + HOST_NAME + " cannot be read: " + e);
        }
    }

    /** What it says of its host; null = nothing. */
    public @Nullable HostReport report() {
        if (!getBoolean(HOST_REPORT)) {
            return null;
        }
        HostState state = HostState.valueOf(getString(HOST_STATE).toUpperCase(Locale.ROOT));
        return new HostReport(
                identity(),
                new HostReport.Settings(getLong(HOST_SLOTS), getList(HOST_GROUPS), state),
                Path.of(getString(PROC_ROOT)),
                HOST_PATIENCE);
    }

    /** Of which jobs it reports starts and ends. */
    public EventsFrom events() {
        return EventsFrom.valueOf(getString(EVENTS).toUpperCase(Locale.ROOT));
    }

    /** The control groups of jobs. */
    public List<CgroupPattern> patterns() {
        return CgroupPattern.list(getList(PATTERNS));
    }

    /** When it samples. */
    public SampleGrid grid() {
        return new SampleGrid(getLong(INTERVAL));
    }

    /** Where it looks. */
    public Sampler.Places places() {
        return new Sampler.Places(
                Path.of(getString(CGROUP_ROOT)), Path.of(getString(PROC_ROOT)), getString(NVIDIA_SMI));
    }

    /** The directory of its state. */
    public Path stateDirectory() {
        return Path.of(getString(STATE_DIR));
    }

    /** The socket for prolog and epilog. */
    public Path socket() {
        return Path.of(getString(SOCKET));
    }

    /** The directory for their messages while the agent is away. */
    public Path spoolDirectory() {
        return Path.of(getString(SPOOL_DIR));
    }

    /** The bounds of the outbox. */
    public AgentOutbox.Limits limits() {
        return new AgentOutbox.Limits(getInt(SEGMENT_BYTES), getLong(SAMPLE_BYTES), getInt(RESERVE_BYTES));
    }

    /** The settings of its producer: small, patient, and gentle to brokers that come back. */
    public Map<String, Object> producer() {
        Map<String, Object> settings = new HashMap<>();
        settings.put(
                ProducerConfig.CLIENT_ID_CONFIG, "fairway-agent-" + identity().host());
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 20);
        settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 4L << 20);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 15_000L);
        // A record that is given up could arrive all the same, and then once more.
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
        settings.put(ProducerConfig.RECONNECT_BACKOFF_MS_CONFIG, 500L);
        settings.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 30_000L);
        settings.put(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, 500L);
        settings.put(ProducerConfig.RETRY_BACKOFF_MAX_MS_CONFIG, 10_000L);
        settings.put(ProducerConfig.METRIC_REPORTER_CLASSES_CONFIG, List.of());
        settings.put(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        settings.putAll(kafka());
        settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, getString(BOOTSTRAP_SERVERS));
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.PARTITIONER_CLASS_CONFIG, DomainPartitioner.class.getName());
        settings.put(DomainPartitioner.PINS_CONFIG, getString(DOMAIN_PINS));
        return settings;
    }
}
