package io.fairway.app.processor;

import io.fairway.schemas.DeadLetterHeaders;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;

/** Gives what was misrouted the key of its domain, so that it goes back to the right partition of its topic. */
public final class RelayProcessor extends ContextualProcessor<byte[], byte[], byte[], byte[]> {
    @Override
    public void process(Record<byte[], byte[]> record) {
        Header key = record.headers().lastHeader(DeadLetterHeaders.KEY);
        if (key != null && record.headers().lastHeader(DeadLetterHeaders.TOPIC) != null) {
            context().forward(record.withKey(key.value()));
        }
    }
}
