package io.fairway.program;

import io.fairway.program.UsedTopic.Use;
import io.fairway.schemas.Topic;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;

/**
 * The rules for the settings of topics that exist. A rule whose breach would make usage wrong, or lose what was
 * accepted, is a condition for running. A breach of any other is a warning.
 */
public enum TopicRule {
    /** A domain is on one partition of each. */
    PARTITIONS(
            "partitions",
            true,
            "a domain must have the same partition on all topics",
            Use.EVENTS,
            Use.CLOCK,
            Use.TABLES,
            Use.RESULTS,
            Use.STATE,
            Use.WINDOWS),
    /** The append time decides what is too old, and what was applied. */
    APPEND_TIME(
            TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
            true,
            "otherwise an event that comes again has its old time, and is charged again",
            Use.EVENTS,
            Use.CLOCK,
            Use.TABLES,
            Use.RELAY),
    /** The same where it only decides what is deleted. */
    APPEND_TIME_OF_RESULTS(
            TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
            false,
            "otherwise the clocks of the writers decide when records are deleted",
            Use.RESULTS,
            Use.DEAD_LETTERS,
            Use.STATE,
            Use.WINDOWS),
    /** Every record counts. */
    EVERY_RECORD(
            TopicConfig.CLEANUP_POLICY_CONFIG,
            true,
            "compaction would delete all records of a job but the last",
            Use.EVENTS,
            Use.CLOCK,
            Use.RELAY,
            Use.DEAD_LETTERS),
    /** The last value of a key counts, however old it is. */
    LAST_VALUES(
            TopicConfig.CLEANUP_POLICY_CONFIG,
            true,
            "otherwise values that do not change would be deleted with time",
            Use.TABLES,
            Use.RESULTS,
            Use.STATE),
    /** The last value of a key counts, until its window is over. */
    LAST_WINDOWS(
            TopicConfig.CLEANUP_POLICY_CONFIG,
            true,
            "otherwise values that do not change would be deleted with time",
            Use.WINDOWS),
    /** An instance that was away for the horizon reads on where it was. */
    HORIZON(
            TopicConfig.RETENTION_MS_CONFIG,
            true,
            "ledger.horizon.ms; otherwise events are gone that Fairway would still take",
            Use.EVENTS),
    /** A rebuild computes from what is there. */
    KEPT(
            TopicConfig.RETENTION_MS_CONFIG,
            false,
            "a rebuild, and plain usage of past hours and days, have only what is kept",
            Use.EVENTS,
            Use.WINDOWS),
    /** A bound on bytes deletes regardless of age. */
    ALL_BYTES(
            TopicConfig.RETENTION_BYTES_CONFIG,
            false,
            "otherwise many records at once delete older ones before their time",
            Use.EVENTS,
            Use.RELAY),
    /** What fits into an input fits into what follows from it. */
    LARGEST_BATCH(
            TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
            false,
            "otherwise a large record cannot be written, and stops the stream",
            Use.EVENTS,
            Use.CLOCK,
            Use.TABLES,
            Use.RESULTS,
            Use.RELAY,
            Use.DEAD_LETTERS),
    /** What a batch unpacks to is bounded only where the broker keeps it unpacked. */
    UNPACKED(
            TopicConfig.COMPRESSION_TYPE_CONFIG,
            false,
            "otherwise a small batch may unpack to more than the application has memory for, and ends it at every start",
            Use.EVENTS,
            Use.CLOCK,
            Use.TABLES,
            Use.RELAY),
    /** The application sends in a codec that some clients do not have. */
    READABLE(
            TopicConfig.COMPRESSION_TYPE_CONFIG,
            false,
            "otherwise the records have the application's codec, and some clients cannot read it",
            Use.RESULTS,
            Use.DEAD_LETTERS),
    /** A broker that dies takes nothing with it. */
    COPIES(
            TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG,
            false,
            "otherwise a broker that dies takes accepted records with it",
            Use.values()),
    /** Only a complete copy takes over. */
    COMPLETE_COPIES(
            TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG,
            false,
            "otherwise an incomplete copy may take over, and accepted records are lost",
            Use.values());

    private static final long COPIES_WANTED = 2;
    private static final String OR_MORE = " or more";

    private final String setting;
    private final boolean needed;
    private final String why;

    @SuppressWarnings("ImmutableEnumChecker") // nobody changes it
    private final Set<Use> uses;

    TopicRule(String setting, boolean needed, String why, Use... uses) {
        this.setting = setting;
        this.needed = needed;
        this.why = why;
        this.uses = Collections.unmodifiableSet(EnumSet.copyOf(List.of(uses)));
    }

    /**
     * What the topics must agree with.
     *
     * @param partitions the number of partitions of the input topics
     * @param horizon how far an event may be behind its append
     */
    public record Needs(int partitions, Duration horizon) {}

    /** The setting under the broker's name. */
    public String setting() {
        return setting;
    }

    /** Whether the application must not run while it is broken; otherwise a breach is a warning. */
    public boolean isNeeded() {
        return needed;
    }

    /** What follows from a breach, in words. */
    public String why() {
        return why;
    }

    /** The topics that it is for. */
    public Set<Use> uses() {
        return uses;
    }

    /** The value that a topic must have, in words; null = any value will do. */
    public @Nullable String wanted(UsedTopic topic, Needs needs) {
        if (!uses.contains(topic.use())) {
            return null;
        }
        return switch (this) {
            case PARTITIONS -> Integer.toString(needs.partitions());
            case APPEND_TIME, APPEND_TIME_OF_RESULTS -> "LogAppendTime";
            case EVERY_RECORD -> TopicConfig.CLEANUP_POLICY_DELETE;
            case LAST_VALUES -> TopicConfig.CLEANUP_POLICY_COMPACT;
            case LAST_WINDOWS -> "compact,delete";
            case HORIZON -> orMore(needs.horizon().toMillis());
            case KEPT -> topic.kept() == null ? null : orMore(topic.kept().toMillis());
            case ALL_BYTES -> "-1";
            case LARGEST_BATCH ->
                topic.topic() == null ? null : orMore(topic.topic().maxMessageBytes());
            case UNPACKED -> Topic.UNPACKED;
            case READABLE -> Topic.READ_BY_ALL;
            case COPIES -> orMore(COPIES_WANTED);
            case COMPLETE_COPIES -> "false";
        };
    }

    /** What is wrong with a topic; null = nothing. */
    public @Nullable Breach breach(UsedTopic topic, Needs needs, ExistingTopics.Found found) {
        String wanted = wanted(topic, needs);
        if (wanted == null) {
            return null;
        }
        String has = this == PARTITIONS
                ? Integer.toString(found.partitions())
                : found.settings().getOrDefault(setting, "not reported");
        boolean right = wanted.endsWith(OR_MORE)
                ? isAtLeast(has, Long.parseLong(wanted.substring(0, wanted.length() - OR_MORE.length())))
                : has.equals(wanted)
                        || (this == LAST_WINDOWS && List.of(has.split(",")).contains("compact"));
        return right ? null : new Breach(this, topic.name(), wanted, has);
    }

    private static String orMore(long value) {
        return value + OR_MORE;
    }

    // -1 is for ever.
    private static boolean isAtLeast(String has, long wanted) {
        try {
            long value = Long.parseLong(has);
            return value < 0 || value >= wanted;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /**
     * A rule that a topic breaks.
     *
     * @param topic its name
     * @param wanted what the setting must be
     * @param found what it is
     */
    public record Breach(TopicRule rule, String topic, String wanted, String found) {
        /** All but the topic: equal for topics with the same fault. */
        public String fault() {
            return rule.setting + " is " + found + " and " + (rule.needed ? "must" : "should") + " be " + wanted + ": "
                    + rule.why;
        }

        @Override
        public String toString() {
            return topic + ": " + fault();
        }
    }
}
