package io.fairway.collect.hosts;

import io.fairway.collect.CollectConfig;
import io.fairway.collect.ask.BoundedCommand;
import io.fairway.collect.ask.Pace;
import io.fairway.program.Settings;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;

/** The configuration of {@code fairway collect hosts}. */
public final class HostCollectConfig extends CollectConfig {
    public static final String DOMAIN = "domain";
    public static final String CLUSTER = "cluster";
    public static final String INTERVAL = "interval.ms";
    public static final String FRACTION = "controller.fraction";
    public static final String TIMEOUT = "timeout.ms";
    public static final String OUTPUT = "output.max.bytes";
    public static final String PROGRAM = "program";
    public static final String REMOVE_ALL = "remove.all";

    /**
     * Reads settings.
     *
     * @throws org.apache.kafka.common.config.ConfigException for a bad setting; names place, key, value and rule
     */
    public HostCollectConfig(Settings settings) {
        super(definition(), settings);
    }

    /** Every key, with its default and meaning. */
    public static ConfigDef definition() {
        return CollectConfig.definition()
                .define(
                        CLUSTER,
                        ConfigDef.Type.STRING,
                        ConfigDef.NO_DEFAULT_VALUE,
                        new ConfigDef.NonEmptyString(),
                        Importance.HIGH,
                        "Cluster of the hosts, as job events name it.")
                .define(
                        DOMAIN,
                        ConfigDef.Type.STRING,
                        "",
                        Importance.HIGH,
                        "Domain of the hosts; empty = the one named like the cluster.")
                .define(
                        INTERVAL,
                        ConfigDef.Type.LONG,
                        60_000L,
                        Range.atLeast(1_000),
                        Importance.MEDIUM,
                        "From the start of one look to the start of the next.")
                .define(
                        FRACTION,
                        ConfigDef.Type.DOUBLE,
                        0.05,
                        Range.between(0.001, 1.0),
                        Importance.MEDIUM,
                        "Most of the time that the scheduler may be busy with looks: if one takes longer, the next one"
                                + " waits longer.")
                .define(
                        TIMEOUT,
                        ConfigDef.Type.LONG,
                        60_000L,
                        Range.atLeast(1_000),
                        Importance.MEDIUM,
                        "How long the command may take before it is killed.")
                .define(
                        OUTPUT,
                        ConfigDef.Type.LONG,
                        1L << 28,
                        Range.atLeast(1_000_000),
                        Importance.LOW,
                        "Most bytes of one answer. A host has some 1 kB.")
                .define(
                        PROGRAM,
                        ConfigDef.Type.STRING,
                        "",
                        Importance.LOW,
                        "Path of scontrol, bhosts or pbsnodes; empty = as PATH finds it.")
                .define(
                        REMOVE_ALL,
                        ConfigDef.Type.BOOLEAN,
                        false,
                        Importance.MEDIUM,
                        "Whether to remove every host of the cluster that the scheduler does not list. If not, only"
                                + " those that it listed since the start are removed.");
    }

    String cluster() {
        return getString(CLUSTER);
    }

    String domain() {
        String domain = getString(DOMAIN);
        return domain.isEmpty() ? cluster() : domain;
    }

    String program(HostSource source) {
        String program = getString(PROGRAM);
        return program.isEmpty() ? source.program() : program;
    }

    Pace pace() {
        return new Pace(Duration.ofMillis(getLong(INTERVAL)), getDouble(FRACTION));
    }

    BoundedCommand runner() {
        return new BoundedCommand(Map.of(), Duration.ofMillis(getLong(TIMEOUT)), getLong(OUTPUT));
    }
}
