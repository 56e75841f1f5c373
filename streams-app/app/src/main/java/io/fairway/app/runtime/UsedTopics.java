package io.fairway.app.runtime;

import io.fairway.engine.store.Stores;
import io.fairway.program.UsedTopic;
import io.fairway.program.UsedTopic.Use;
import io.fairway.schemas.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.streams.state.StoreBuilder;

/** The topics of an application: Fairway's own, and the logs of its stores, which Kafka Streams makes at the first start. */
final class UsedTopics {
    private static final Map<String, Duration> WINDOWS = Map.of(
            Stores.HOURS.name(), Stores.HOURS.retention(),
            Stores.DAYS.name(), Stores.DAYS.retention(),
            Stores.SHARE_CHANGES.name(), Stores.SHARE_CHANGES.retention());

    /** Stores that an earlier version does not have. Without their logs, an application starts with empty ones. */
    private static final Set<String> MAY_BE_MISSING = Set.of(
            Stores.MARKS.name(),
            Stores.RELAY_MARKS.name(),
            Stores.LINES_ANEW.name(),
            Stores.BASIS.name(),
            Stores.SOURCES.name(),
            Stores.SHARE_CHANGES.name());

    private UsedTopics() {}

    static List<UsedTopic> of(Topics topics, String applicationId) {
        List<UsedTopic> used = new ArrayList<>(UsedTopic.of(topics));
        for (StoreBuilder<?> store : Stores.builders()) {
            Duration kept = WINDOWS.get(store.name());
            used.add(new UsedTopic(
                    log(applicationId, store.name()), kept == null ? Use.STATE : Use.WINDOWS, null, kept));
        }
        used.add(new UsedTopic(log(applicationId, Stores.RELAY_MARKS.name()), Use.STATE, null, null));
        return used;
    }

    static boolean isLog(UsedTopic topic) {
        return topic.use() == Use.STATE || topic.use() == Use.WINDOWS;
    }

    static boolean mayBeMissing(UsedTopic log, String applicationId) {
        return MAY_BE_MISSING.stream().anyMatch(store -> log.name().equals(log(applicationId, store)));
    }

    /** The name of the log of a store. */
    static String log(String applicationId, String store) {
        return applicationId + "-" + store + "-changelog";
    }
}
