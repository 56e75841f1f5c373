package io.fairway.engine;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;

/**
 * The time of a record for the order of reading: of several topics, the application reads the earliest record first. An append
 * time is in milliseconds since the epoch. What is not to be taken for one is in seconds, and so older than any event: records
 * of tables, which are read before events, and records that carry the time of whoever wrote them.
 */
public final class ReadingTime {
    /** As milliseconds this is in 1973, and as seconds in the year 5138. */
    private static final long SECONDS = 100_000_000_000L;

    private ReadingTime() {}

    /** The time of a record, epoch milliseconds. */
    public static long of(long appended, boolean table) {
        // Whoever writes may give any time: as seconds, none of them looks like an append time.
        return table ? Math.min(Math.max(0, appended) / 1000, SECONDS - 1) : Math.max(0, appended);
    }

    /** As above. What its topic is set to by now does not matter: the record says who gave it its time. */
    public static long of(ConsumerRecord<?, ?> record, boolean table) {
        return of(record.timestamp(), table || record.timestampType() != TimestampType.LOG_APPEND_TIME);
    }

    /** Whether the time of a record with an event is that of whoever wrote it: nobody knows when it was appended. */
    public static boolean isWriters(long time) {
        return time < SECONDS;
    }

    /** The time that the writer gave, epoch milliseconds, to the second. */
    public static long writers(long time) {
        return time * 1000;
    }
}
