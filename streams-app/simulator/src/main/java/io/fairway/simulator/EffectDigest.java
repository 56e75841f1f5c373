package io.fairway.simulator;

import io.fairway.simulator.broker.LogEntry;
import io.fairway.simulator.broker.SimulatedBroker;
import java.util.Arrays;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * One number for everything that a run writes: FNV-1a of 64 bits, of Fowler, Noll and Vo, over the texts of all records, in the order of
 * the writes. The text of a record has its maps in their order, so it tells two orders apart.
 */
final class EffectDigest implements SimulatedBroker.Listener {
    private static final long BASIS = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private long value = BASIS;

    @Override
    public void appended(String topic, int partition, LogEntry entry) {
        text(topic + "-" + partition + "@" + entry.offset() + " " + entry.appended());
        part(entry.key());
        part(entry.value());
        for (Header header : entry.headers()) {
            text(header.key());
            part(header.value());
        }
    }

    private void part(@Nullable Object part) {
        text(part instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(part));
    }

    /** Adds a text and its end, a character at a time. */
    void text(String text) {
        for (int i = 0; i < text.length(); i++) {
            value = (value ^ text.charAt(i)) * PRIME;
        }
        value = (value ^ 0xffff) * PRIME;
    }

    long value() {
        return value;
    }
}
