package io.fairway.connect;

import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.NamedClusters;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;

/**
 * Names and partitions of Fairway's topics, as a connector is told them.
 *
 * @param topics names of the topics
 * @param count partitions of each input topic
 * @param domains the partition of a domain
 */
record PartitionSettings(Topics topics, int count, DomainPartitions domains) {
    static final String TOPIC_PREFIX = "topic.prefix";
    static final String TOPIC_PARTITIONS = "topic.partitions";
    static final String DOMAIN_PINS = "domain.pins";

    static ConfigDef define(ConfigDef definition) {
        return definition
                .define(
                        TOPIC_PREFIX,
                        ConfigDef.Type.STRING,
                        Topics.STANDARD_PREFIX,
                        ConfigDef.LambdaValidator.with(
                                (key, value) -> Rules.check(key, value, () -> Topics.withPrefix(String.valueOf(value))),
                                () -> "the beginning of a topic's name"),
                        Importance.MEDIUM,
                        "The beginning of every topic's name.")
                .define(
                        TOPIC_PARTITIONS,
                        ConfigDef.Type.INT,
                        Topic.DEFAULT_PARTITIONS,
                        ConfigDef.Range.atLeast(1),
                        Importance.HIGH,
                        "Partitions of Fairway's input topics, as fairway topics made them.")
                .define(
                        DOMAIN_PINS,
                        ConfigDef.Type.STRING,
                        "",
                        ConfigDef.LambdaValidator.with(
                                (key, value) ->
                                        Rules.check(key, value, () -> DomainPartitions.parse(String.valueOf(value))),
                                () -> "domain=partition separated by commas"),
                        Importance.MEDIUM,
                        "Domains pinned to partitions, domain=partition separated by commas. All producers must have the"
                                + " same pins.");
    }

    /** Of a writer to common topics alone. */
    static PartitionSettings of(AbstractConfig config) {
        return of(config, NamedClusters.NONE);
    }

    static PartitionSettings of(AbstractConfig config, NamedClusters clusters) {
        return new PartitionSettings(
                Topics.of(config.getString(TOPIC_PREFIX), clusters),
                config.getInt(TOPIC_PARTITIONS),
                DomainPartitions.parse(config.getString(DOMAIN_PINS)));
    }

    String name(Topic topic) {
        return topics.name(topic);
    }

    String name(Topic topic, String cluster) {
        return topics.name(topic, cluster);
    }

    int partition(String domain) {
        return domains.partition(domain, count);
    }
}
