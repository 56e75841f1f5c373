package io.fairway.engine.task;

import io.fairway.engine.NodeNames;
import io.fairway.engine.Origin;
import io.fairway.engine.ProcessorWatch;
import io.fairway.engine.ResultSink;
import io.fairway.engine.state.change.Inbound;
import io.fairway.schemas.DeadLetterHeaders;
import io.fairway.schemas.Topic;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What leaves a task: results, dead letters, and records that belong to another partition. */
final class ForwardingSink implements ResultSink {
    private static final Logger LOG = LoggerFactory.getLogger(ForwardingSink.class);
    private static final String REFUSED = "refused";
    private static final String MISROUTED = "misrouted";

    private final ProcessorContext<Object, Object> context;
    private final ProcessorWatch watch;
    private final CommitRequests pace;

    /** @param pace hears of each record that goes out */
    ForwardingSink(ProcessorContext<Object, Object> context, ProcessorWatch watch, CommitRequests pace) {
        this.context = context;
        this.watch = watch;
        this.pace = pace;
    }

    @Override
    public void send(Topic topic, String key, @Nullable SpecificRecord value) {
        Object result = value;
        forward(topic, new Record<>(key, result, context.currentSystemTimeMs()));
    }

    @Override
    public void refuse(Origin origin, String key, String reason) {
        Headers headers = new RecordHeaders();
        Envelope.describe(headers, origin, REFUSED, reason);
        deadLetter(REFUSED, reason, new Record<>(Envelope.text(key), null, context.currentSystemTimeMs(), headers));
    }

    /** Sends the dead letter of a record that is not accepted. */
    void deadLetter(Record<byte[], byte[]> record, RecordMetadata from, String kind, String reason) {
        deadLetter(kind, reason, Envelope.deadLetter(record, from, kind, reason, context.currentSystemTimeMs()));
    }

    private void deadLetter(String kind, String reason, Record<?, ?> letter) {
        watch.deadLetter(kind);
        LOG.debug("dead letter of kind {}: {}", kind, reason);
        forward(Topic.DEAD_LETTERS, letter);
    }

    /**
     * Sends a record to the relay, which writes it where it belongs. One that the relay wrote, or that would become too large,
     * is a dead letter.
     *
     * @param partition where it belongs, in words
     * @return whether it went to the relay
     */
    boolean misrouted(Inbound inbound, Record<byte[], byte[]> record, RecordMetadata from, String partition) {
        if (record.headers().lastHeader(DeadLetterHeaders.KEY) != null) {
            deadLetter(
                    record,
                    from,
                    MISROUTED,
                    "domain " + inbound.domain() + ": on partition " + from.partition()
                            + " although the relay wrote it; do all parts have the same pins?");
            return false;
        }
        String belongs = "domain " + inbound.domain() + " belongs to partition " + partition;
        byte[] key = Envelope.text(InboundDecoder.keyOf(inbound));
        Headers headers = new RecordHeaders(record.headers().toArray());
        Envelope.describe(headers, from, MISROUTED, belongs);
        headers.add(DeadLetterHeaders.KEY, key);
        if (!Envelope.fitsInput(key, record.value(), headers)) {
            deadLetter(record, from, MISROUTED, belongs + ", and the record is too large to be sent there");
            return false;
        }
        forward(Topic.MISROUTED, new Record<>(record.key(), record.value(), context.currentSystemTimeMs(), headers));
        return true;
    }

    private void forward(Topic topic, Record<?, ?> record) {
        watch.sent(topic);
        pace.sent();
        context.forward(record, NodeNames.sink(topic));
    }
}
