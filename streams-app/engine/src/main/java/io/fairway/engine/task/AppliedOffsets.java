package io.fairway.engine.task;

import io.fairway.engine.store.AppliedOffset;
import io.fairway.engine.store.TaskTable;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far a task has applied each of its topics. The marks are in the same transaction as the state. So a record that
 * is read again is known, whatever happened to the offsets of the consumer group.
 *
 * <p>A record below the mark is new in two cases. The topic has another id: it was deleted and made again. Or the
 * record was appended after everything that is applied: the broker lost the end of its log, and gave the same offsets
 * out again. In both cases the mark begins anew, and the log says so.
 */
final class AppliedOffsets {
    private static final Logger LOG = LoggerFactory.getLogger(AppliedOffsets.class);

    private final Function<String, @Nullable AppliedOffset> stored;
    private final BiConsumer<String, AppliedOffset> store;
    private final Function<String, Uuid> topicIds;
    private final boolean kept;
    private final Map<String, Progress> byTopic = new HashMap<>();

    /**
     * Marks by the names of their topics.
     *
     * @param stored the mark of a topic that an earlier start of the task has left
     * @param store takes each new mark
     * @param topicIds the present id of a topic by its name; {@link Uuid#ZERO_UUID} = not known
     * @param kept whether marks and state change together. Otherwise a mark could outlive what it stands for, and a
     *     record would be lost.
     */
    private AppliedOffsets(
            Function<String, @Nullable AppliedOffset> stored,
            BiConsumer<String, AppliedOffset> store,
            Function<String, Uuid> topicIds,
            boolean kept) {
        this.stored = stored;
        this.store = store;
        this.topicIds = topicIds;
        this.kept = kept;
    }

    /** Marks that are written with each record. */
    static AppliedOffsets in(KeyValueStore<String, byte[]> store, Function<String, Uuid> topicIds, boolean kept) {
        return new AppliedOffsets(
                topic -> {
                    byte[] stored = store.get(topic);
                    return stored == null ? null : AppliedOffset.of(stored);
                },
                (topic, appliedOffset) -> store.put(topic, appliedOffset.bytes()),
                topicIds,
                kept);
    }

    /** Marks that are written once a commit. */
    static AppliedOffsets in(TaskTable<AppliedOffset> table, Function<String, Uuid> topicIds, boolean kept) {
        return new AppliedOffsets(table::get, table::put, topicIds, kept);
    }

    /** Whether marks and state change together: not with at-least-once. */
    static boolean areKept(ProcessorContext<?, ?> context) {
        Object guarantee = context.appConfigs().get(StreamsConfig.PROCESSING_GUARANTEE_CONFIG);
        return !StreamsConfig.AT_LEAST_ONCE.equals(guarantee);
    }

    /** One topic. */
    private static final class Progress {
        private AppliedOffset appliedOffset;
        private long rereadFrom = -1;
        private long reread;

        Progress(AppliedOffset appliedOffset) {
            this.appliedOffset = appliedOffset;
        }
    }

    /**
     * Whether a record was applied before. The caller then skips it.
     *
     * @param appended its append time, in the unit of the topic's source
     */
    boolean isApplied(RecordMetadata from, long appended) {
        if (!kept) {
            return false;
        }
        Progress progress = progress(from);
        AppliedOffset appliedOffset = progress.appliedOffset;
        if (from.offset() >= appliedOffset.next()) {
            arrived(progress, from);
            return false;
        }
        if (appended > appliedOffset.appended()) {
            LOG.warn(
                    "the log of {}-{} was cut back: offset {} was given out again after {} was applied;"
                            + " what the broker lost stays applied, and what is new is applied from here on",
                    from.topic(),
                    from.partition(),
                    from.offset(),
                    appliedOffset.next() - 1);
            progress.appliedOffset =
                    new AppliedOffset(appliedOffset.topicId(), from.offset(), appliedOffset.appended());
            return false;
        }
        if (progress.rereadFrom < 0) {
            progress.rereadFrom = from.offset();
            LOG.warn(
                    "records of {}-{} from offset {} are read again: the group's offset is before {}, which is"
                            + " applied already; skipping",
                    from.topic(),
                    from.partition(),
                    from.offset(),
                    appliedOffset.next());
        }
        progress.reread++;
        if (from.offset() == appliedOffset.next() - 1) {
            arrived(progress, from);
        }
        return true;
    }

    /** Marks a record as applied. */
    void applied(RecordMetadata from, long appended) {
        if (kept) {
            Progress progress = ofTopic(from);
            AppliedOffset before = progress.appliedOffset;
            AppliedOffset appliedOffset =
                    new AppliedOffset(before.topicId(), from.offset() + 1, Math.max(before.appended(), appended));
            progress.appliedOffset = appliedOffset;
            store.accept(from.topic(), appliedOffset);
        }
    }

    /** The offset before which all records of the topic are applied, after this record was looked at. */
    long next(RecordMetadata from) {
        return kept ? ofTopic(from).appliedOffset.next() : from.offset() + 1;
    }

    private static void arrived(Progress progress, RecordMetadata from) {
        if (progress.rereadFrom >= 0) {
            LOG.info(
                    "records of {}-{} are new from offset {} on: {} from offset {} were skipped",
                    from.topic(),
                    from.partition(),
                    progress.appliedOffset.next(),
                    progress.reread,
                    progress.rereadFrom);
            progress.rereadFrom = -1;
            progress.reread = 0;
        }
    }

    private Progress ofTopic(RecordMetadata from) {
        return byTopic.computeIfAbsent(from.topic(), topic -> {
            AppliedOffset last = stored.apply(topic);
            return new Progress(last == null ? new AppliedOffset(Uuid.ZERO_UUID, 0, Long.MIN_VALUE) : last);
        });
    }

    /** The progress of a topic, which begins anew if the topic was made again. */
    private Progress progress(RecordMetadata from) {
        Progress progress = ofTopic(from);
        Uuid id = topicIds.apply(from.topic());
        Uuid topicId = progress.appliedOffset.topicId();
        if (!id.equals(topicId) && !id.equals(Uuid.ZERO_UUID)) {
            if (topicId.equals(Uuid.ZERO_UUID)) {
                progress.appliedOffset =
                        new AppliedOffset(id, progress.appliedOffset.next(), progress.appliedOffset.appended());
            } else {
                LOG.warn(
                        "topic {} was deleted and made again: partition {} was applied up to offset {} of the topic"
                                + " with id {}; the one with id {} is applied from its beginning",
                        from.topic(),
                        from.partition(),
                        progress.appliedOffset.next(),
                        topicId,
                        id);
                progress.appliedOffset = new AppliedOffset(id, 0, Long.MIN_VALUE);
                progress.rereadFrom = -1;
                progress.reread = 0;
            }
        }
        return progress;
    }
}
