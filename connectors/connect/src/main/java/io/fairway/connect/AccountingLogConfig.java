package io.fairway.connect;

import io.fairway.connect.files.LogFiles;
import io.fairway.readers.TraceFormat;
import io.fairway.readers.line.TraceOptions;
import io.fairway.readers.line.TraceOptions.AccountBy;
import io.fairway.readers.line.TraceOptions.ClusterBy;
import io.fairway.readers.line.TraceOptions.HetJobs;
import io.fairway.readers.line.TraceOptions.Scope;
import io.fairway.schemas.NamedClusters;
import io.fairway.schemas.Topic;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** The settings of {@link AccountingLogSourceConnector}. */
final class AccountingLogConfig extends AbstractConfig {
    static final String FILE_PATHS = "file.paths";
    static final String FORMAT = "format";
    static final String CLUSTER = "cluster";
    static final String CLUSTER_BY = "cluster.by";
    static final String ACCOUNT_BY = "account.by";
    static final String DOMAIN = "domain";
    static final String DEFAULT_ACCOUNT = "default.account";
    static final String HET_JOBS = "het.jobs";
    static final String TIME_ZONE = "time.zone";
    static final String SCOPE = "scope";
    static final String BAD_RECORDS_TOPIC = "bad.records.topic";
    static final String LINE_MAX_BYTES = "line.max.bytes";
    static final String LOGS_MAX = "logs.max";
    static final String BATCH_LINES = "batch.lines";
    static final String TOPICS_CLUSTERS = "topics.clusters";
    static final String POLL_INTERVAL = "poll.interval.ms";
    static final String HEARTBEAT_INTERVAL = "heartbeat.interval.ms";

    /** A record that the broker takes has not much more text than its line. */
    private static final int LONGEST_LINE = Topic.MAX_MESSAGE_BYTES / 2;

    AccountingLogConfig(Map<String, String> settings) {
        super(definition(), checked(settings), false);
        options();
        if (getLong(HEARTBEAT_INTERVAL) > 0
                && (getString(CLUSTER).isEmpty() || options().clusterBy() != ClusterBy.TRACE)) {
            throw new ConfigException(
                    HEARTBEAT_INTERVAL,
                    getLong(HEARTBEAT_INTERVAL),
                    "needs the one cluster of all jobs (" + CLUSTER + ", and " + CLUSTER_BY + " trace)");
        }
    }

    static ConfigDef definition() {
        ConfigDef definition = new ConfigDef()
                .define(
                        FILE_PATHS,
                        ConfigDef.Type.LIST,
                        ConfigDef.NO_DEFAULT_VALUE,
                        ConfigDef.LambdaValidator.with(
                                (key, value) -> ((List<?>) value)
                                        .forEach(path -> Rules.check(key, path, () -> LogFiles.of(path.toString()))),
                                () -> "absolute paths with * and ?"),
                        Importance.HIGH,
                        "Logs to follow: absolute paths separated by commas, with *, ?, [...] and {...}. They must also match"
                                + " the names of rotated files, as in /var/log/slurm/jobcomp.log*. One task reads each path.")
                .define(
                        FORMAT,
                        ConfigDef.Type.STRING,
                        ConfigDef.NO_DEFAULT_VALUE,
                        rule(value -> TraceFormat.of(value), "a format of fairway replay"),
                        Importance.HIGH,
                        "Format of the logs, by the names of fairway replay --format, such as sacct, lsb.acct, pbs, sge or"
                                + " jobcomp.filetxt.")
                .define(
                        CLUSTER,
                        ConfigDef.Type.STRING,
                        "",
                        Importance.HIGH,
                        "Cluster of the jobs; empty = each record must name its own.")
                .define(
                        CLUSTER_BY,
                        ConfigDef.Type.STRING,
                        "",
                        rule(AccountingLogConfig::clusterBy, "trace, record, partition or empty"),
                        Importance.MEDIUM,
                        "trace: all jobs are of the cluster, which is the default if there is one; record: of the one that"
                                + " their record names; partition: of one for each partition (SWF).")
                .define(
                        ACCOUNT_BY,
                        ConfigDef.Type.STRING,
                        "",
                        rule(AccountingLogConfig::accountBy, "department or empty"),
                        Importance.LOW,
                        "department: the account of a job is its department (Grid Engine); empty = the account that the"
                                + " format has.")
                .define(
                        DOMAIN,
                        ConfigDef.Type.STRING,
                        "",
                        Importance.MEDIUM,
                        "Domain of the jobs; empty = their cluster.")
                .define(
                        DEFAULT_ACCOUNT,
                        ConfigDef.Type.STRING,
                        "",
                        Importance.MEDIUM,
                        "Account of jobs whose record names none; empty = their group.")
                .define(HET_JOBS, ConfigDef.Type.STRING, HetJobs.ALLOCATED.id(), Importance.LOW, HetJobs.MEANING)
                .define(
                        TIME_ZONE,
                        ConfigDef.Type.STRING,
                        "UTC",
                        rule(ZoneId::of, "a time zone such as Europe/Zurich"),
                        Importance.HIGH,
                        "Zone of times that are written without one. Slurm writes local times: set it.")
                .define(
                        SCOPE,
                        ConfigDef.Type.STRING,
                        "live",
                        rule(AccountingLogConfig::scope, "live or history"),
                        Importance.LOW,
                        "live: also jobs that wait or run; history: only runs that ended.")
                .define(
                        BAD_RECORDS_TOPIC,
                        ConfigDef.Type.STRING,
                        "",
                        Importance.MEDIUM,
                        "Topic for lines that break the format, with file, line, value and rule; empty = the worker's log"
                                + " alone. The topic must exist, or the worker must be allowed to create it.")
                .define(
                        LINE_MAX_BYTES,
                        ConfigDef.Type.INT,
                        LONGEST_LINE,
                        Range.between(1024, LONGEST_LINE),
                        Importance.LOW,
                        "Longest line. A longer one is a bad line.")
                .define(
                        LOGS_MAX,
                        ConfigDef.Type.INT,
                        256,
                        Range.between(1, 10_000),
                        Importance.LOW,
                        "Most files that one path may match. Those that are gone make room.")
                .define(
                        BATCH_LINES,
                        ConfigDef.Type.INT,
                        2_000,
                        Range.between(1, 100_000),
                        Importance.LOW,
                        "Most lines in one transaction.")
                .define(
                        TOPICS_CLUSTERS,
                        ConfigDef.Type.STRING,
                        "",
                        ConfigDef.LambdaValidator.with(
                                (key, value) ->
                                        Rules.check(key, value, () -> NamedClusters.parse(String.valueOf(value))),
                                () -> "clusters separated by commas"),
                        Importance.MEDIUM,
                        "Clusters with topics of their own for job events and samples, separated by commas, as the"
                                + " application has them.")
                .define(
                        POLL_INTERVAL,
                        ConfigDef.Type.LONG,
                        1_000,
                        Range.between(10, 3_600_000),
                        Importance.LOW,
                        "How often the files are looked at when they have nothing new, in milliseconds.")
                .define(
                        HEARTBEAT_INTERVAL,
                        ConfigDef.Type.LONG,
                        0,
                        Range.between(0, 3_600_000),
                        Importance.MEDIUM,
                        "How often to tell the topic of sources how far the logs have been read, in milliseconds, such as"
                                + " 10000; 0 = never. Needs cluster. The topic must exist, or the task fails: make it with"
                                + " fairway topics create.");
        return PartitionSettings.define(definition);
    }

    /** The problems of settings that are not defined here and are none of Connect's. */
    static Map<String, String> unknown(Map<String, String> settings) {
        Map<String, String> problems = new TreeMap<>();
        settings.forEach((key, value) -> {
            if (!definition().names().contains(key) && !ConnectSettings.isOne(key)) {
                problems.put(
                        key,
                        "unknown key " + key + " (with value " + value + "): must be one of "
                                + String.join(", ", definition().names()) + ", or a key of Kafka Connect");
            }
        });
        return problems;
    }

    private static Map<String, String> checked(Map<String, String> settings) {
        Map<String, String> problems = unknown(settings);
        if (!problems.isEmpty()) {
            throw new ConfigException(String.join("; ", problems.values()));
        }
        return settings;
    }

    List<String> paths() {
        return new ArrayList<>(getList(FILE_PATHS));
    }

    TraceFormat format() {
        return TraceFormat.of(getString(FORMAT));
    }

    /** @throws ConfigException if cluster and cluster.by do not go together */
    TraceOptions options() {
        String cluster = getString(CLUSTER);
        String by = getString(CLUSTER_BY);
        try {
            return new TraceOptions(
                            cluster.isEmpty() ? null : cluster,
                            by.isEmpty() && cluster.isEmpty() ? ClusterBy.RECORD : clusterBy(by))
                    .withDomain(getString(DOMAIN).isEmpty() ? null : getString(DOMAIN))
                    .withDefaultAccount(getString(DEFAULT_ACCOUNT).isEmpty() ? null : getString(DEFAULT_ACCOUNT))
                    .withHetJobs(HetJobs.of(HET_JOBS, getString(HET_JOBS)))
                    .withZone(ZoneId.of(getString(TIME_ZONE)))
                    .withScope(scope(getString(SCOPE)))
                    .withAccountBy(accountBy(getString(ACCOUNT_BY)));
        } catch (IllegalArgumentException e) {
            throw new ConfigException(e.getMessage());
        }
    }

    PartitionSettings partitions() {
        return PartitionSettings.of(this, NamedClusters.parse(getString(TOPICS_CLUSTERS)));
    }

    /**
     * What tells how far the logs have been read; null = nothing does.
     *
     * @param connector its name
     * @param since when the task started, epoch milliseconds
     */
    @Nullable
    LookReport report(String connector, long since) {
        long interval = getLong(HEARTBEAT_INTERVAL);
        String cluster = getString(CLUSTER);
        String domain = getString(DOMAIN).isEmpty() ? cluster : getString(DOMAIN);
        return interval == 0 ? null : new LookReport(partitions(), connector, domain, cluster, interval, since);
    }

    private static ClusterBy clusterBy(String name) {
        return name.isEmpty() ? ClusterBy.TRACE : Rules.constant(ClusterBy.class, name);
    }

    private static AccountBy accountBy(String name) {
        return name.isEmpty() ? AccountBy.FORMAT : AccountBy.of(ACCOUNT_BY, name);
    }

    private static Scope scope(String name) {
        return Rules.constant(Scope.class, name);
    }

    private static ConfigDef.Validator rule(Rules.Reading reading, String words) {
        return ConfigDef.LambdaValidator.with(
                (key, value) -> Rules.check(key, value, () -> reading.read(String.valueOf(value))), () -> words);
    }

    /** Its name in lower case, for messages. */
    @Override
    public String toString() {
        return FILE_PATHS.toLowerCase(Locale.ROOT) + " " + paths();
    }
}
