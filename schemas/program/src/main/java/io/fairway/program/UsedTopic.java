package io.fairway.program;

import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A topic that the application reads or writes.
 *
 * @param name on the broker
 * @param use what for
 * @param topic which of Fairway's own; null for the log of a store
 * @param kept how long a record must be kept; null = no matter, or for ever
 */
public record UsedTopic(
        String name,
        Use use,
        @Nullable Topic topic,
        @Nullable Duration kept) {
    /** What the application does with a topic. */
    public enum Use {
        /** Reads facts and adjustments, each once. */
        EVENTS("job-events, samples, adjustments"),
        /** Reads the ticks of a replay. */
        CLOCK("clock"),
        /** Reads the last value of each key. */
        TABLES("shares, policies, hosts, remote-usage, sources"),
        /** Writes the last value of each key. */
        RESULTS("usage, fairshare, ranks, priorities, orders, heartbeats"),
        /** Writes and reads records of other partitions. */
        RELAY("misrouted"),
        /** Writes what it refuses. */
        DEAD_LETTERS("dead-letters"),
        /** The log of a store of windows. */
        WINDOWS("changelogs of usage-hours, usage-days and share-changes"),
        /** The log of any other store. */
        STATE("other changelogs");

        private final String title;

        Use(String title) {
            this.title = title;
        }

        /** The topics of this use, for documents. */
        public String title() {
            return title;
        }
    }

    /** Fairway's own topics that the application reads or writes: all but those of dispatchers, and those that are missing. */
    public static List<UsedTopic> of(Topics topics) {
        List<UsedTopic> used = new ArrayList<>();
        for (Topic topic : Topic.values()) {
            if (topic != Topic.DISPATCHES
                    && topic != Topic.DISPATCHER_JOBS
                    && !topics.missing().contains(topic)) {
                for (String name : topics.names(topic)) {
                    used.add(new UsedTopic(name, use(topic), topic, topic.retention()));
                }
            }
        }
        return used;
    }

    private static Use use(Topic topic) {
        return switch (topic) {
            case JOB_EVENTS, SAMPLES, ADJUSTMENTS -> Use.EVENTS;
            case CLOCK -> Use.CLOCK;
            case SHARES, POLICIES, HOSTS, REMOTE_USAGE, SOURCES -> Use.TABLES;
            case USAGE, FAIRSHARE, RANKS, PRIORITIES, ORDERS, HEARTBEATS, DISPATCHES, DISPATCHER_JOBS -> Use.RESULTS;
            case MISROUTED -> Use.RELAY;
            case DEAD_LETTERS -> Use.DEAD_LETTERS;
        };
    }
}
