package io.fairway.app.metrics;

import java.util.Locale;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/**
 * Which metrics there are of what may be many. Prometheus keeps each series for weeks.
 *
 * @param topAccounts the most accounts with gauges, four each, for each partition of the instance; 0 = none, {@link #ALL} = all
 * @param topUsers as much of users
 * @param kafka the meters of Kafka Streams and its clients
 */
public record MetricsSettings(int topAccounts, int topUsers, KafkaMeters kafka) {
    public static final String TOP_ACCOUNTS = "metrics.top.accounts";
    public static final String TOP_USERS = "metrics.top.users";
    public static final String KAFKA = "metrics.kafka";

    /** No limit. */
    public static final int ALL = -1;

    /** Adds the keys to a definition. */
    public static ConfigDef define(ConfigDef definition) {
        return definition
                .define(
                        TOP_ACCOUNTS,
                        ConfigDef.Type.INT,
                        8,
                        ConfigDef.Range.atLeast(ALL),
                        ConfigDef.Importance.LOW,
                        "Accounts with metrics, for each partition of the instance: those nearest to root, and of one depth those with the most usage. Share trees and policies have equal parts. 0 = none, -1 = all.")
                .define(
                        TOP_USERS,
                        ConfigDef.Type.INT,
                        4,
                        ConfigDef.Range.atLeast(ALL),
                        ConfigDef.Importance.LOW,
                        "Users with metrics, for each partition of the instance: those with the most usage. Share trees and policies have equal parts. 0 = none, -1 = all.")
                .define(
                        KAFKA,
                        ConfigDef.Type.STRING,
                        "essential",
                        ConfigDef.ValidString.in("essential", "all"),
                        ConfigDef.Importance.LOW,
                        "Metrics of Kafka Streams and its clients: essential (threads, commits, rebalances, errors), or all, which is some hundred series for each partition.");
    }

    /** Those of a configuration. */
    public static MetricsSettings of(AbstractConfig config) {
        return new MetricsSettings(
                config.getInt(TOP_ACCOUNTS),
                config.getInt(TOP_USERS),
                KafkaMeters.valueOf(config.getString(KAFKA).toUpperCase(Locale.ROOT)));
    }
}
