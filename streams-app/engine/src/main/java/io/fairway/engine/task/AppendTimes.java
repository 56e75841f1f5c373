package io.fairway.engine.task;

import io.fairway.core.time.AppendClock;
import io.fairway.engine.EngineSettings;
import io.fairway.engine.ReadingTime;
import io.fairway.engine.store.AppliedOffset;
import io.fairway.engine.store.TaskTable;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * The append clocks of the topics with events that a task reads. Each is stored beside the mark of its topic, under a key of its
 * own, so that a restart goes on with it.
 */
final class AppendTimes {
    private final TaskTable<AppliedOffset> marks;
    private final EngineSettings settings;
    private final Map<String, AppendClock> clocks = new HashMap<>();
    private final Map<String, String> keys = new HashMap<>();
    private final List<String> jobTopics = new ArrayList<>();
    private boolean asked;

    /**
     * When a record was appended.
     *
     * @param earliest its facts may be a horizon older than this, epoch milliseconds; Long.MIN_VALUE = not known
     * @param latest its facts may be ahead of this
     * @param ahead how far its append time is from what records before it and its fact allow; negative = behind, 0 = right
     */
    record Appended(long earliest, long latest, long ahead) {}

    AppendTimes(TaskTable<AppliedOffset> marks, Topics topics, EngineSettings settings) {
        this.marks = marks;
        this.settings = settings;
        jobTopics.addAll(topics.names(Topic.JOB_EVENTS));
        jobTopics.addAll(topics.names(Topic.SAMPLES));
    }

    private AppendClock clock(String topic) {
        AppendClock known = clocks.get(topic);
        if (known == null) {
            AppliedOffset kept = marks.get(key(topic));
            if (kept == null) {
                // A mark alone is of an earlier version, or no event was taken yet: what was passed over shows the
                // time.
                return of(marks.get(topic));
            }
            known = of(kept);
            clocks.put(topic, known);
        }
        return known;
    }

    /** A time that only writers gave is none. */
    private static AppendClock of(@Nullable AppliedOffset shown) {
        return shown == null || ReadingTime.isWriters(shown.appended())
                ? AppendClock.NONE
                : new AppendClock(shown.appended());
    }

    private String key(String topic) {
        return keys.computeIfAbsent(topic, name -> name + "|clock");
    }

    /**
     * Takes a record.
     *
     * @param timestamp as its source read it, see {@link ReadingTime}
     * @param told the time of its fact, epoch milliseconds
     */
    Appended take(String topic, long timestamp, long told) {
        AppendClock before = clock(topic);
        if (ReadingTime.isWriters(timestamp)) {
            return new Appended(before.time(), before.latest(ReadingTime.writers(timestamp)), 0);
        }
        AppendClock now = before.after(timestamp, told, settings.skewMillis(), settings.horizonMillis());
        if (now.time() > before.time() || !clocks.containsKey(topic)) {
            clocks.put(topic, now);
            marks.put(key(topic), new AppliedOffset(Uuid.ZERO_UUID, 0, now.time()));
        }
        // After a pause, a record may tell of something that happened long before.
        long ahead = timestamp - (now.time() == Long.MIN_VALUE ? told : now.time());
        boolean wrong = Math.abs(ahead) > settings.skewMillis();
        return new Appended(now.earliest(timestamp), now.latest(timestamp), wrong ? ahead : 0);
    }

    /** Writes one record, once, so that a broker shows the time: a domain may have nothing to write before it knows that. */
    void askTime() {
        if (!asked) {
            asked = true;
            marks.put("time asked", new AppliedOffset(Uuid.ZERO_UUID, 0, 0));
        }
    }

    /** The clock that jobs are forgotten by, epoch milliseconds; Long.MIN_VALUE = no record was read yet. */
    long latest() {
        long latest = Long.MIN_VALUE;
        for (String topic : jobTopics) {
            latest = Math.max(latest, clock(topic).time());
        }
        return latest;
    }
}
