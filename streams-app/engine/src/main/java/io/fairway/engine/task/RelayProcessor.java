package io.fairway.engine.task;

import io.fairway.engine.NodeNames;
import io.fairway.engine.ProcessorWatch;
import io.fairway.engine.store.Stores;
import io.fairway.schemas.DeadLetterHeaders;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Function;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Gives a misrouted record the key of its domain, so that it goes to the right partition of its topic. A record that
 * names no input topic or no key did not come from the application, and becomes a dead letter. A record that is read
 * again is not relayed again: its copy would be a new record of its topic.
 */
public final class RelayProcessor extends ContextualProcessor<byte[], byte[], byte[], byte[]> {
    private final Topics topics;
    private final Function<String, Uuid> topicIds;
    private final ProcessorWatch watch;
    private @Nullable AppliedOffsets appliedOffsets;

    public RelayProcessor(Topics topics, Function<String, Uuid> topicIds, ProcessorWatch watch) {
        this.topics = topics;
        this.topicIds = topicIds;
        this.watch = watch;
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        super.init(context);
        appliedOffsets = AppliedOffsets.in(Stores.RELAY_MARKS.open(context), topicIds, AppliedOffsets.areKept(context));
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        AppliedOffsets applied = Objects.requireNonNull(appliedOffsets, "process before init");
        RecordMetadata from = context().recordMetadata().orElseThrow();
        if (applied.isApplied(from, record.timestamp())) {
            watch.reread();
            return;
        }
        relay(record);
        applied.applied(from, record.timestamp());
    }

    private void relay(Record<byte[], byte[]> record) {
        String problem = problem(record);
        if (problem == null) {
            byte[] key = record.headers().lastHeader(DeadLetterHeaders.KEY).value();
            context().forward(record.withKey(key), NodeNames.RELAY_WRITE);
            return;
        }
        watch.deadLetter("misrouted");
        watch.sent(Topic.DEAD_LETTERS);
        context()
                .forward(
                        Envelope.deadLetter(record, null, "misrouted", problem, record.timestamp()),
                        NodeNames.RELAY_REFUSE);
    }

    /** Anybody can write to the topic: what the record says may be anything. */
    private @Nullable String problem(Record<byte[], byte[]> record) {
        String origin = text(record.headers().lastHeader(DeadLetterHeaders.TOPIC));
        String key = text(record.headers().lastHeader(DeadLetterHeaders.KEY));
        Topic topic = origin == null ? null : topics.of(origin);
        if (key == null || topic == null || !topics.inputs().contains(topic)) {
            return "topic '" + shortened(origin) + "' with key header '" + shortened(key)
                    + "': what is relayed must say an input topic and its key";
        }
        try {
            Keys.domainOf(key);
        } catch (IllegalArgumentException malformed) {
            return "key header '" + shortened(key) + "': " + malformed.getMessage();
        }
        return Envelope.fitsInput(Envelope.text(key), record.value(), record.headers())
                ? null
                : "the record is too large for topic " + origin;
    }

    private static @Nullable String shortened(@Nullable String text) {
        return text == null || text.length() <= 100 ? text : text.substring(0, 100) + "...";
    }

    private static @Nullable String text(@Nullable Header header) {
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }
}
