package io.fairway.collect.bridge;

import io.fairway.collect.CollectConfig;
import io.fairway.program.Settings;
import io.fairway.readers.TraceFormat;
import io.fairway.readers.line.TraceOptions;
import io.fairway.readers.line.TraceOptions.HetJobs;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.ValidString;

/** The configuration of {@code fairway collect topic}. */
public final class BridgeConfig extends CollectConfig {
    public static final String FORMAT = "format";
    public static final String SOURCES = "sources";
    public static final String NAME = "bridge.name";
    public static final String DOMAIN = "domain";
    public static final String CLUSTER = "cluster";
    public static final String DEFAULT_ACCOUNT = "default.account";
    public static final String HET_JOBS = "het.jobs";
    public static final String BATCH = "batch.records";

    private static final String JOBCOMP = TraceFormat.JOBCOMP_KAFKA.id();
    private static final String SONAR = TraceFormat.SONAR.id();

    /**
     * Reads settings.
     *
     * @throws org.apache.kafka.common.config.ConfigException for a bad setting; names place, key, value and rule
     */
    public BridgeConfig(Settings settings) {
        super(definition(), settings);
    }

    /** Every key, with its default and meaning. */
    public static ConfigDef definition() {
        return CollectConfig.definition()
                .define(
                        FORMAT,
                        ConfigDef.Type.STRING,
                        JOBCOMP,
                        ValidString.in(JOBCOMP, SONAR),
                        Importance.HIGH,
                        "Format of the messages: " + JOBCOMP + " or " + SONAR + ".")
                .define(SOURCES, ConfigDef.Type.LIST, Importance.HIGH, "Topics to read, separated by commas.")
                .define(
                        NAME,
                        ConfigDef.Type.STRING,
                        "fairway-bridge",
                        new ConfigDef.NonEmptyString(),
                        Importance.MEDIUM,
                        "Consumer group and transactional id. Of two bridges of one name, the later one ends the earlier.")
                .define(
                        DOMAIN,
                        ConfigDef.Type.STRING,
                        "",
                        Importance.HIGH,
                        "Domain of the events; empty = the one named like the cluster.")
                .define(
                        CLUSTER,
                        ConfigDef.Type.STRING,
                        "",
                        Importance.MEDIUM,
                        "Cluster of the jobs; empty = as each message says.")
                .define(
                        DEFAULT_ACCOUNT,
                        ConfigDef.Type.STRING,
                        "",
                        Importance.MEDIUM,
                        "Account of jobs whose message names none; empty = their group.")
                .define(
                        HET_JOBS,
                        ConfigDef.Type.STRING,
                        HetJobs.ALLOCATED.id(),
                        ValidString.in(
                                Arrays.stream(HetJobs.values()).map(HetJobs::id).toArray(String[]::new)),
                        Importance.MEDIUM,
                        HetJobs.MEANING)
                .define(
                        BATCH,
                        ConfigDef.Type.INT,
                        500,
                        ConfigDef.Range.between(1, 100_000),
                        Importance.LOW,
                        "Most messages in one transaction.");
    }

    String name() {
        return getString(NAME);
    }

    TraceFormat format() {
        return TraceFormat.of(getString(FORMAT));
    }

    List<String> sources() {
        return getList(SOURCES);
    }

    TraceOptions options() {
        String cluster = getString(CLUSTER);
        return (cluster.isEmpty() ? TraceOptions.ofRecords() : TraceOptions.ofCluster(cluster))
                .withDomain(getString(DOMAIN).isEmpty() ? null : getString(DOMAIN))
                .withDefaultAccount(getString(DEFAULT_ACCOUNT).isEmpty() ? null : getString(DEFAULT_ACCOUNT))
                .withHetJobs(HetJobs.of(HET_JOBS, getString(HET_JOBS)))
                .withScope(TraceOptions.Scope.LIVE);
    }

    Map<String, Object> reading() {
        Map<String, Object> settings = consumer();
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, getString(NAME));
        // A topic made in passing has one partition and is read by nobody who expects more.
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, getInt(BATCH));
        return settings;
    }

    Map<String, Object> writing() {
        Map<String, Object> settings = producer();
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, getString(NAME));
        return settings;
    }
}
