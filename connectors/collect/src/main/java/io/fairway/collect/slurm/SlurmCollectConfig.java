package io.fairway.collect.slurm;

import io.fairway.collect.CollectConfig;
import io.fairway.collect.ask.BoundedCommand;
import io.fairway.collect.ask.Notices;
import io.fairway.collect.ask.Pace;
import io.fairway.program.Settings;
import io.fairway.readers.line.TraceOptions;
import io.fairway.readers.line.TraceOptions.HetJobs;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** The configuration of {@code fairway collect slurm}. */
public final class SlurmCollectConfig extends CollectConfig {
    public static final String DOMAIN = "domain";
    public static final String CLUSTER = "cluster";
    public static final String SOURCE = "source.name";
    public static final String DEFAULT_ACCOUNT = "default.account";
    public static final String HET_JOBS = "het.jobs";
    public static final String INTERVAL = "interval.ms";
    public static final String FRACTION = "controller.fraction";
    public static final String TIMEOUT = "timeout.ms";
    public static final String OUTPUT = "output.max.bytes";
    public static final String SLURM_CONF = "slurm.conf";
    public static final String SQUEUE = "squeue.command";
    public static final String SACCT = "sacct.command";
    public static final String ACCOUNTING = "accounting";
    public static final String ACCOUNTING_INTERVAL = "accounting.interval.ms";
    public static final String LOOKBACK = "accounting.lookback.ms";
    public static final String CUT_OVER = "cut.over";
    public static final String NICE = "take.nice";
    public static final String REST_URL = "rest.url";
    public static final String REST_USER = "rest.user";
    public static final String REST_TOKEN = "rest.token.file";

    public SlurmCollectConfig(Map<String, String> settings) {
        this(Settings.of(settings));
    }

    /**
     * Reads settings.
     *
     * @throws ConfigException for a bad setting; names place, key, value and rule
     */
    public SlurmCollectConfig(Settings settings) {
        super(definition(), settings);
        if (restUrl() != null && getString(REST_TOKEN).isEmpty()) {
            throw new ConfigException(REST_TOKEN, "", "must name the file of the token for " + REST_URL);
        }
    }

    /** Every key, with its default and meaning. */
    public static ConfigDef definition() {
        ConfigDef keys = CollectConfig.definition();
        text(keys, DOMAIN, "", Importance.HIGH, "Domain of the events; empty = the one named like the cluster.");
        text(keys, CLUSTER, "", Importance.MEDIUM, "Cluster of the jobs for which Slurm names none.");
        text(
                keys,
                SOURCE,
                "collect slurm",
                Importance.LOW,
                "Name by which it tells how far it has looked; each of several programs at one cluster needs its own.");
        text(keys, DEFAULT_ACCOUNT, "", Importance.MEDIUM, "Account of jobs that have none; empty = their group.");
        keys.define(
                HET_JOBS,
                ConfigDef.Type.STRING,
                HetJobs.ALLOCATED.id(),
                (key, value) -> check(key, value, name -> HetJobs.of(HET_JOBS, name)),
                Importance.MEDIUM,
                HetJobs.MEANING);
        millis(keys, INTERVAL, 5_000, 1_000, "From the start of one look at the queue to the start of the next.");
        keys.define(
                FRACTION,
                ConfigDef.Type.DOUBLE,
                0.05,
                Range.between(0.001, 1.0),
                Importance.MEDIUM,
                "Most of the time that Slurm may be busy with looks: if one takes longer, the next one waits longer.");
        millis(keys, TIMEOUT, 60_000, 1_000, "How long one of Slurm's commands may take before it is killed.");
        keys.define(
                OUTPUT,
                ConfigDef.Type.LONG,
                1L << 31,
                Range.atLeast(1_000_000),
                Importance.LOW,
                "Most bytes of one answer of Slurm. A job has some 5 kB in the queue.");
        text(keys, SLURM_CONF, "", Importance.MEDIUM, "SLURM_CONF for Slurm's commands; empty = as it is here.");
        text(keys, SQUEUE, "squeue", Importance.LOW, "Path of squeue.");
        text(keys, SACCT, "sacct", Importance.LOW, "Path of sacct.");
        keys.define(
                ACCOUNTING,
                ConfigDef.Type.BOOLEAN,
                true,
                Importance.HIGH,
                "Whether to ask sacct who ended. If not, a job that left the queue unseen ended at the look that missed it.");
        millis(keys, ACCOUNTING_INTERVAL, 30_000, 1_000, "Time between two questions to sacct.");
        millis(
                keys,
                LOOKBACK,
                Duration.ofDays(1).toMillis(),
                60_000,
                "How far back the first question to sacct goes: longer than this program is ever stopped.");
        keys.define(
                CUT_OVER,
                ConfigDef.Type.STRING,
                Instant.EPOCH.toString(),
                (key, value) -> check(key, value, SlurmCollectConfig::instant),
                Importance.HIGH,
                "Runs that ended before this instant are left out, whoever tells of them; `fairway backfill` brings them.");
        keys.define(
                NICE,
                ConfigDef.Type.BOOLEAN,
                true,
                Importance.MEDIUM,
                "Whether to take the nice value of jobs. Set false if `fairway dispatch` sets it.");
        text(keys, REST_URL, "", Importance.LOW, "URL of slurmrestd's jobs, to ask it instead of squeue.");
        text(keys, REST_USER, "", Importance.LOW, "User of the token for slurmrestd.");
        text(keys, REST_TOKEN, "", Importance.LOW, "File with the token for slurmrestd; read at each look.");
        return keys;
    }

    private static void text(ConfigDef keys, String key, String usual, Importance importance, String meaning) {
        keys.define(key, ConfigDef.Type.STRING, usual, importance, meaning);
    }

    private static void millis(ConfigDef keys, String key, long usual, long least, String meaning) {
        keys.define(key, ConfigDef.Type.LONG, usual, Range.atLeast(least), Importance.MEDIUM, meaning);
    }

    private static Instant instant(String value) {
        try {
            return Instant.parse(value);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("must be an instant such as 2026-01-31T12:00:00Z", e);
        }
    }

    public String domain() {
        return getString(DOMAIN);
    }

    String source() {
        return getString(SOURCE);
    }

    public Instant cutOver() {
        return instant(getString(CUT_OVER));
    }

    public boolean hasAccounting() {
        return getBoolean(ACCOUNTING);
    }

    Pace pace() {
        return new Pace(Duration.ofMillis(getLong(INTERVAL)), getDouble(FRACTION));
    }

    Duration accountingInterval() {
        return Duration.ofMillis(getLong(ACCOUNTING_INTERVAL));
    }

    Duration lookback() {
        return Duration.ofMillis(getLong(LOOKBACK));
    }

    private @Nullable String restUrl() {
        return getString(REST_URL).isEmpty() ? null : getString(REST_URL);
    }

    private BoundedCommand runner() {
        String conf = getString(SLURM_CONF);
        return new BoundedCommand(
                conf.isEmpty() ? Map.of() : Map.of("SLURM_CONF", conf),
                Duration.ofMillis(getLong(TIMEOUT)),
                getLong(OUTPUT));
    }

    /** What is asked for the queue. */
    QueueSource queue(Notices notices) {
        QueueReader reader = new QueueReader(new SlurmJobReader(
                getString(CLUSTER), getString(DEFAULT_ACCOUNT), hetJobs(), getBoolean(NICE), notices));
        String url = restUrl();
        if (url == null) {
            return new SqueueSource(runner(), getString(SQUEUE), reader);
        }
        return new RestSource(
                URI.create(url),
                getString(REST_USER),
                Path.of(getString(REST_TOKEN)),
                Duration.ofMillis(getLong(TIMEOUT)),
                getLong(OUTPUT),
                reader);
    }

    private HetJobs hetJobs() {
        return HetJobs.of(HET_JOBS, getString(HET_JOBS));
    }

    /** How to name the jobs of accounting. */
    private TraceOptions options() {
        return TraceOptions.ofRecords()
                .withDomain(domain().isEmpty() ? null : domain())
                .withHetJobs(hetJobs())
                .withDefaultAccount(getString(DEFAULT_ACCOUNT).isEmpty() ? null : getString(DEFAULT_ACCOUNT));
    }

    Accounting sacct(Notices notices) {
        return new Accounting(runner(), getString(SACCT), options(), cutOver(), notices);
    }
}
